// What a program creates on a device is counted, by whatever way it finds the functions.
#include "creations.h"

#include "test_support.h"

namespace vkmorph::check {
namespace {

class CreationsTest : public test::ValidatedTest {
protected:
  CreationsTest() { takeCreations(); }

  const VkDevice device = test::ValidatedContext().Device().device;
  const VkFenceCreateInfo info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, 0};
};

TEST_F(CreationsTest, CountsByTheName) {
  const test::CallerBuffer buffer(test::ValidatedContext().Device(), 16);
  const Creations creations = takeCreations();
  EXPECT_EQ(creations.at("vkCreateBuffer"), 1u);
  EXPECT_EQ(creations.at("vkAllocateMemory"), 1u);
  EXPECT_TRUE(takeCreations().empty());
}

TEST_F(CreationsTest, CountsWhatIsCalledThroughAPointer) {
  const auto create =
      reinterpret_cast<PFN_vkCreateFence>(vkGetDeviceProcAddr(device, "vkCreateFence"));
  VkFence fence = VK_NULL_HANDLE;
  ASSERT_EQ(create(device, &info, nullptr, &fence), VK_SUCCESS);
  vkDestroyFence(device, fence, nullptr);
  EXPECT_EQ(takeCreations(), (Creations{{"vkCreateFence", 1}}));
}

} // namespace
} // namespace vkmorph::check
