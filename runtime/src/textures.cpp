// Textures: images that the host fills, and the samplers that shaders read them through.
#include "vkmorph/textures.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "object_parts.h"
#include "vkmorph/error.h"

namespace vkmorph {

namespace {

/// Kernels may run as compute or as ray tracing shaders.
constexpr StageAccess kSampling = {VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_ACCESS_SHADER_READ_BIT};

/// Of the image. No device has to have formats of three channels.
constexpr size_t ChannelsOf(const TextureInfo &info) {
  const size_t numbers = info.texelBytes / (info.areHalves ? sizeof(uint16_t) : sizeof(float));
  return numbers == 3 ? 4 : numbers;
}

/// Of a texel of the image.
constexpr size_t BytesOf(const TextureInfo &info) {
  return ChannelsOf(info) * (info.areHalves ? sizeof(uint16_t) : sizeof(float));
}

constexpr VkFormat FormatOf(const TextureInfo &info) {
  const auto either = [&](VkFormat half, VkFormat whole) { return info.areHalves ? half : whole; };
  return ChannelsOf(info) == 1 ? either(VK_FORMAT_R16_SFLOAT, VK_FORMAT_R32_SFLOAT)
         : ChannelsOf(info) == 2
             ? either(VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R32G32_SFLOAT)
             : either(VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT);
}

constexpr bool IsSame(const VkExtent3D &a, const VkExtent3D &b) {
  return a.width == b.width && a.height == b.height && a.depth == b.depth;
}

/// Of the level with that number, as Vulkan has them.
constexpr VkExtent3D ExtentOfLevel(const VkExtent3D &first, size_t number) {
  return {std::max(first.width >> number, 1u), std::max(first.height >> number, 1u),
          std::max(first.depth >> number, 1u)};
}

size_t TexelsIn(const VkExtent3D &extent) {
  return size_t(extent.width) * extent.height * extent.depth;
}

/// In all levels of an image.
size_t TexelsIn(const DeviceImage &image) {
  size_t count = 0;
  for (uint32_t level = 0; level < image.levels; level++)
    count += TexelsIn(ExtentOfLevel(image.extent, level));
  return count;
}

std::string Spell(const int64_t *sizes, size_t dimensions) {
  std::string text;
  for (size_t i = 0; i < dimensions; i++)
    text += (text.empty() ? "" : " x ") + std::to_string(sizes[i]);
  return text;
}

std::string Spell(const VkExtent3D &extent, size_t dimensions) {
  const int64_t sizes[] = {extent.width, extent.height, extent.depth};
  return Spell(sizes, dimensions);
}

VkSampler CreateSampler(const DeviceContext &device, VkFilter filter,
                        VkSamplerMipmapMode betweenLevels, VkSamplerAddressMode address,
                        const std::string &name) {
  VkSamplerCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.magFilter = info.minFilter = filter;
  info.mipmapMode = betweenLevels;
  info.maxLod = VK_LOD_CLAMP_NONE; // an image has the levels that it has
  info.addressModeU = info.addressModeV = info.addressModeW = address;
  VkSampler sampler = VK_NULL_HANDLE;
  Check(vkCreateSampler(device.device, &info, device.allocationCallbacks, &sampler),
        "vkCreateSampler", name);
  NameHandle(device, VK_OBJECT_TYPE_SAMPLER, sampler, name);
  return sampler;
}

} // namespace

VulkanObject::Parts::Texture &VulkanObject::Parts::FindTexture(const char *name) {
  for (Texture &texture : textures)
    if (std::strcmp(texture.name, name) == 0)
      return texture;
  throw Error(className + " has no texture '" + name + "' that kernels sample");
}

bool VulkanObject::Parts::IsOfTextures(size_t pool) const {
  return std::any_of(textures.begin(), textures.end(),
                     [&](const Texture &texture) { return texture.info.pool == pool; });
}

VulkanObject::Parts::Texels VulkanObject::Parts::TexelsOf(const Texture &texture,
                                                          void *owner) const {
  Texels all = {owner, {}};
  if (texture.info.levelCount) {
    all.levels = PackedLevelsOf(texture, owner);
    return all;
  }
  LevelObjects levels = {owner, 1, 0};
  if (texture.info.levels)
    levels = texture.info.levels(owner);
  for (size_t i = 0; i < levels.count; i++) {
    void *level = static_cast<unsigned char *>(levels.first) + i * levels.bytes;
    const VectorElements texels = texture.info.texels(level);
    all.levels.push_back({level, texels.data, texels.size});
  }
  return all;
}

/// Parts of one vector. What is behind its end has no texels.
std::vector<VulkanObject::Parts::Texels::Level>
VulkanObject::Parts::PackedLevelsOf(const Texture &texture, void *owner) const {
  // More than any device has.
  constexpr int64_t most = 31;
  const VectorElements texels = texture.info.texels(owner);
  const VkExtent3D first = LevelExtentOf(texture, {owner, texels.data, texels.size});
  std::vector<Texels::Level> levels;
  size_t begin = 0;
  for (int64_t i = 0; i < std::min(texture.info.levelCount(owner), most); i++) {
    if (const int64_t known = texture.info.levelBegin(owner, i); known >= 0)
      begin = size_t(known);
    begin = std::min(begin, texels.size);
    const size_t count = std::min(TexelsIn(ExtentOfLevel(first, size_t(i))), texels.size - begin);
    levels.push_back(
        {owner, static_cast<const unsigned char *>(texels.data) + begin * texture.info.texelBytes,
         count});
    begin += count;
  }
  return levels;
}

/// No width where there are no texels.
VkExtent3D VulkanObject::Parts::LevelExtentOf(const Texture &texture,
                                              const Texels::Level &level) const {
  int64_t sizes[kMostTextureNumbers] = {1, 1, 1, 1};
  const size_t dimensions = texture.info.dimensions;
  for (size_t i = 0; i < dimensions; i++)
    sizes[i] = texture.info.numbers[i](level.object);
  const uint32_t largest = dimensions == 1   ? limits.maxImageDimension1D
                           : dimensions == 2 ? limits.maxImageDimension2D
                                             : limits.maxImageDimension3D;
  const auto isAny = [&](auto is) { return std::any_of(sizes, sizes + dimensions, is); };
  if (level.size == 0 || isAny([](int64_t size) { return size <= 0; }))
    return {0, 0, 0};
  if (isAny([&](int64_t size) { return size > int64_t(largest); }))
    throw Error(className + ": texture '" + texture.name + "' has " + Spell(sizes, dimensions) +
                " texels; the device's maxImageDimension" + std::to_string(dimensions) + "D is " +
                std::to_string(largest) + ": translate with --textures=buffers");
  return {uint32_t(sizes[0]), uint32_t(sizes[1]), uint32_t(sizes[2])};
}

VulkanObject::Parts::TexelExtent VulkanObject::Parts::ExtentOf(const Texture &texture,
                                                               const Texels &texels) const {
  std::vector<VkExtent3D> extents;
  for (const Texels::Level &level : texels.levels) {
    // Of levels in one vector, the object says the sizes of the finest one.
    const VkExtent3D extent = LevelExtentOf(texture, level);
    const size_t number = texture.info.levelCount && extent.width != 0 ? extents.size() : 0;
    extents.push_back(number == 0 ? extent : ExtentOfLevel(extent, number));
  }
  const auto isEmpty = [](const VkExtent3D &extent) { return extent.width == 0; };
  // An empty one has an image, too: a descriptor needs one.
  if (std::all_of(extents.begin(), extents.end(), isEmpty))
    return {{1, 1, 1}, 1};
  const VkExtent3D &first = extents.front();
  const size_t dimensions = texture.info.dimensions;
  for (size_t i = 0; i < extents.size(); i++) {
    if (i > 0 && IsSame(ExtentOfLevel(first, i - 1), {1, 1, 1}))
      throw Error(className + ": texture '" + texture.name + "' has " +
                  std::to_string(extents.size()) + " levels, of which level " +
                  std::to_string(i - 1) +
                  " is a single texel and has to be the last one: remove those behind it, or "
                  "translate with --textures=buffers");
    if (isEmpty(extents[i]))
      throw Error(className + ": texture '" + texture.name + "' has no texels in level " +
                  std::to_string(i) + ", but in others: fill it");
    if (const VkExtent3D wanted = ExtentOfLevel(first, i); !IsSame(extents[i], wanted))
      throw Error(className + ": texture '" + texture.name + "' has " +
                  Spell(extents[i], dimensions) + " texels in level " + std::to_string(i) +
                  ", and a sampler needs " + Spell(wanted, dimensions) +
                  ", half as many in each dimension as in the one before, rounded down, and 1 at "
                  "least: make the levels so, or "
                  "translate with --textures=buffers");
  }
  return {first, uint32_t(extents.size())};
}

VkSamplerAddressMode VulkanObject::Parts::AddressOf(const Texture &texture,
                                                    const Texels &texels) const {
  const bool isEmpty = texels.levels.empty() || texels.levels.front().size == 0;
  if (texture.addresses.empty() || isEmpty)
    return texture.address;
  const int64_t number = texture.info.numbers[texture.info.dimensions](texels.object);
  for (const AddressValue &known : texture.addresses)
    if (known.value == number)
      return known.mode;
  throw Error(className + ": texture '" + texture.name + "' is addressed by " +
              std::to_string(number) +
              ", and the config file's 'addresses' do not say what that means: add it there");
}

void VulkanObject::Parts::DestroyTexels(TexelImage &texels) noexcept {
  vkDestroySampler(device.device, texels.sampler, device.allocationCallbacks);
  DestroyDeviceImage(device, allocator, texels.image);
  DestroyBuffer(device, allocator, texels.upload);
}

void VulkanObject::Parts::DestroyTexture(Texture &texture) noexcept {
  for (TexelImage &texels : texture.images)
    DestroyTexels(texels);
}

/// Gives it an image of that size; nothing of one that is there is kept.
void VulkanObject::Parts::MakeImage(const Texture &texture, DeviceImage &image,
                                    const TexelExtent &extent) {
  const ImageForm form = {uint32_t(texture.info.dimensions), FormatOf(texture.info), extent.first,
                          VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
                          extent.levels};
  DeviceImage made =
      CreateDeviceImage(device, allocator, form, Named(std::string("texture ") + texture.name));
  std::swap(image, made);
  DestroyDeviceImage(device, allocator, made);
}

void VulkanObject::Parts::MakeSampler(const Texture &texture, TexelImage &image,
                                      VkSamplerAddressMode address) {
  const VkSampler sampler = CreateSampler(device, texture.filter, texture.betweenLevels, address,
                                          Named(std::string("texture ") + texture.name));
  vkDestroySampler(device.device, std::exchange(image.sampler, sampler),
                   device.allocationCallbacks);
  image.address = address;
}

/// Where there are fewer textures than there is room for, and before the first one, that one stands
/// for the others.
void VulkanObject::Parts::WriteDescriptors(Texture &texture) {
  std::vector<VkDescriptorImageInfo> &written = texture.descriptors->images;
  for (size_t i = 0; i < written.size(); i++) {
    const size_t number = i - texture.begin;
    const TexelImage &image = texture.images[number < texture.images.size() ? number : 0];
    written[i] = {image.sampler, image.image.view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  }
  sets.Rewrite(texture.descriptors.get());
  ForgetRecordings();
}

static bool HasExtent(const DeviceImage &image, const VkExtent3D &first, uint32_t levels) {
  return IsSame(image.extent, first) && image.levels == levels;
}

/// Lets it be what the object's members say, but for the texels.
void VulkanObject::Parts::FitTexture(Texture &texture, const std::vector<Texels> &all) {
  if (const size_t room = texture.descriptors->images.size() - texture.begin; all.size() > room)
    throw Error(className + ": there are " + std::to_string(all.size()) + " of '" + texture.name +
                "', and there was room for " + std::to_string(room) +
                " when InitVulkanObjects was called: call it again");
  // All checks come before anything changes.
  std::vector<std::pair<TexelExtent, VkSamplerAddressMode>> wanted;
  for (const Texels &texels : all)
    wanted.push_back({ExtentOf(texture, texels), AddressOf(texture, texels)});
  if (wanted.empty())
    wanted.push_back({{{1, 1, 1}, 1}, texture.address});
  bool changes = wanted.size() != texture.images.size();
  for (size_t i = wanted.size(); i < texture.images.size(); i++)
    DestroyTexels(texture.images[i]);
  texture.images.resize(wanted.size());
  for (size_t i = 0; i < wanted.size(); i++) {
    TexelImage &image = texture.images[i];
    const auto &[extent, address] = wanted[i];
    if (!image.image.image || !HasExtent(image.image, extent.first, extent.levels)) {
      MakeImage(texture, image.image, extent);
      changes = true;
    }
    if (!image.sampler || image.address != address) {
      MakeSampler(texture, image, address);
      changes = true;
    }
  }
  if (changes)
    WriteDescriptors(texture);
}

/// Texels -> so many in the format of an image, zeros behind those that are present.
static void ConvertTexels(unsigned char *target, size_t imageBytes, size_t count,
                          const void *texels, size_t texelBytes, size_t present) {
  const auto *source = static_cast<const unsigned char *>(texels);
  std::memset(target + present * imageBytes, 0, (count - present) * imageBytes);
  if (texelBytes == imageBytes && present != 0)
    std::memcpy(target, source, present * imageBytes);
  else
    for (size_t texel = 0; texel < present; texel++) {
      unsigned char *place = target + texel * imageBytes;
      std::memcpy(place, source + texel * texelBytes, texelBytes);
      std::memset(place + texelBytes, 0, imageBytes - texelBytes);
    }
}

/// Its texels -> what stages them, in the image's format, one level behind the other.
void VulkanObject::Parts::StageTexels(Texture &texture, const std::vector<Texels> &all) {
  const size_t texelBytes = texture.info.texelBytes, imageBytes = BytesOf(texture.info);
  const std::string what = std::string("texture ") + texture.name + " (upload)";
  for (size_t i = 0; i < texture.images.size(); i++) {
    TexelImage &image = texture.images[i];
    if (const VkDeviceSize bytes = TexelsIn(image.image) * imageBytes; image.upload.bytes < bytes) {
      DestroyBuffer(device, allocator, image.upload);
      image.upload = Make(what, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Upload);
      ForgetRecordings();
    }
    auto *target = static_cast<unsigned char *>(image.upload.Writable());
    for (uint32_t number = 0; number < image.image.levels; number++) {
      const bool isThere = i < all.size() && number < all[i].levels.size();
      const Texels::Level level = isThere ? all[i].levels[number] : Texels::Level{};
      const size_t count = TexelsIn(ExtentOfLevel(image.image.extent, number));
      // Where the vector has fewer, nobody samples the rest.
      ConvertTexels(target, imageBytes, count, level.data, texelBytes, std::min(count, level.size));
      target += count * imageBytes;
    }
  }
  texture.isOnDevice = true;
}

/// Records that its images are what is staged. Nobody needs what they held.
void VulkanObject::Parts::FillTexture(VkCommandBuffer cmd, const Texture &texture) const {
  for (const TexelImage &texels : texture.images) {
    const VkImage image = texels.image.image;
    RecordTransition(cmd, image, {kSampling.stages, 0}, VK_IMAGE_LAYOUT_UNDEFINED, kTransferWrite,
                     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    std::vector<VkBufferImageCopy> regions(texels.image.levels);
    VkDeviceSize offset = 0;
    for (uint32_t level = 0; level < texels.image.levels; level++) {
      VkBufferImageCopy &region = regions[level];
      region.bufferOffset = offset;
      region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
      region.imageExtent = ExtentOfLevel(texels.image.extent, level);
      offset += TexelsIn(region.imageExtent) * BytesOf(texture.info);
    }
    vkCmdCopyBufferToImage(cmd, texels.upload.buffer, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                           uint32_t(regions.size()), regions.data());
    RecordTransition(cmd, image, kTransferWrite, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, kSampling,
                     VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  }
}

void VulkanObject::Parts::UpdateTextures(const std::vector<Texture *> &chosen) {
  if (chosen.empty())
    return;
  for (Texture *texture : chosen) {
    const std::vector<Texels> all = TexelsOf(*texture);
    FitTexture(*texture, all);
    StageTexels(*texture, all);
  }
  submitter.Run([&](VkCommandBuffer cmd) {
    for (const Texture *texture : chosen)
      FillTexture(cmd, *texture);
  });
}

void VulkanObject::Parts::UpdateTextures() {
  std::vector<Texture *> chosen;
  for (Texture &texture : textures)
    chosen.push_back(&texture);
  UpdateTextures(chosen);
}

void VulkanObject::Parts::UpdateTextures(const char *member) {
  std::vector<Texture *> chosen;
  for (Texture &texture : textures)
    if (std::any_of(texture.members.begin(), texture.members.end(),
                    [&](const char *one) { return std::strcmp(one, member) == 0; }))
      chosen.push_back(&texture);
  UpdateTextures(chosen);
}

void VulkanObject::Parts::UpdateTextureArrays() {
  std::vector<Texture *> chosen;
  for (Texture &texture : textures)
    if (texture.IsArray())
      chosen.push_back(&texture);
  UpdateTextures(chosen);
}

void VulkanObject::Parts::CheckTexture(const Texture &texture, const std::string &function) const {
  const std::vector<Texels> all = TexelsOf(texture);
  bool isSame = all.size() == texture.images.size() || all.empty();
  for (size_t i = 0; i < all.size() && isSame; i++) {
    const TexelExtent extent = ExtentOf(texture, all[i]);
    isSame = HasExtent(texture.images[i].image, extent.first, extent.levels) &&
             AddressOf(texture, all[i]) == texture.images[i].address;
  }
  if (!isSame)
    throw Error(className + "::" + function + ": texture '" + texture.name +
                "' has another size or addressing than on the device: call UpdateAll after they "
                "have changed");
}

void VulkanObject::CreateTextures(void *object, TextureSpan textures,
                                  std::initializer_list<TextureSampling> samplings) {
  const Undo undo(m_parts);
  Parts &parts = Initialised("CreateTextures");
  parts.object = object;
  const TextureSampling *sampling = samplings.begin();
  // All of them, before anyone asks which pools are textures.
  for (size_t i = 0; i < textures.count; i++, sampling++) {
    Parts::Texture &texture = parts.textures.emplace_back();
    texture.info = textures.first[i];
    texture.name = sampling->name;
    texture.filter = sampling->filter;
    texture.betweenLevels = sampling->betweenLevels;
    texture.address = sampling->address;
    texture.members = sampling->members;
    texture.addresses = sampling->addresses;
    texture.begin = sampling->begin;
    texture.descriptors = std::make_unique<TextureDescriptors>();
  }
  for (Parts::Texture &texture : parts.textures) {
    const VkFormat format = FormatOf(texture.info);
    VkFormatProperties properties = {};
    vkGetPhysicalDeviceFormatProperties(parts.device.physicalDevice, format, &properties);
    const VkFormatFeatureFlags needed =
        VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
        (texture.filter == VK_FILTER_LINEAR ||
                 texture.betweenLevels == VK_SAMPLER_MIPMAP_MODE_LINEAR
             ? VkFormatFeatureFlags(VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT)
             : VkFormatFeatureFlags(0));
    if ((properties.optimalTilingFeatures & needed) != needed)
      throw Error(
          parts.Named(texture.name) + ": the device does not sample images of the VkFormat " +
              std::to_string(format) + " with that filter: translate with --textures=buffers",
          VK_ERROR_FORMAT_NOT_SUPPORTED);
    size_t room = 1;
    if (texture.IsArray()) {
      constexpr size_t kLeastRoom = 16;
      room = texture.begin + std::max(2 * parts.TexelsOf(texture).size(), kLeastRoom);
      room = std::min<size_t>({room, parts.limits.maxPerStageDescriptorSamplers,
                               parts.limits.maxPerStageDescriptorSampledImages});
    }
    texture.descriptors->images.resize(room);
    // Sets can bind it before anyone knows how large it is to be.
    parts.FitTexture(texture, {});
  }
}

BufferRange VulkanObject::Texture(const char *name) const {
  const Parts::Texture &texture = Initialised("Texture").FindTexture(name);
  return {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE, VK_NULL_HANDLE, texture.descriptors.get()};
}

void VulkanObject::UseTextures(const char *function, std::initializer_list<const char *> names) {
  Parts &parts = Initialised(function);
  for (const char *name : names) {
    const Parts::Texture &texture = parts.FindTexture(name);
    if (!texture.isOnDevice)
      throw Error(parts.className + "::" + function + ": texture '" + name +
                  "' is not on the device yet, and the commands need it: call UpdateAll first, and "
                  "again whenever the host has changed members");
    parts.CheckTexture(texture, function);
  }
}

void DropInCall::UploadTextures(std::initializer_list<const char *> names) {
  for (const char *name : names) {
    VulkanObject::Parts::Texture &texture = m_object.FindTexture(name);
    const std::vector<VulkanObject::Parts::Texels> all = m_object.TexelsOf(texture);
    for (const VulkanObject::Parts::Texels &texels : all)
      for (const VulkanObject::Parts::Texels::Level &level : texels.levels)
        CheckApart(name, level.data, level.size * texture.info.texelBytes, /*written=*/false);
    if (m_object.resident) {
      // What has never been there is the commands' to tell.
      if (texture.isOnDevice)
        m_object.CheckTexture(texture, m_state.name);
      continue;
    }
    m_object.FitTexture(texture, all);
    m_object.StageTexels(texture, all);
    m_state.textureUploads.push_back(&texture);
  }
}

void DropInCall::FillTextures(VkCommandBuffer cmd) {
  for (const VulkanObject::Parts::Texture *texture : m_state.textureUploads)
    m_object.FillTexture(cmd, *texture);
}

} // namespace vkmorph
