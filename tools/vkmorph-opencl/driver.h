//===- driver.h - What the parts of the driver share ------------------------------------------===//

#ifndef VKMORPH_TOOLS_VKMORPH_OPENCL_DRIVER_H
#define VKMORPH_TOOLS_VKMORPH_OPENCL_DRIVER_H

#include <CL/cl.h>
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vkmorph::opencl {

/// What the loader wants at the begin of an object that it dispatches by.
struct Dispatchable {
  VK_LOADER_DATA loader = {ICD_LOADER_MAGIC};
};

/// The OpenCL device behind everything; one for the process.
struct Device {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  std::string name;
  bool isOclgrind = false, isPocl = false;
  std::string standard;   ///< of OpenCL C: "CL3.0"
  bool hasFences = false; ///< from OpenCL C 2.0 on there is atomic_work_item_fence

  /// Opens the device that $VKMORPH_OPENCL names by a part of its platform's name, else the first.
  /// Null where there is none.
  static Device *open();
};

struct Memory {
  Memory(Device &device, size_t bytes);
  ~Memory();
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  /// The host has the memory except while kernels run.
  void giveToDevice();
  void takeBack();
  /// A part of it as an argument of kernels.
  cl_mem part(size_t offset, size_t bytes);

  Device &device;
  size_t bytes;
  char *host = nullptr;
  cl_mem whole = nullptr;
  std::map<std::pair<size_t, size_t>, cl_mem> parts;
};

struct Buffer {
  size_t bytes = 0;
  Memory *memory = nullptr;
  size_t offset = 0;

  char *data() const { return memory->host + offset; }
};

struct Image {
  Image(Device &device, const cl_image_format &format, VkExtent3D extent);
  ~Image();
  Image(const Image &) = delete;
  Image &operator=(const Image &) = delete;

  cl_mem pixels = nullptr;
};

/// What a binding is.
struct Range {
  Buffer *buffer = nullptr;
  size_t offset = 0, bytes = 0;
  Image *image = nullptr;
};

struct Set {
  std::vector<Range> bindings;
};

/// A scalar or vector parameter of a kernel, and where clspv lets it lie in the push constants.
struct Scalar {
  cl_uint argument;
  size_t offset, bytes;
};

struct Pipeline {
  ~Pipeline();
  cl_program program = nullptr;
  cl_kernel kernel = nullptr;
  std::array<size_t, 3> workgroup = {1, 1, 1};
  std::vector<cl_uint> buffers; ///< the argument of each binding, images among them
  std::vector<Scalar> scalars;
};

/// What commands have set so far.
struct State {
  Pipeline *pipeline = nullptr;
  Set *set = nullptr;
  std::array<char, 256> pushConstants = {};
};

struct CommandBuffer : Dispatchable {
  Device *device = nullptr;
  std::vector<std::function<void(State &)>> commands;
};

struct Pool {
  std::vector<std::unique_ptr<CommandBuffer>> buffers;
};

/// Ends the process with a message: what generated programs never do.
[[noreturn]] void stop(const std::string &message);

/// Stops where a function of OpenCL fails.
void check(cl_int status, const std::string &what);

/// The text in a module of SPIR-V that holds OpenCL C; empty for others.
std::string getText(const uint32_t *words, size_t count);

void runDispatch(Device &device, const State &state, std::array<size_t, 3> groups);

/// The function of that name; null where the driver has none.
PFN_vkVoidFunction findFunction(const char *name);

template <class Handle, class Object> Handle toHandle(Object *object) {
  return reinterpret_cast<Handle>(object);
}
template <class Object, class Handle> Object *fromHandle(Handle handle) {
  return reinterpret_cast<Object *>(handle);
}

} // namespace vkmorph::opencl

#endif // VKMORPH_TOOLS_VKMORPH_OPENCL_DRIVER_H
