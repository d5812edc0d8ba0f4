// A small generated-like class for the runtime's tests: an array in, an array in and out, two
// members.
#pragma once

#include <array>

#include <vkmorph/runtime.h>

namespace vkmorph::test {

class AddScaled {
public:
  AddScaled(int factor) : m_factor(factor) {}
  virtual ~AddScaled() = default;
  uint32_t Last() const { return m_last; }
  void SetFactor(int factor) { m_factor = factor; }

private:
  int m_factor;
  uint32_t m_last = 7;
};

class AddScaled_Generated : public AddScaled {
public:
  using AddScaled::AddScaled;

  static Requirements RequiredFeatures();
  void InitVulkanObjects(const DeviceContext &device);
  void SetInOutFor_Add(BufferRange data, BufferRange result, Aliasing aliasing);
  virtual void AddCmd(VkCommandBuffer cmd, uint32_t count);
  void Add(const int *data, int *result, uint32_t count, Aliasing aliasing = Aliasing::Distinct);

  VulkanObject m_vulkan{"AddScaled_Generated"};
  VkBuffer m_classData = VK_NULL_HANDLE;
  KernelLayout m_layout;
  VkPipeline m_pipeline = VK_NULL_HANDLE;
  std::array<VkDescriptorSet, 1> m_sets = {};
  int recordings = 0;
};

} // namespace vkmorph::test
