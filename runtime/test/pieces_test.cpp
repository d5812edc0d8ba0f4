// Vectors that kernels append to, in a call that runs in pieces: how much room they get. No kernel
// runs: what the class tells of its commands is enough for that.
#include "test_support.h"

#include <array>
#include <new>
#include <vector>

namespace vkmorph::test {
namespace {

class Lists {
public:
  std::vector<int> m_current, m_next;
};

class Lists_Generated : public Lists {
public:
  void InitVulkanObjects(const DeviceContext &device);
  template <class Commands> void RunInPieces(Commands &&commands);

  VulkanObject m_vulkan{"Lists_Generated"};
  VkBuffer m_classData = VK_NULL_HANDLE;
  KernelLayout m_layout;
  std::array<VkDescriptorSet, 1> m_sets = {};
};

} // namespace
} // namespace vkmorph::test

template struct vkmorph::MemberTable<vkmorph::test::Lists_Generated,
                                     vkmorph::VectorSize<&vkmorph::test::Lists::m_current, 0>,
                                     vkmorph::VectorSize<&vkmorph::test::Lists::m_next, 12>>;
template struct vkmorph::VectorTable<
    vkmorph::test::Lists_Generated,
    vkmorph::CountedVector<&vkmorph::test::Lists::m_current, 4, 0, 8, 4>,
    vkmorph::CountedVector<&vkmorph::test::Lists::m_next, 4, 12, 20, 16>>;

namespace vkmorph::test {
namespace {

void Lists_Generated::InitVulkanObjects(const DeviceContext &device) {
  Requirements needs;
  needs.storageBuffersPerStage = 3;
  m_vulkan.Init(device, "Lists_Generated", needs);
  m_classData =
      m_vulkan.CreateClassData(24, this, vkmorph::MembersOf(this), {"m_current", "m_next"});
  m_vulkan.CreateVectors(this, vkmorph::VectorsOf(this), {"m_current", "m_next"});
  m_layout = m_vulkan.CreateLayout("Lists", 3, 4);
  m_sets[0] = m_vulkan.DescriptorSet(
      m_layout, {{m_classData}, {m_vulkan.Vector("m_current")}, {m_vulkan.Vector("m_next")}});
}

/// `commands` is called with a function that begins a kernel.
template <class Commands> void Lists_Generated::RunInPieces(Commands &&commands) {
  DropInCall call(m_vulkan, "Rounds");
  call.UploadVectors({"m_current", "m_next"});
  call.UploadMembers({{0, 24}});
  call.DownloadMembers({{0, 24}});
  call.DownloadVectors({"m_current", "m_next"});
  call.RunInPieces(kComputeKernel, [&](VkCommandBuffer cmd) {
    commands([&] { m_vulkan.BindSet(cmd, m_layout, m_sets[0], "InitVulkanObjects"); });
  });
}

class PiecesTest : public ValidatedTest, public ::testing::WithParamInterface<bool> {
protected:
  void SetUp() override {
    ValidatedTest::SetUp();
    DeviceContext device = ValidatedContext();
    device.allocator = &m_allocator;
    m_object.m_current.assign(100, 1);
    m_object.m_next.assign(100, 2);
    m_object.InitVulkanObjects(device);
  }
  void TearDown() override {
    m_object.m_vulkan.~VulkanObject(); // what it owns goes before the messages are counted
    new (&m_object.m_vulkan) VulkanObject();
    ValidatedTest::TearDown();
  }

  WatchedAllocator m_allocator{ValidatedContext(), GetParam()};
  Lists_Generated m_object;
};

INSTANTIATE_TEST_SUITE_P(Memory, PiecesTest, ::testing::Bool(), [](const auto &info) {
  return std::string(info.param ? "Staged" : "Mapped");
});

// Each round may double a list; the device knows that it does not.
TEST_P(PiecesTest, RoomFollowsWhatVectorsHave) {
  VulkanObject &vulkan = m_object.m_vulkan;
  m_object.RunInPieces([&](auto begin) {
    for (int round = 0; round < 40; round++) {
      begin();
      vulkan.WillClear("m_next");
      vulkan.WillAppend("m_next", {vulkan.MostElements("m_current")}, 2);
      begin();
      vulkan.WillClear("m_current");
      vulkan.WillAppend("m_current", {vulkan.MostElements("m_next")});
    }
    begin();
    EXPECT_LE(vulkan.MostElements("m_current"), 1u << 21);
  });
  EXPECT_LE(m_allocator.largest, VkDeviceSize(1) << 25);
  EXPECT_EQ(m_object.m_current, std::vector<int>(100, 1));
  EXPECT_EQ(m_object.m_next, std::vector<int>(100, 2));
}

// What is to be appended counts, though the device does not know it yet.
TEST_P(PiecesTest, RoomIsForWhatIsToCome) {
  VulkanObject &vulkan = m_object.m_vulkan;
  m_object.RunInPieces([&](auto begin) {
    begin();
    vulkan.WillAppend("m_current", {uint64_t(3) << 20});
    vulkan.WillAppend("m_next", {vulkan.MostElements("m_current")});
    EXPECT_EQ(vulkan.MostElements("m_current"), (3u << 20) + 100);
    EXPECT_EQ(vulkan.MostElements("m_next"), (3u << 20) + 200);
    begin();
    EXPECT_EQ(vulkan.MostElements("m_current"), 100u);
  });
  EXPECT_GE(m_allocator.largest, VkDeviceSize(3) << 22);
}

} // namespace
} // namespace vkmorph::test
