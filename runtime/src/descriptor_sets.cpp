// The descriptor sets of one object: made once for each combination.
#include "descriptor_sets.h"

#include <algorithm>

#include "vkmorph/error.h"

namespace vkmorph {

DescriptorSetCache::~DescriptorSetCache() {
  for (const Pool &pool : m_pools)
    vkDestroyDescriptorPool(m_device.device, pool.pool, m_device.allocationCallbacks);
}

VkDescriptorSet DescriptorSetCache::Get(VkDescriptorSetLayout layout,
                                        std::initializer_list<BufferRange> buffers) {
  Key key = {layout, {}};
  for (const BufferRange &buffer : buffers)
    key.buffers.emplace_back(buffer.buffer, buffer.offset, buffer.range, buffer.view,
                             buffer.textures);
  return Get(std::move(key));
}

VkDescriptorSet DescriptorSetCache::Get(Key key) {
  const auto found = m_sets.find(key);
  if (found != m_sets.end())
    return found->second.set;

  const auto count = uint32_t(key.buffers.size());
  const std::vector<VkDescriptorType> &types = m_types[key.layout];
  const auto isAbsent = [&](size_t i) {
    return types[i] == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER && !std::get<VkBuffer>(key.buffers[i]);
  };
  Counts counts;
  size_t absent = 0;
  for (size_t i = 0; i < types.size(); i++) {
    counts[types[i]] += m_counts[key.layout][i];
    absent += isAbsent(i);
  }
  ReserveStandIns(absent); // which may throw, and a set would be lost by then
  const size_t poolIndex = PoolWithRoom(counts);
  Pool &pool = m_pools[poolIndex];
  VkDescriptorSetAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool.pool;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &key.layout;
  Entry entry = {VK_NULL_HANDLE, poolIndex, {}};
  Check(vkAllocateDescriptorSets(m_device.device, &info, &entry.set), "vkAllocateDescriptorSets",
        "a set of " + std::to_string(count) + " descriptors");
  pool.setsLeft--;
  for (uint32_t i = 0; i < count; i++) {
    RangeKey bound = key.buffers[i];
    if (isAbsent(i)) {
      const VkDescriptorBufferInfo standIn = m_standIns.back();
      m_standIns.pop_back();
      entry.standIns.push_back(standIn);
      bound = {standIn.buffer, standIn.offset, standIn.range, VK_NULL_HANDLE, nullptr};
    }
    Write(entry.set, i, types[i], bound);
  }
  const VkDescriptorSet set = entry.set;
  m_keys[set] = &m_sets.emplace(std::move(key), std::move(entry)).first->first;
  return set;
}

const DescriptorSetCache::Key *DescriptorSetCache::FindKey(VkDescriptorSet set) const {
  const auto found = m_keys.find(set);
  return found == m_keys.end() ? nullptr : found->second;
}

std::optional<BufferRange> DescriptorSetCache::Find(VkDescriptorSet set, uint32_t binding) const {
  const Key *key = FindKey(set);
  if (!key || binding >= key->buffers.size())
    return std::nullopt;
  const auto &[buffer, offset, range, view, textures] = key->buffers[binding];
  return BufferRange{buffer, offset, range, view, textures};
}

bool DescriptorSetCache::IsOf(VkDescriptorSet set, VkDescriptorSetLayout layout) const {
  const Key *key = FindKey(set);
  return key && key->layout == layout;
}

// No buffer is in the sets of images and of arrays that are not there.
bool DescriptorSetCache::Refers(const Key &key, VkBuffer buffer) {
  return buffer && std::any_of(key.buffers.begin(), key.buffers.end(), [&](const RangeKey &range) {
           return std::get<VkBuffer>(range) == buffer;
         });
}

bool DescriptorSetCache::Refers(VkDescriptorSet set, VkBuffer buffer) const {
  const Key *key = FindKey(set);
  return key && Refers(*key, buffer);
}

// Each is of another part of memory: nothing has to order dispatches that have none of an array.
void DescriptorSetCache::ReserveStandIns(size_t count) {
  constexpr VkDeviceSize kBytes = 256; // no device asks for a larger alignment
  constexpr VkDeviceSize kPerBuffer = 64;
  while (m_standIns.size() < count) {
    const VkBuffer buffer = m_makeBuffer(kPerBuffer * kBytes);
    for (VkDeviceSize i = 0; i < kPerBuffer; i++)
      m_standIns.push_back({buffer, i * kBytes, kBytes});
  }
}

void DescriptorSetCache::Write(VkDescriptorSet set, uint32_t binding, VkDescriptorType type,
                               const RangeKey &key) {
  const auto &[buffer, offset, range, view, textures] = key;
  const VkDescriptorBufferInfo bufferInfo = {buffer, offset, range};
  const VkDescriptorImageInfo imageInfo = {VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL};
  VkWriteDescriptorSet write = {};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = set;
  write.dstBinding = binding;
  write.descriptorCount = textures ? uint32_t(textures->images.size()) : 1;
  write.descriptorType = type;
  write.pBufferInfo = &bufferInfo;
  write.pImageInfo = textures ? textures->images.data() : &imageInfo;
  vkUpdateDescriptorSets(m_device.device, 1, &write, 0, nullptr);
}

template <class Handle>
VkDescriptorSet DescriptorSetCache::Renewed(VkDescriptorSet set, Handle handle, Handle other) {
  const Key *key = FindKey(set);
  if (!key)
    return set;
  Key renewed = *key;
  for (RangeKey &range : renewed.buffers)
    if (std::get<Handle>(range) == handle)
      std::get<Handle>(range) = other;
  return Get(std::move(renewed));
}

template VkDescriptorSet DescriptorSetCache::Renewed(VkDescriptorSet, VkBuffer, VkBuffer);
template VkDescriptorSet DescriptorSetCache::Renewed(VkDescriptorSet, VkImageView, VkImageView);

void DescriptorSetCache::Forget(VkBuffer buffer) {
  for (auto it = m_sets.begin(); it != m_sets.end();) {
    if (!Refers(it->first, buffer)) {
      ++it;
      continue;
    }
    Pool &pool = m_pools[it->second.pool];
    vkFreeDescriptorSets(m_device.device, pool.pool, 1, &it->second.set); // cannot fail
    pool.setsLeft++;
    m_standIns.insert(m_standIns.end(), it->second.standIns.begin(), it->second.standIns.end());
    m_keys.erase(it->second.set);
    it = m_sets.erase(it);
  }
}

void DescriptorSetCache::Replace(VkBuffer buffer, VkBuffer other) {
  std::vector<Key> keys;
  for (const auto &[key, entry] : m_sets)
    if (Refers(key, buffer))
      keys.push_back(key);
  for (const Key &key : keys) {
    auto node = m_sets.extract(key);
    for (uint32_t i = 0; i < node.key().buffers.size(); i++) {
      VkBuffer &bound = std::get<0>(node.key().buffers[i]);
      if (bound != buffer)
        continue;
      bound = other;
      Write(node.mapped().set, i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, node.key().buffers[i]);
    }
    const auto inserted = m_sets.insert(std::move(node));
    m_keys[inserted.position->second.set] = &inserted.position->first;
  }
}

void DescriptorSetCache::Rewrite(const TextureDescriptors *textures) {
  for (const auto &[key, entry] : m_sets)
    for (uint32_t i = 0; i < key.buffers.size(); i++)
      if (std::get<const TextureDescriptors *>(key.buffers[i]) == textures)
        Write(entry.set, i, m_types[key.layout][i], key.buffers[i]);
}

size_t DescriptorSetCache::PoolWithRoom(const Counts &descriptors) {
  for (size_t i = 0; i < m_pools.size(); i++)
    if (m_pools[i].descriptorsPerSet == descriptors && m_pools[i].setsLeft > 0)
      return i;

  constexpr uint32_t kSetsPerPool = 32;
  std::vector<VkDescriptorPoolSize> sizes;
  for (const auto &[type, count] : descriptors)
    sizes.push_back({type, kSetsPerPool * count});
  if (sizes.empty()) // a pool has some
    sizes.push_back({VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1});
  VkDescriptorPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
  info.maxSets = kSetsPerPool;
  info.poolSizeCount = uint32_t(sizes.size());
  info.pPoolSizes = sizes.data();
  Pool pool = {VK_NULL_HANDLE, descriptors, kSetsPerPool};
  Check(vkCreateDescriptorPool(m_device.device, &info, m_device.allocationCallbacks, &pool.pool),
        "vkCreateDescriptorPool", "the descriptor sets of an object");
  m_pools.push_back(pool);
  return m_pools.size() - 1;
}

} // namespace vkmorph
