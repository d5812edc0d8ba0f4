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
    key.buffers.emplace_back(buffer.buffer, buffer.offset, buffer.range);
  return Get(std::move(key));
}

VkDescriptorSet DescriptorSetCache::Get(Key key) {
  const auto found = m_sets.find(key);
  if (found != m_sets.end())
    return found->second.set;

  const auto count = uint32_t(key.buffers.size());
  const size_t poolIndex = PoolWithRoom(count);
  Pool &pool = m_pools[poolIndex];
  VkDescriptorSetAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  info.descriptorPool = pool.pool;
  info.descriptorSetCount = 1;
  info.pSetLayouts = &key.layout;
  Entry entry = {VK_NULL_HANDLE, poolIndex};
  Check(vkAllocateDescriptorSets(m_device.device, &info, &entry.set), "vkAllocateDescriptorSets",
        "a set of " + std::to_string(count) + " storage buffers");
  pool.setsLeft--;

  std::vector<VkDescriptorBufferInfo> bufferInfos;
  for (const auto &[buffer, offset, range] : key.buffers)
    bufferInfos.push_back({buffer, offset, range});
  // Consecutive bindings of one type and one descriptor each may be written as one array.
  VkWriteDescriptorSet write = {};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = entry.set;
  write.descriptorCount = count;
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = bufferInfos.data();
  if (count != 0)
    vkUpdateDescriptorSets(m_device.device, 1, &write, 0, nullptr);
  m_sets.emplace(std::move(key), entry);
  return entry.set;
}

VkDescriptorSet DescriptorSetCache::Renewed(VkDescriptorSet set, VkBuffer buffer, VkBuffer other) {
  for (const auto &[key, entry] : m_sets) {
    if (entry.set != set)
      continue;
    Key renewed = key;
    for (RangeKey &range : renewed.buffers)
      if (std::get<0>(range) == buffer)
        std::get<0>(range) = other;
    return Get(std::move(renewed));
  }
  return set;
}

void DescriptorSetCache::Forget(VkBuffer buffer) {
  for (auto it = m_sets.begin(); it != m_sets.end();) {
    const std::vector<RangeKey> &buffers = it->first.buffers;
    if (std::none_of(buffers.begin(), buffers.end(),
                     [&](const RangeKey &range) { return std::get<0>(range) == buffer; })) {
      ++it;
      continue;
    }
    Pool &pool = m_pools[it->second.pool];
    vkFreeDescriptorSets(m_device.device, pool.pool, 1, &it->second.set); // cannot fail
    pool.setsLeft++;
    it = m_sets.erase(it);
  }
}

void DescriptorSetCache::Replace(VkBuffer buffer, VkBuffer other) {
  std::vector<Key> keys;
  for (const auto &[key, entry] : m_sets)
    if (std::any_of(key.buffers.begin(), key.buffers.end(),
                    [&](const RangeKey &range) { return std::get<0>(range) == buffer; }))
      keys.push_back(key);
  for (const Key &key : keys) {
    auto node = m_sets.extract(key);
    for (uint32_t i = 0; i < node.key().buffers.size(); i++) {
      auto &[bound, offset, range] = node.key().buffers[i];
      if (bound != buffer)
        continue;
      bound = other;
      const VkDescriptorBufferInfo info = {other, offset, range};
      VkWriteDescriptorSet write = {};
      write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
      write.dstSet = node.mapped().set;
      write.dstBinding = i;
      write.descriptorCount = 1;
      write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
      write.pBufferInfo = &info;
      vkUpdateDescriptorSets(m_device.device, 1, &write, 0, nullptr);
    }
    m_sets.insert(std::move(node));
  }
}

size_t DescriptorSetCache::PoolWithRoom(uint32_t descriptors) {
  for (size_t i = 0; i < m_pools.size(); i++)
    if (m_pools[i].descriptorsPerSet == descriptors && m_pools[i].setsLeft > 0)
      return i;

  constexpr uint32_t kSetsPerPool = 32;
  const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                     kSetsPerPool * std::max(descriptors, uint32_t(1))};
  VkDescriptorPoolCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT;
  info.maxSets = kSetsPerPool;
  info.poolSizeCount = 1;
  info.pPoolSizes = &size;
  Pool pool = {VK_NULL_HANDLE, descriptors, kSetsPerPool};
  Check(vkCreateDescriptorPool(m_device.device, &info, m_device.allocationCallbacks, &pool.pool),
        "vkCreateDescriptorPool", "the descriptor sets of an object");
  m_pools.push_back(pool);
  return m_pools.size() - 1;
}

} // namespace vkmorph
