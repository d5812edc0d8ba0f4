// Images of an object: how large they get, and which sets bind them.
#include "test_support.h"

namespace vkmorph::test {

class ImagesTest : public ValidatedTest {
protected:
  void SetUp() override {
    ValidatedTest::SetUp();
    m_vulkan.Init(ValidatedContext(), "Pictures", Requirements());
    m_vulkan.CreateImage("light", VK_FORMAT_R32G32B32A32_SFLOAT);
    m_layout = m_vulkan.CreateLayout(
        "Blur", {VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE}, 0);
    m_sets = {m_vulkan.DescriptorSet(m_layout, {m_vulkan.Image("light"), m_vulkan.Image("light")})};
  }

  /// As XCmd does it; the commands run twice.
  void Prepare(uint32_t width, uint32_t count) {
    CallerCommands(ValidatedContext(), [&](VkCommandBuffer cmd) {
      m_vulkan.PrepareImage(cmd, "light", width, count, kComputeKernel, m_sets);
    }).Run(2);
  }
  VkImageView View() const { return m_vulkan.Image("light").view; }

  VulkanObject m_vulkan;
  KernelLayout m_layout;
  std::array<VkDescriptorSet, 1> m_sets = {};
};

TEST_F(ImagesTest, LargerOnesReplaceSmallerOnesInTheSets) {
  const VkImageView first = View();
  const auto before = m_sets;
  Prepare(7, 7 * 5);
  const VkImageView second = View();
  EXPECT_NE(second, first);
  EXPECT_NE(m_sets, before);
  const auto after = m_sets;
  Prepare(7, 7 * 5);
  Prepare(3, 2);
  EXPECT_EQ(View(), second);
  EXPECT_EQ(m_sets, after);
  // Sets of before are brought up to date, whoever kept them.
  m_sets = before;
  Prepare(1, 1);
  EXPECT_EQ(m_sets, after);
}

TEST_F(ImagesTest, SizesThatGrowABitNeedFewImages) {
  Prepare(100, 100 * 100);
  int made = 0;
  for (uint32_t side = 101; side <= 200; side++) {
    const VkImageView before = View();
    Prepare(side, side * side);
    made += View() != before;
  }
  EXPECT_LE(made, 4);
}

TEST_F(ImagesTest, AnImageThatFitsIsTakenAgain) {
  Prepare(64, 64);
  const VkImageView flat = View();
  Prepare(1, 300);
  const VkImageView tall = View();
  EXPECT_NE(tall, flat);
  Prepare(64, 64);
  EXPECT_TRUE(View() == flat || View() == tall);
}

TEST_F(ImagesTest, AnArrayWithoutPixelsIsAnImage) {
  Prepare(0, 0);
  Prepare(4, 0);
  Prepare(0, 3);
}

TEST_F(ImagesTest, ErrorsNameImageAndLimit) {
  ExpectMentions(
      ErrorOf([&] { Prepare(UINT32_MAX, 1); }),
      {"Pictures", "'light'", "4294967295 x 1 pixels", "maxImageDimension2D", "--images=buffers"});
  ExpectMentions(ErrorOf([&] { Prepare(1, UINT32_MAX); }), {"1 x 4294967295 pixels"});
  ExpectMentions(ErrorOf([&] { m_vulkan.Image("dark"); }), {"Pictures has no image 'dark'"});
  // No device stores to compressed images.
  ExpectMentions(ErrorOf([&] { m_vulkan.CreateImage("small", VK_FORMAT_BC1_RGB_UNORM_BLOCK); }),
                 {"Pictures: small", "sample and store to", "--images=buffers"});
}

} // namespace vkmorph::test
