//===- memory.cpp - Memory, buffers and images ------------------------------------------------===//

#include "tools/vkmorph-opencl/functions.h"

#include <cstdlib>
#include <new>

namespace vkmorph::opencl {

static constexpr size_t kPage = 4096;

static size_t alignTo(size_t value, size_t align) { return (value + align - 1) / align * align; }

Memory::Memory(Device &device, size_t size) : device(device), bytes(alignTo(size, kPage)) {
  host = static_cast<char *>(std::aligned_alloc(kPage, bytes));
  if (!host)
    throw std::bad_alloc();
  cl_int status = CL_SUCCESS;
  whole =
      clCreateBuffer(device.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, host, &status);
  if (status != CL_SUCCESS) {
    std::free(host);
    throw std::bad_alloc();
  }
  takeBack();
}

Memory::~Memory() {
  giveToDevice();
  clFinish(device.queue);
  for (auto &[range, memory] : parts)
    clReleaseMemObject(memory);
  clReleaseMemObject(whole);
  std::free(host);
}

void Memory::takeBack() {
  cl_int status = CL_SUCCESS;
  void *mapped = clEnqueueMapBuffer(device.queue, whole, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                    bytes, 0, nullptr, nullptr, &status);
  check(status, "clEnqueueMapBuffer");
  if (mapped != host)
    stop("OpenCL maps a buffer that uses the host's memory elsewhere");
}

void Memory::giveToDevice() {
  check(clEnqueueUnmapMemObject(device.queue, whole, host, 0, nullptr, nullptr),
        "clEnqueueUnmapMemObject");
}

cl_mem Memory::part(size_t offset, size_t size) {
  if (offset == 0 && size == bytes)
    return whole;
  cl_mem &memory = parts[{offset, size}];
  if (memory)
    return memory;
  cl_buffer_region region = {offset, size};
  cl_int status = CL_SUCCESS;
  memory =
      clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &status);
  check(status, "clCreateSubBuffer");
  return memory;
}

VkResult VKAPI_CALL allocateMemory(VkDevice device, const VkMemoryAllocateInfo *info,
                                   const VkAllocationCallbacks *, VkDeviceMemory *memory) {
  try {
    *memory = toHandle<VkDeviceMemory>(
        new Memory(*getDevice(device), static_cast<size_t>(info->allocationSize)));
  } catch (const std::bad_alloc &) {
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  }
  return VK_SUCCESS;
}

void VKAPI_CALL freeMemory(VkDevice, VkDeviceMemory memory, const VkAllocationCallbacks *) {
  delete fromHandle<Memory>(memory);
}

VkResult VKAPI_CALL mapMemory(VkDevice, VkDeviceMemory memory, VkDeviceSize offset, VkDeviceSize,
                              VkMemoryMapFlags, void **data) {
  *data = fromHandle<Memory>(memory)->host + offset;
  return VK_SUCCESS;
}

void VKAPI_CALL unmapMemory(VkDevice, VkDeviceMemory) {}

VkResult VKAPI_CALL synchroniseRanges(VkDevice, uint32_t, const VkMappedMemoryRange *) {
  return VK_SUCCESS;
}

VkResult VKAPI_CALL createBuffer(VkDevice, const VkBufferCreateInfo *info,
                                 const VkAllocationCallbacks *, VkBuffer *buffer) {
  auto *made = new Buffer;
  made->bytes = static_cast<size_t>(info->size);
  *buffer = toHandle<VkBuffer>(made);
  return VK_SUCCESS;
}

void VKAPI_CALL destroyBuffer(VkDevice, VkBuffer buffer, const VkAllocationCallbacks *) {
  delete fromHandle<Buffer>(buffer);
}

void VKAPI_CALL getBufferMemoryRequirements(VkDevice, VkBuffer buffer,
                                            VkMemoryRequirements *needs) {
  needs->size = alignTo(fromHandle<Buffer>(buffer)->bytes, kOffsetAlignment);
  needs->alignment = kOffsetAlignment;
  needs->memoryTypeBits = 1;
}

VkResult VKAPI_CALL bindBufferMemory(VkDevice, VkBuffer buffer, VkDeviceMemory memory,
                                     VkDeviceSize offset) {
  auto *bound = fromHandle<Buffer>(buffer);
  bound->memory = fromHandle<Memory>(memory);
  bound->offset = static_cast<size_t>(offset);
  return VK_SUCCESS;
}

//===------------------------------------------------------------------------------------------===//
// Images
//===------------------------------------------------------------------------------------------===//

std::optional<cl_image_format> getImageFormat(VkFormat format) {
  switch (format) {
  case VK_FORMAT_R32_SFLOAT:
    return cl_image_format{CL_R, CL_FLOAT};
  case VK_FORMAT_R32G32_SFLOAT:
    return cl_image_format{CL_RG, CL_FLOAT};
  case VK_FORMAT_R32G32B32A32_SFLOAT:
    return cl_image_format{CL_RGBA, CL_FLOAT};
  case VK_FORMAT_R16_SFLOAT:
    return cl_image_format{CL_R, CL_HALF_FLOAT};
  case VK_FORMAT_R16G16_SFLOAT:
    return cl_image_format{CL_RG, CL_HALF_FLOAT};
  case VK_FORMAT_R16G16B16A16_SFLOAT:
    return cl_image_format{CL_RGBA, CL_HALF_FLOAT};
  case VK_FORMAT_R32_SINT:
    return cl_image_format{CL_R, CL_SIGNED_INT32};
  case VK_FORMAT_R32G32_SINT:
    return cl_image_format{CL_RG, CL_SIGNED_INT32};
  case VK_FORMAT_R32G32B32A32_SINT:
    return cl_image_format{CL_RGBA, CL_SIGNED_INT32};
  case VK_FORMAT_R32_UINT:
    return cl_image_format{CL_R, CL_UNSIGNED_INT32};
  case VK_FORMAT_R32G32_UINT:
    return cl_image_format{CL_RG, CL_UNSIGNED_INT32};
  case VK_FORMAT_R32G32B32A32_UINT:
    return cl_image_format{CL_RGBA, CL_UNSIGNED_INT32};
  default:
    return std::nullopt;
  }
}

Image::Image(Device &device, const cl_image_format &format, VkExtent3D extent) {
  cl_image_desc description = {};
  description.image_type = CL_MEM_OBJECT_IMAGE2D;
  description.image_width = extent.width;
  description.image_height = extent.height;
  cl_int status = CL_SUCCESS;
  pixels =
      clCreateImage(device.context, CL_MEM_READ_WRITE, &format, &description, nullptr, &status);
  check(status, "clCreateImage");
}

Image::~Image() { clReleaseMemObject(pixels); }

VkResult VKAPI_CALL createImage(VkDevice device, const VkImageCreateInfo *info, Callbacks,
                                VkImage *image) {
  const std::optional<cl_image_format> format = getImageFormat(info->format);
  if (!format)
    return VK_ERROR_FORMAT_NOT_SUPPORTED;
  *image = toHandle<VkImage>(new Image(*getDevice(device), *format, info->extent));
  return VK_SUCCESS;
}

void VKAPI_CALL destroyImage(VkDevice, VkImage image, Callbacks) {
  delete fromHandle<Image>(image);
}

/// Images of OpenCL have memory of their own.
void VKAPI_CALL getImageMemoryRequirements(VkDevice, VkImage, VkMemoryRequirements *needs) {
  *needs = {kOffsetAlignment, kOffsetAlignment, 1};
}

VkResult VKAPI_CALL bindImageMemory(VkDevice, VkImage, VkDeviceMemory, VkDeviceSize) {
  return VK_SUCCESS;
}

/// A view is its image.
VkResult VKAPI_CALL createImageView(VkDevice, const VkImageViewCreateInfo *info, Callbacks,
                                    VkImageView *view) {
  *view = toHandle<VkImageView>(fromHandle<Image>(info->image));
  return VK_SUCCESS;
}

void VKAPI_CALL destroyImageView(VkDevice, VkImageView, Callbacks) {}

} // namespace vkmorph::opencl
