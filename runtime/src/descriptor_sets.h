// The descriptor sets of one object: made once for each combination.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include <vulkan/vulkan.h>

#include "vkmorph/object.h"

namespace vkmorph {

/// What a binding that is a texture, or an array of them, has. It stays where it is.
struct TextureDescriptors {
  std::vector<VkDescriptorImageInfo> images;
};

class DescriptorSetCache {
public:
  /// Makes a buffer of so many bytes, which no shader accesses.
  using MakeBuffer = std::function<VkBuffer(VkDeviceSize)>;
  DescriptorSetCache(const DeviceContext &device, MakeBuffer makeBuffer)
      : m_device(device), m_makeBuffer(std::move(makeBuffer)) {}
  ~DescriptorSetCache();
  DescriptorSetCache(const DescriptorSetCache &) = delete;
  DescriptorSetCache &operator=(const DescriptorSetCache &) = delete;

  /// What the bindings of a layout are, and how many descriptors each has, before its first set is
  /// asked for.
  void Declare(VkDescriptorSetLayout layout, const std::vector<VkDescriptorType> &types,
               const std::vector<uint32_t> &counts) {
    m_types[layout] = types;
    m_counts[layout] = counts;
  }
  /// The set with `buffers` at bindings 0, 1, ...; where one is VK_NULL_HANDLE, with memory that
  /// stands in for the array and that no other set has.
  VkDescriptorSet Get(VkDescriptorSetLayout layout, std::initializer_list<BufferRange> buffers);
  /// The set that is like `set`, with `other` where that refers to `handle`, a VkBuffer or a
  /// VkImageView; `set` itself where it does not.
  template <class Handle> VkDescriptorSet Renewed(VkDescriptorSet set, Handle handle, Handle other);
  /// What a set that is there binds; nothing for others.
  std::optional<BufferRange> Find(VkDescriptorSet set, uint32_t binding) const;
  /// Whether a set is there, and of that layout.
  bool IsOf(VkDescriptorSet set, VkDescriptorSetLayout layout) const;
  /// Whether a set that is there refers to `buffer`.
  bool Refers(VkDescriptorSet set, VkBuffer buffer) const;
  /// Frees the sets that refer to `buffer`.
  void Forget(VkBuffer buffer);
  /// Lets the sets that refer to `buffer` refer to `other`; no command buffer that uses them may be
  /// pending.
  void Replace(VkBuffer buffer, VkBuffer other);
  /// Lets the sets with textures have them as they are now; no command buffer that uses them may be
  /// pending.
  void Rewrite(const TextureDescriptors *textures);

private:
  using RangeKey =
      std::tuple<VkBuffer, VkDeviceSize, VkDeviceSize, VkImageView, const TextureDescriptors *>;
  struct Key {
    VkDescriptorSetLayout layout;
    std::vector<RangeKey> buffers;
    bool operator<(const Key &other) const {
      return std::tie(layout, buffers) < std::tie(other.layout, other.buffers);
    }
  };
  /// How many descriptors a set has of each type that there is.
  using Counts = std::map<VkDescriptorType, uint32_t>;
  /// All sets of a pool have the same size: then freed ones leave no holes that nothing fits.
  struct Pool {
    VkDescriptorPool pool;
    Counts descriptorsPerSet;
    uint32_t setsLeft; ///< Vulkan 1.0 does not say what happens when a pool is asked for too much
  };
  struct Entry {
    VkDescriptorSet set;
    size_t pool;
    std::vector<VkDescriptorBufferInfo> standIns; ///< of arrays that are not there
  };

  VkDescriptorSet Get(Key key);
  /// Null where the set is not there.
  const Key *FindKey(VkDescriptorSet set) const;
  static bool Refers(const Key &key, VkBuffer buffer);
  size_t PoolWithRoom(const Counts &descriptors);
  /// Makes memory, if need be, for so many arrays that are not there.
  void ReserveStandIns(size_t count);
  /// Writes the descriptor at `binding` of a set.
  void Write(VkDescriptorSet set, uint32_t binding, VkDescriptorType type, const RangeKey &range);

  const DeviceContext m_device;
  const MakeBuffer m_makeBuffer;
  std::vector<VkDescriptorBufferInfo> m_standIns; ///< that no set has
  std::vector<Pool> m_pools;
  std::map<Key, Entry> m_sets;
  std::map<VkDescriptorSet, const Key *> m_keys; ///< of those sets
  std::map<VkDescriptorSetLayout, std::vector<VkDescriptorType>> m_types;
  std::map<VkDescriptorSetLayout, std::vector<uint32_t>> m_counts;
};

} // namespace vkmorph
