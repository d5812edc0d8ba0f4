// Images: pictures that the commands of one call work on.
#include <algorithm>
#include <cstring>

#include "object_parts.h"

namespace vkmorph {

static constexpr VkImageSubresourceRange kWhole = {VK_IMAGE_ASPECT_COLOR_BIT, 0,
                                                   VK_REMAINING_MIP_LEVELS, 0, 1};

/// 'name' (3 x 2 pixels)
static std::string Describe(const ImageForm &form, const std::string &name) {
  const uint32_t sizes[] = {form.extent.width, form.extent.height, form.extent.depth};
  std::string text = "'" + name + "' (" + std::to_string(sizes[0]);
  for (uint32_t i = 1; i < form.dimensions; i++)
    text += " x " + std::to_string(sizes[i]);
  return text + " pixels)";
}

DeviceImage CreateDeviceImage(const DeviceContext &device, IAllocator &allocator,
                              const ImageForm &form, const std::string &name) {
  const auto dimension = [&](auto one, auto two, auto three) {
    return form.dimensions == 1 ? one : form.dimensions == 2 ? two : three;
  };
  VkImageCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  info.imageType = dimension(VK_IMAGE_TYPE_1D, VK_IMAGE_TYPE_2D, VK_IMAGE_TYPE_3D);
  info.format = form.format;
  info.extent = form.extent;
  info.mipLevels = form.levels;
  info.arrayLayers = 1;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.tiling = VK_IMAGE_TILING_OPTIMAL;
  info.usage = form.usage;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  info.initialLayout = VK_IMAGE_LAYOUT_UNDEFINED;
  const std::string resource = Describe(form, name);
  DeviceImage image;
  image.extent = form.extent;
  image.levels = form.levels;
  Check(vkCreateImage(device.device, &info, device.allocationCallbacks, &image.image),
        "vkCreateImage", resource);
  try {
    VkMemoryRequirements needs = {};
    vkGetImageMemoryRequirements(device.device, image.image, &needs);
    image.allocation = allocator.Allocate(needs, MemoryUse::Device, name.c_str());
    if (!image.allocation.memory)
      throw Error("IAllocator::Allocate returned no memory for " + resource +
                  ": it has to throw Error where there is none");
    Check(vkBindImageMemory(device.device, image.image, image.allocation.memory,
                            image.allocation.offset),
          "vkBindImageMemory", resource);
    VkImageViewCreateInfo viewInfo = {};
    viewInfo.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    viewInfo.image = image.image;
    viewInfo.viewType =
        dimension(VK_IMAGE_VIEW_TYPE_1D, VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_VIEW_TYPE_3D);
    viewInfo.format = form.format;
    viewInfo.subresourceRange = kWhole;
    Check(vkCreateImageView(device.device, &viewInfo, device.allocationCallbacks, &image.view),
          "vkCreateImageView", resource);
  } catch (...) {
    DestroyDeviceImage(device, allocator, image);
    throw;
  }
  NameHandle(device, VK_OBJECT_TYPE_IMAGE, image.image, name);
  NameHandle(device, VK_OBJECT_TYPE_IMAGE_VIEW, image.view, name);
  return image;
}

void DestroyDeviceImage(const DeviceContext &device, IAllocator &allocator,
                        DeviceImage &image) noexcept {
  vkDestroyImageView(device.device, image.view, device.allocationCallbacks);
  vkDestroyImage(device.device, image.image, device.allocationCallbacks);
  if (image.allocation.memory)
    allocator.Free(image.allocation);
  image = {};
}

void RecordTransition(VkCommandBuffer cmd, VkImage image, StageAccess after, VkImageLayout from,
                      StageAccess before, VkImageLayout to) {
  VkImageMemoryBarrier barrier = {};
  barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
  barrier.srcAccessMask = after.access;
  barrier.dstAccessMask = before.access;
  barrier.oldLayout = from;
  barrier.newLayout = to;
  barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  barrier.image = image;
  barrier.subresourceRange = kWhole;
  vkCmdPipelineBarrier(cmd, after.stages, before.stages, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

/// A picture that shaders sample and store to.
static ImageForm FormOf(VkFormat format, uint32_t width, uint32_t height) {
  return {2, format, {width, height, 1}, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT};
}

VulkanObject::Parts::Picture &VulkanObject::Parts::FindPicture(const char *name) {
  for (Picture &picture : pictures)
    if (std::strcmp(picture.name, name) == 0)
      return picture;
  throw Error(className + " has no image '" + name + "'");
}

void VulkanObject::CreateImage(const char *name, VkFormat format) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreateImage");
  VkFormatProperties properties = {};
  vkGetPhysicalDeviceFormatProperties(parts.device.physicalDevice, format, &properties);
  constexpr VkFormatFeatureFlags kNeeded =
      VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
  if ((properties.optimalTilingFeatures & kNeeded) != kNeeded)
    throw Error(parts.Named(name) + ": the device has no images of the VkFormat " +
                    std::to_string(format) +
                    " that shaders sample and store to: translate with --images=buffers",
                VK_ERROR_FORMAT_NOT_SUPPORTED);
  // Sets can bind it before anyone knows how large it is to be.
  const DeviceImage image = CreateDeviceImage(parts.device, parts.allocator, FormOf(format, 1, 1),
                                              parts.Named(std::string("image ") + name));
  parts.pictures.push_back({name, format, image, {}});
}

BufferRange VulkanObject::Image(const char *name) const {
  return {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE, Initialised("Image").FindPicture(name).image.view};
}

/// As much as is needed, and so much more that a size which grows a little with every call does not
/// need a new image for each.
static uint32_t Grown(uint32_t needed, uint32_t present, uint32_t largest) {
  if (present <= 1 || needed <= present)
    return needed;
  return std::min(std::max(needed, present + present / 4), largest);
}

void VulkanObject::PrepareImage(VkCommandBuffer cmd, const char *name, uint32_t width,
                                uint32_t count, KernelStages stages, VkDescriptorSet *sets,
                                size_t setCount) {
  Parts &parts = Initialised("PrepareImage");
  Parts::Picture &picture = parts.FindPicture(name);
  width = std::max(width, 1u);
  const uint32_t height = std::max(count / width + (count % width != 0), 1u);
  // Shaders that clamp a column as a float count on rows whose numbers are exact floats.
  const uint32_t largest = std::min(parts.limits.maxImageDimension2D, 1u << 24);
  if (width > largest || height > largest)
    throw Error(parts.className + ": image '" + name + "' is to have " + std::to_string(width) +
                " x " + std::to_string(height) + " pixels; the device's maxImageDimension2D is " +
                std::to_string(largest) +
                ": translate with --images=buffers, or process the data " + "in parts");
  const auto fits = [&](const DeviceImage &image) {
    return image.extent.width >= width && image.extent.height >= height;
  };
  if (!fits(picture.image)) {
    const auto earlier = std::find_if(picture.former.begin(), picture.former.end(), fits);
    if (earlier != picture.former.end()) {
      std::swap(*earlier, picture.image);
    } else {
      const VkExtent3D present = picture.image.extent;
      const DeviceImage grown =
          CreateDeviceImage(parts.device, parts.allocator,
                            FormOf(picture.format, Grown(width, present.width, largest),
                                   Grown(height, present.height, largest)),
                            parts.Named(std::string("image ") + name));
      picture.former.push_back(picture.image);
      picture.image = grown;
    }
  }
  for (const DeviceImage &former : picture.former)
    for (size_t i = 0; i < setCount; i++)
      sets[i] = parts.sets.Renewed(sets[i], former.view, picture.image.view);

  // The former contents are not needed: UNDEFINED lets the driver drop them.
  RecordTransition(cmd, picture.image.image, stages.after, VK_IMAGE_LAYOUT_UNDEFINED, stages.before,
                   VK_IMAGE_LAYOUT_GENERAL);
}

} // namespace vkmorph
