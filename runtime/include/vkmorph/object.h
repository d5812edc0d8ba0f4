// The Vulkan side of one generated object: everything that is the same for every generated class.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include <vulkan/vulkan.h>

#include "vkmorph/copy_engine.h"
#include "vkmorph/device.h"
#include "vkmorph/error.h"
#include "vkmorph/members.h"
#include "vkmorph/stages.h"
#include "vkmorph/textures.h"
#include "vkmorph/vectors.h"

namespace vkmorph {

/// SPIR-V that is embedded in a generated file.
struct ShaderCode {
  const char *name; ///< of the shader file, without extension
  const uint32_t *words;
  size_t bytes;
  const char *entryPoint = "main"; ///< its function in the SPIR-V
};

/// Pipelines that are created from now on, in the whole process, read `directory`/<name>.spv where
/// there is such a file, and the embedded code otherwise. Empty: embedded code only, which is how a
/// program starts.
void SetShaderDirectory(const std::string &directory);

/// A number in the class data, and what messages call it: "m_box.width".
struct ClassDataSize {
  size_t offset;
  const char *name;
};

/// For UpdateMember and ReadMember: as many elements as there are.
inline constexpr size_t kAll = ~size_t(0);

/// For VulkanObject::WillAppend: nobody knows how many.
inline constexpr uint64_t kAnyNumber = ~uint64_t(0);

/// The layouts that all pipelines of one kernel share, and the stages of their shaders; owned by
/// the VulkanObject.
struct KernelLayout {
  VkDescriptorSetLayout set = VK_NULL_HANDLE;
  VkPipelineLayout pipeline = VK_NULL_HANDLE;
  VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT;
};

/// Images with their samplers, of a texture or an array of textures.
struct TextureDescriptors;

/// A binding of a layout that is an array of textures, and its name.
struct TextureBinding {
  uint32_t binding;
  const char *texture;
};

/// A part of a buffer, in bytes; or an image, or textures.
struct BufferRange {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;
  VkDeviceSize range = VK_WHOLE_SIZE;
  VkImageView view = VK_NULL_HANDLE; ///< of an image that is bound, and no buffer
  const TextureDescriptors *textures = nullptr;
};

/// A pointer parameter of a control function and what its caller binds to it.
struct Argument {
  const char *name;
  BufferRange range;
  bool written; ///< by some kernel
  /// Shaders see it as words of 32 bits, since they have no narrower types: it has to end with one.
  /// VK_NULL_HANDLE stands for a null pointer, which the commands ask about.
  bool inWords = false, mayBeNull = false;
};

/// Which arguments of one call may be the same array.
enum class Aliasing {
  Distinct, ///< none that is written
  Identical ///< equal ranges do no harm; ranges that overlap in part still do
};

/// A part of the class-data block.
struct ByteRange {
  size_t offset;
  size_t bytes;
};

/// How long a drop-in call took, in milliseconds.
struct ExecutionTimes {
  double upload = 0.0;   ///< copies to the device, by GPU timestamps
  double kernels = 0.0;  ///< XCmd, by GPU timestamps
  double download = 0.0; ///< copies from the device, by GPU timestamps
  double host = 0.0;     ///< the whole call as the host sees it
  bool gpu = false;      ///< whether the queue has timestamps; without, the first three are 0
};

/// Owns every Vulkan handle that a generated object makes: layouts, pipelines, descriptor sets,
/// class data, images, the buffers of drop-in calls. All handles it returns live until Init or its
/// end, and are its own but for pipelines, which objects of a class on one device share.
///
/// One object is for one thread at a time, and its command buffers do not run at once: what was
/// recorded with XCmd has to be done before a drop-in call, UpdateAll or ReadAll. Calls of several
/// threads come one after the other. Different objects are independent, also on one device.
///
/// All functions throw Error where they are called before Init, or after an Init that threw.
class VulkanObject {
public:
  /// `className` is for messages.
  explicit VulkanObject(const char *className = "the object");
  /// No command buffer that uses the object may be pending any more.
  ~VulkanObject();
  VulkanObject(const VulkanObject &) = delete;
  VulkanObject &operator=(const VulkanObject &) = delete;

  /// Starts (again): frees what there was, checks the device against `needs`. Throws Error that
  /// names what the device lacks.
  void Init(const DeviceContext &device, const char *className, const Requirements &needs);

  // Made once, by InitVulkanObjects.

  /// The block of members that kernels touch, `bytes` long. `object` points to the generated class,
  /// whose table `members` is, and stays where it is. `names`, for UpdateMember and ReadMember, in
  /// the order of the table: of the size of a vector the vector's.
  VkBuffer CreateClassData(VkDeviceSize bytes, void *object, MemberSpan members,
                           std::initializer_list<const char *> names = {});
  /// Numbers of 64 bits in the class data that shaders take as 32 bits: uploads throw Error that
  /// names one which does not fit.
  void CheckSizes(std::initializer_list<ClassDataSize> sizes);
  /// A buffer for the elements of each vector, with room for its present capacity; `names` in the
  /// order of the table. `object` as for CreateClassData.
  /// ShareRoom, behind it: those of these names have the same room, that of the largest capacity;
  /// control functions exchange them with one another, and kernels change their sizes.
  void CreateVectors(void *object, VectorSpan vectors, std::initializer_list<const char *> names);
  void ShareRoom(std::initializer_list<const char *> names);
  /// A buffer that the compiler added (partial results, counters): zero now and after each
  /// UpdateAll. `usage`: what for, besides storage.
  VkBuffer CreateZeroedBuffer(const char *name, VkDeviceSize bytes, VkBufferUsageFlags usage = 0);
  /// A buffer for a std::vector that lives in a control function, with room for one element.
  void CreateTemporary(const char *name, size_t elementBytes);
  /// A 2D image for pictures that commands of one call work on; Prepare gives it its size. Throws
  /// Error where the device has no images of that format that shaders read and write.
  void CreateImage(const char *name, VkFormat format);
  /// Images that the host fills from members, and samplers that read them: UpdateAll and drop-in
  /// calls give them their sizes. `samplings` in the order of the table, `object` as for
  /// CreateClassData. Arrays have room for twice as many textures as there are now, and 16 at
  /// least. After CreateClassData and CreateVectors. Throws Error where the device does not sample
  /// images of that format.
  void CreateTextures(void *object, TextureSpan textures,
                      std::initializer_list<TextureSampling> samplings);
  /// Storage buffers at bindings 0 to `storageBuffers` - 1, and push constants, for shaders of
  /// these stages.
  KernelLayout CreateLayout(const char *kernel, uint32_t storageBuffers, uint32_t pushConstantBytes,
                            VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT);
  /// The same with what each binding is, from 0 on, and which are arrays of textures.
  KernelLayout CreateLayout(const char *kernel, std::initializer_list<VkDescriptorType> bindings,
                            uint32_t pushConstantBytes,
                            VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT,
                            std::initializer_list<TextureBinding> arrays = {});
  /// `subgroupSize` other than 0 pins the size (VK_EXT_subgroup_size_control).
  VkPipeline CreatePipeline(const KernelLayout &layout, const ShaderCode &code,
                            uint32_t subgroupSize = 0);
  /// Of a ray generation shader, for TraceRays. `callables`: the rows of its shader binding table,
  /// in which a shader may stand several times.
  VkPipeline CreateRayPipeline(const KernelLayout &layout, const ShaderCode &generation,
                               std::initializer_list<ShaderCode> callables);

  // Binding, by SetInOutFor_X and XCmd.

  /// Checks offsets, ranges and aliasing against the device's limits; throws Error that names
  /// `function` and the parameter.
  void CheckArguments(const char *function, std::initializer_list<Argument> arguments,
                      Aliasing aliasing = Aliasing::Distinct) const;
  /// The buffer of a vector's elements, until the vector grows; of a temporary one, until it has to
  /// fit more. Throws Error for other names.
  VkBuffer Vector(const char *name) const;
  /// An image as it is now, for DescriptorSet. Throws Error for other names.
  BufferRange Image(const char *name) const;
  /// A texture, or an array of them, for DescriptorSet: sets bind it as it is at any time. Throws
  /// Error for other names.
  BufferRange Texture(const char *name) const;
  /// The set that binds `buffers` in this order, where VK_NULL_HANDLE is no array. Made at the
  /// first request, the same from then on, never rewritten: command buffers that use an earlier one
  /// stay valid. Only where a vector has got a larger buffer, or a texture another size or
  /// addressing, which UpdateAll or a drop-in call gives it, the sets bind that from then on, and
  /// what was recorded with them before has to be recorded again.
  VkDescriptorSet DescriptorSet(const KernelLayout &layout,
                                std::initializer_list<BufferRange> buffers);
  /// Drops the cached sets that refer to `buffer`, and what `sets` have of them: to be called
  /// before a buffer is destroyed, because the next one may get the same handle. No command buffer
  /// that uses them may be pending.
  template <class... Sets> void ForgetBuffer(VkBuffer buffer, Sets &...sets) {
    (DropSets(buffer, sets.data(), sets.size()), ...);
    ForgetSets(buffer);
  }
  /// Throws Error where `binding` of a set has fewer than `count` elements of so many bytes, as far
  /// as that is known: of a range of VK_WHOLE_SIZE it is what the buffer's memory has room for. A
  /// negative count is none; a set that is not there yet is BindSet's to tell.
  template <class Count>
  void CheckRange(const char *function, const char *parameter, VkDescriptorSet set,
                  uint32_t binding, Count count, size_t elementBytes) const {
    static_assert(std::is_integral_v<Count>, "a number of elements");
    if (count > 0)
      CheckElements(function, parameter, set, binding, uint64_t(count), elementBytes);
  }
  /// Whether `binding` of a set has an array, and not VK_NULL_HANDLE; throws Error that names
  /// `setter` as BindSet does.
  bool IsGiven(VkDescriptorSet set, uint32_t binding, const char *setter) const;
  /// Binds a set; throws Error that names `setter` if there is none yet, or none any more.
  void BindSet(VkCommandBuffer cmd, const KernelLayout &layout, VkDescriptorSet set,
               const char *setter) const;

  /// Workgroups for `extent` iterations at `perGroup` each: at least one, which runs prologue and
  /// epilogue of an empty grid, at most `plannedMaximum` and the device's limit in `dimension`; a
  /// grid-stride loop covers the rest. Throws Error if the loop's 32-bit index would overflow.
  uint32_t GroupCount(int64_t extent, uint32_t perGroup, uint32_t plannedMaximum,
                      uint32_t dimension = 0) const;

  /// The same for grids that do nothing where they are empty: no workgroups then.
  uint32_t GroupCountOrNone(int64_t extent, uint32_t perGroup, uint32_t dimension = 0,
                            uint32_t plannedMaximum = UINT32_MAX) const;

  /// The same where a thread may take up to `coarsening` iterations along `dimension`: fewer
  /// workgroups, as long as `enough` of them are left; unless said otherwise so many that any
  /// device is kept busy by short ones. `beside`: the workgroups along the other dimensions.
  uint32_t CoarsenedGroupCount(int64_t extent, uint32_t perGroup, uint32_t coarsening,
                               uint32_t dimension = 0, uint64_t beside = 1,
                               uint64_t enough = 16384) const;

  /// The same where a thread takes `coarsening` neighbouring iterations together, whose reads it
  /// shares: as few workgroups as that makes, or one for each `perGroup` iterations where too few
  /// would be left.
  uint32_t JammedGroupCount(int64_t extent, uint32_t perGroup, uint32_t coarsening,
                            uint32_t dimension = 0, uint64_t beside = 1) const;

  /// Records that a ray generation shader runs, with a thread for each iteration: at least one, at
  /// most as many as the device has; loops in the shader cover the rest. Throws Error if a loop's
  /// 32-bit index would overflow.
  void TraceRays(VkCommandBuffer cmd, VkPipeline pipeline, uint32_t width, uint32_t height = 1,
                 uint32_t depth = 1) const;

  /// Records that `value`, of 32 or 64 bits, is written into class data at `offset`: a scalar for
  /// which the push constants have no room.
  template <class T>
  void UpdateClassData(VkCommandBuffer cmd, VkDeviceSize offset, const T &value) const {
    static_assert(sizeof(T) % 4 == 0 && std::is_trivially_copyable<T>::value,
                  "scalars of 32 or 64 bits, and vectors of them");
    UpdateClassData(cmd, offset, &value, sizeof(T));
  }

  /// Records that every 32 bits of `count` neighbouring elements of a vector, from `first` on,
  /// become `value` (vkCmdFillBuffer). FillClassData: of so many bytes of the class data, a
  /// multiple of 4. Throw Error where there is no room for so many.
  template <class T>
  void FillVector(VkCommandBuffer cmd, const char *name, uint64_t first, uint64_t count,
                  const T &value) const {
    FillElements(cmd, name, first, count, WordOf(value));
  }
  template <class T>
  void FillClassData(VkCommandBuffer cmd, VkDeviceSize offset, VkDeviceSize bytes,
                     const T &value) const {
    FillBytes(cmd, offset, bytes, WordOf(value));
  }

  // Vectors that kernels append to: what KCmd tells of the dispatches that it is about to record,
  // so that a drop-in call makes room for all elements.

  /// At most `times` elements for each combination of the counts; kAnyNumber: it is not known.
  void WillAppend(const char *vector, std::initializer_list<uint64_t> counts, uint64_t times = 1);
  /// It is left without elements.
  void WillClear(const char *vector);
  /// The program expects so many.
  void WillReserve(const char *vector, uint64_t count);
  /// It gets so many. Throws Error where that is more than there is room for, unless a drop-in call
  /// makes room.
  void WillResize(const char *vector, uint64_t count);
  /// How many elements it may have behind what was recorded so far; the largest number where that
  /// is not known.
  uint32_t MostElements(const char *vector) const;

  /// Before commands are recorded that use a temporary vector: lets its buffer have room for
  /// `count` elements, and `sets`, of those that bind it, bind that one. What was recorded before
  /// stays valid, with the buffer that it had. Throws Error where the device has no buffers so
  /// large.
  template <size_t Count>
  void FitTemporary(const char *name, uint64_t count, std::array<VkDescriptorSet, Count> &sets) {
    FitTemporary(name, count, sets.data(), Count);
  }

  /// Before commands are recorded that use an image: lets it have room for `count` pixels in rows
  /// of `width`, and `sets`, of those that bind it, bind it so. Records that it waits for what
  /// earlier commands did to it, by `stages`, that its layout is general from here on, and that
  /// nobody needs what it held. What was recorded before stays valid, with the image that it had.
  /// Throws Error where the device has no images so large.
  template <size_t Count>
  void PrepareImage(VkCommandBuffer cmd, const char *name, uint32_t width, uint32_t count,
                    KernelStages stages, std::array<VkDescriptorSet, Count> &sets) {
    PrepareImage(cmd, name, width, count, stages, sets.data(), Count);
  }

  /// Commands leave each of two vectors with the elements of the other one. Throws Error if they
  /// have not as many. WillExchangeSizes: with its size, for two that share their room; throws
  /// Error if they have room for different numbers, unless a drop-in call makes room.
  void WillExchange(const char *first, const char *second);
  void WillExchangeSizes(const char *first, const char *second);

  // Members, in the recorded form.

  /// What commands that are about to be recorded do with members, as parts of the class data. They
  /// need to find `needed` on the device: throws Error that names `function` and a member that has
  /// not been brought there. `written` is there from now on.
  void UseMembers(const char *function, std::initializer_list<ByteRange> needed,
                  std::initializer_list<ByteRange> written);
  /// The same of vectors with their elements. Throws also where one whose size kernels leave alone
  /// has another size than on the device.
  void UseVectors(const char *function, std::initializer_list<const char *> names);

  /// The same of textures. Throws also where one has another size or addressing than on the device.
  void UseTextures(const char *function, std::initializer_list<const char *> names);

  /// The object's members, vectors and textures -> device; what the compiler added is zero again.
  void UpdateAll(ICopyEngine &copy);
  /// Those that kernels write -> the object's members and vectors; what has never been on the
  /// device stays as it is. Throws Error if a vector whose size kernels leave alone has another
  /// size than when it was uploaded.
  void ReadAll(ICopyEngine &copy);
  /// One member or vector of the object -> device, by its name in C++ (`m_window.m_size` of a
  /// member of a member); of an array or a vector `count` elements from `first` on, and all by
  /// default. Everything else keeps what the device has. Throws Error for names of no member that
  /// kernels use, for elements that there are not, and for a part of a vector whose size has
  /// changed since the last upload.
  void UpdateMember(ICopyEngine &copy, const char *member, size_t first = 0, size_t count = kAll);
  /// The same the other way, for members that kernels write. Throws Error also for what has never
  /// been on the device.
  void ReadMember(ICopyEngine &copy, const char *member, size_t first = 0, size_t count = kAll);
  /// Elements that a full vector member did not take, since its last upload and as of the last
  /// ReadAll or drop-in call. Throws Error if kernels append to no such vector.
  uint32_t LostElements(const char *vectorMember) const;

  // Drop-in calls.

  /// Among the commands that a drop-in call records: runs what has been recorded so far, takes
  /// these parts of the class data into the object's members, and begins `cmd` anew. `stages`: of
  /// all kernels. Throws Error where no drop-in call records `cmd`.
  void ReadMembers(VkCommandBuffer cmd, KernelStages stages,
                   std::initializer_list<ByteRange> ranges);
  /// The same where no commands follow: the call's results are back as well.
  void ReadResults(std::initializer_list<ByteRange> ranges);
  /// True: drop-in calls leave members on the device, and UpdateAll and ReadAll move them.
  void SetResident(bool members);
  /// Times of the last drop-in call of `controlFunction`, zero where it returned before its
  /// kernels; throws Error if there was none.
  ExecutionTimes GetExecutionTimes(const char *controlFunction) const;

  /// The device that Init was given. Throws Error before.
  const DeviceContext &Device() const;

private:
  friend class DropInCall;
  friend class Label;
  struct Parts;
  struct Undo;
  KernelLayout CreateLayout(const char *kernel, const std::vector<VkDescriptorType> &types,
                            const std::vector<uint32_t> &counts, uint32_t pushConstantBytes,
                            VkShaderStageFlags stages);
  void UpdateClassData(VkCommandBuffer cmd, VkDeviceSize offset, const void *value,
                       VkDeviceSize bytes) const;
  template <class T> static uint32_t WordOf(const T &value) {
    static_assert(sizeof(T) == sizeof(uint32_t) && std::is_arithmetic_v<T>, "a number of 32 bits");
    uint32_t word = 0;
    std::memcpy(&word, &value, sizeof(word));
    return word;
  }
  void FillElements(VkCommandBuffer cmd, const char *name, uint64_t first, uint64_t count,
                    uint32_t word) const;
  void FillBytes(VkCommandBuffer cmd, VkDeviceSize offset, VkDeviceSize bytes, uint32_t word) const;
  void FitTemporary(const char *name, uint64_t count, VkDescriptorSet *sets, size_t setCount);
  void PrepareImage(VkCommandBuffer cmd, const char *name, uint32_t width, uint32_t count,
                    KernelStages stages, VkDescriptorSet *sets, size_t setCount);
  void ForgetSets(VkBuffer buffer);
  void DropSets(VkBuffer buffer, VkDescriptorSet *sets, size_t count);
  void CheckElements(const char *function, const char *parameter, VkDescriptorSet set,
                     uint32_t binding, uint64_t count, size_t elementBytes) const;
  Parts &Initialised(const char *what) const;
  bool Release();
  const char *const m_className;
  mutable std::recursive_mutex m_mutex; ///< held by calls that use the parts
  std::unique_ptr<Parts> m_parts;
  bool m_isReleased = false; ///< ReleaseDevice has freed them
};

/// Commands of a control function that are being recorded: keeps other threads out of the object,
/// and labels them for debuggers and profilers, where there is VK_EXT_debug_utils.
class Label {
public:
  /// Throws Error where there is no command buffer.
  Label(const VulkanObject &object, VkCommandBuffer cmd, const char *name);
  ~Label();
  Label(const Label &) = delete;
  Label &operator=(const Label &) = delete;

private:
  const std::lock_guard<std::recursive_mutex> m_lock;
  PFN_vkCmdEndDebugUtilsLabelEXT m_end = nullptr;
  VkCommandBuffer m_cmd;
};

/// A 64-bit size, extent or index that shaders take as 32 bits; throws Error that names it if it
/// does not fit.
uint32_t ToUint32(uint64_t value, const char *name);

} // namespace vkmorph
