// Vectors that are members: what moves, what grows, what has to be recorded again. The class below
// is the model of what is generated for a class with vectors.
#include "test_support.h"

#include <array>
#include <new>
#include <vector>

namespace vkmorph::test {
namespace {

class Weights {
public:
  virtual ~Weights() = default;
  std::vector<int> &Items() { return m_items; }
  void SetTaps(const std::vector<int> &taps) { m_taps = taps; }

private:
  std::vector<int> m_taps;
  std::vector<int> m_items;
};

class Weights_Generated : public Weights {
public:
  void InitVulkanObjects(const DeviceContext &device);
  void WeighCmd(VkCommandBuffer cmd, int offset);
  void Weigh(int offset);
  void WeighItemsCmd(VkCommandBuffer cmd, int offset);

  VulkanObject m_vulkan{"Weights_Generated"};
  VkBuffer m_classData = VK_NULL_HANDLE;
  KernelLayout m_weighItemsLayout;
  VkPipeline m_weighItemsPipeline = VK_NULL_HANDLE;
  std::array<VkDescriptorSet, 1> m_weighSets = {};
  int recordings = 0;
};

} // namespace
} // namespace vkmorph::test

template struct vkmorph::MemberTable<vkmorph::test::Weights_Generated,
                                     vkmorph::VectorSize<&vkmorph::test::Weights::m_taps, 0>,
                                     vkmorph::VectorSize<&vkmorph::test::Weights::m_items, 4>>;
template struct vkmorph::VectorTable<
    vkmorph::test::Weights_Generated, vkmorph::VectorMember<&vkmorph::test::Weights::m_taps, 4>,
    vkmorph::VectorMember<&vkmorph::test::Weights::m_items, 4, vkmorph::MemberUse::Written>>;

namespace vkmorph::test {
namespace {

const uint32_t kWeighWords[] = {
#include "weigh.inc"
};

void Weights_Generated::InitVulkanObjects(const DeviceContext &device) {
  Requirements needs;
  needs.workgroupInvocations = 64;
  needs.workgroupSize[0] = 64;
  needs.pushConstantBytes = 4;
  needs.storageBuffersPerStage = 3;
  m_vulkan.Init(device, "Weights_Generated", needs);
  m_classData = m_vulkan.CreateClassData(8, this, vkmorph::MembersOf(this), {"m_taps", "m_items"});
  m_vulkan.CreateVectors(this, vkmorph::VectorsOf(this), {"m_taps", "m_items"});
  m_weighItemsLayout = m_vulkan.CreateLayout("WeighItems", 3, 4);
  m_weighItemsPipeline =
      m_vulkan.CreatePipeline(m_weighItemsLayout, {"weigh", kWeighWords, sizeof(kWeighWords)});
  m_weighSets[0] = m_vulkan.DescriptorSet(
      m_weighItemsLayout,
      {{m_classData}, {m_vulkan.Vector("m_taps")}, {m_vulkan.Vector("m_items")}});
}

void Weights_Generated::WeighCmd(VkCommandBuffer cmd, int offset) {
  const Label label(m_vulkan, cmd, "Weigh");
  m_vulkan.UseMembers("WeighCmd", {{0, 8}}, {}); // m_taps.size(), m_items.size()
  m_vulkan.UseVectors("WeighCmd", {"m_taps", "m_items"});
  Barrier(cmd, kComputeWrite, kComputeReadWrite);
  m_vulkan.BindSet(cmd, m_weighItemsLayout, m_weighSets[0], "InitVulkanObjects");
  WeighItemsCmd(cmd, offset);
}

void Weights_Generated::WeighItemsCmd(VkCommandBuffer cmd, int offset) {
  vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, m_weighItemsPipeline);
  vkCmdPushConstants(cmd, m_weighItemsLayout.pipeline, VK_SHADER_STAGE_COMPUTE_BIT, 0,
                     sizeof(offset), &offset);
  vkCmdDispatch(cmd, m_vulkan.GroupCountOrNone(uint32_t(Items().size()), 64), 1, 1);
}

void Weights_Generated::Weigh(int offset) {
  DropInCall call(m_vulkan, "Weigh");
  call.UploadVectors({"m_taps", "m_items"});
  call.UploadMembers({{0, 8}}); // m_taps.size(), m_items.size()
  call.DownloadVectors({"m_items"});
  const auto record = [&](VkCommandBuffer cmd) {
    recordings++;
    WeighCmd(cmd, offset);
  };
  call.Run(kComputeKernel, record, offset, Items().size());
}

/// Both kinds of device memory: reached by the host, and not.
class VectorsTest : public ValidatedTest, public ::testing::WithParamInterface<bool> {
protected:
  void SetUp() override {
    ValidatedTest::SetUp();
    m_device = ValidatedContext();
    m_device.allocator = &m_allocator;
  }
  void TearDown() override {
    m_object.m_vulkan.~VulkanObject(); // what it owns goes before the messages are counted
    new (&m_object.m_vulkan) VulkanObject();
    ValidatedTest::TearDown();
  }
  void Init(const std::vector<int> &taps, const std::vector<int> &items) {
    m_object.SetTaps(taps);
    m_object.Items() = items;
    m_object.InitVulkanObjects(m_device);
  }
  /// The recorded form, once.
  void RunCommands(int offset) {
    CallerCommands(m_device, [&](VkCommandBuffer cmd) { m_object.WeighCmd(cmd, offset); }).Run();
  }
  using Ints = std::vector<int>;

  WatchedAllocator m_allocator{ValidatedContext(), GetParam()};
  DeviceContext m_device;
  Weights_Generated m_object;
};

INSTANTIATE_TEST_SUITE_P(Memory, VectorsTest, ::testing::Bool(), [](const auto &info) {
  return std::string(info.param ? "Staged" : "Mapped");
});

TEST_P(VectorsTest, ElementsComeBack) {
  Init({2, 3}, {1, 1, 1, 1, 1});
  m_object.Weigh(10);
  EXPECT_EQ(m_object.Items(), Ints({12, 13, 12, 13, 12}));
}

TEST_P(VectorsTest, EmptyVectorsHaveBuffersToo) {
  Init({}, {});
  m_object.Weigh(1);
  EXPECT_TRUE(m_object.Items().empty());
  m_object.Items() = {5};
  m_object.Weigh(1);
  EXPECT_EQ(m_object.Items(), Ints({6}));
}

TEST_P(VectorsTest, BuffersGrowWithTheVectors) {
  Init({1}, {0});
  for (int size = 1; size < 3000; size += 499) {
    m_object.Items().assign(size_t(size), size);
    m_object.SetTaps(Ints(size_t(size), 2));
    m_object.Weigh(1);
    EXPECT_EQ(m_object.Items(), Ints(size_t(size), 2 * size + 1));
  }
  m_object.Items() = {7};
  m_object.Weigh(0);
  EXPECT_EQ(m_object.Items(), Ints({14}));
}

TEST_P(VectorsTest, ReplaysWhileSizesStay) {
  Init({1}, Ints(100, 1));
  m_object.Weigh(1);
  const int allocations = m_allocator.allocations;
  for (int i = 0; i < 5; i++)
    m_object.Weigh(1);
  EXPECT_EQ(m_object.recordings, 1);
  EXPECT_EQ(m_object.Items()[99], 7);
  m_object.Items().resize(50);
  m_object.Weigh(1);
  EXPECT_EQ(m_object.recordings, 2);
  EXPECT_EQ(m_allocator.allocations, allocations);
}

TEST_P(VectorsTest, FillsPartsOfVectorsAndOfClassData) {
  Init({2}, {1, 2, 3, 4});
  CopyEngine copy(m_device);
  const VulkanObject &vulkan = m_object.m_vulkan;
  m_object.m_vulkan.UpdateAll(copy);
  CallerCommands(m_device, [&](VkCommandBuffer cmd) {
    vulkan.FillVector<int>(cmd, "m_items", 1, 2, -7);
    vulkan.FillVector<int>(cmd, "m_items", 4, 0, 9); // nothing
    vulkan.FillClassData<uint32_t>(cmd, 0, 0, 9u);
  }).Run();
  m_object.m_vulkan.ReadAll(copy);
  EXPECT_EQ(m_object.Items(), Ints({1, -7, -7, 4}));
  ExpectMentions(ErrorOf([&] { vulkan.FillVector<int>(VK_NULL_HANDLE, "m_items", 2, 99999, 0); }),
                 {"fills 99999 elements of 'm_items' from number 2 on"});
  ExpectMentions(ErrorOf([&] { vulkan.FillClassData<int>(VK_NULL_HANDLE, 4, 99996, 0); }),
                 {"fills more elements than an array has"});
}

TEST_P(VectorsTest, RecordedFormGrowsAtUpdateAll) {
  Init({3}, {1, 2});
  CopyEngine copy(m_device);
  m_object.m_vulkan.UpdateAll(copy);
  RunCommands(0);
  m_object.m_vulkan.ReadAll(copy);
  EXPECT_EQ(m_object.Items(), Ints({3, 6}));
  m_object.Items().assign(1000, 1);
  m_object.m_vulkan.UpdateAll(copy);
  RunCommands(5);
  RunCommands(0);
  m_object.m_vulkan.ReadAll(copy);
  EXPECT_EQ(m_object.Items(), Ints(1000, 24));
}

TEST_P(VectorsTest, SetsOfTheRecordedFormFollowADropInCall) {
  Init({1}, {1});
  const VkDescriptorSet set = m_object.m_weighSets[0];
  m_object.Items().assign(500, 1);
  m_object.Weigh(1);
  EXPECT_EQ(m_object.m_weighSets[0], set);
  CopyEngine copy(m_device);
  m_object.m_vulkan.UpdateAll(copy);
  RunCommands(1);
  m_object.m_vulkan.ReadAll(copy);
  EXPECT_EQ(m_object.Items(), Ints(500, 3));
}

TEST_P(VectorsTest, ResidentVectorsStayOnTheDevice) {
  Init({2}, {1, 1});
  CopyEngine copy(m_device);
  m_object.m_vulkan.SetResident(true);
  m_object.m_vulkan.UpdateAll(copy);
  m_object.Items() = {9, 9}; // not uploaded
  m_object.Weigh(1);
  EXPECT_EQ(m_object.Items(), Ints({9, 9})); // not read back
  m_object.m_vulkan.ReadAll(copy);
  EXPECT_EQ(m_object.Items(), Ints({3, 3}));
  m_object.Items().push_back(4);
  ExpectMentions(ErrorOf([&] { m_object.Weigh(1); }),
                 {"'m_items'", "3 elements, but 2 on the device", "UpdateAll"});
  m_object.m_vulkan.UpdateAll(copy);
  m_object.Weigh(0);
  m_object.m_vulkan.ReadAll(copy);
  EXPECT_EQ(m_object.Items(), Ints({6, 6, 8}));
}

TEST_P(VectorsTest, ReadAllWantsTheSizeOfTheUpload) {
  Init({2}, {1, 1});
  CopyEngine copy(m_device);
  m_object.m_vulkan.UpdateAll(copy);
  m_object.Items().push_back(4);
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.ReadAll(copy); }),
                 {"ReadAll", "'m_items'", "3 elements, but 2"});
}

TEST_P(VectorsTest, ArgumentsThatAreAVectorAreRefused) {
  Init({1}, {1, 2, 3});
  const auto call = [&](const int *data) {
    DropInCall call(m_object.m_vulkan, "Weigh");
    call.In("data", data, 2);
    call.UploadVectors({"m_items"});
  };
  ExpectMentions(ErrorOf([&] { call(m_object.Items().data() + 1); }),
                 {"Weigh", "'data' overlaps vector 'm_items'"});
  const int other[] = {1, 2};
  call(other);
}

TEST_P(VectorsTest, UnknownVectorsAreRefused) {
  Init({}, {});
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.Vector("m_other"); }),
                 {"Weights_Generated", "'m_other'"});
}

TEST_P(VectorsTest, TemporaryVectorsGrowAndLeaveWhatWasRecorded) {
  Init({2}, {1, 1});
  VulkanObject &vulkan = m_object.m_vulkan;
  vulkan.CreateTemporary("Weigh_soft", 4);
  const VkBuffer first = vulkan.Vector("Weigh_soft");
  std::array<VkDescriptorSet, 2> sets = {
      vulkan.DescriptorSet(m_object.m_weighItemsLayout,
                           {{m_object.m_classData}, {vulkan.Vector("m_taps")}, {first}}),
      m_object.m_weighSets[0]};
  const auto before = sets;
  vulkan.FitTemporary("Weigh_soft", 1, sets);
  EXPECT_EQ(vulkan.Vector("Weigh_soft"), first);
  EXPECT_EQ(sets, before);
  vulkan.FitTemporary("Weigh_soft", 100, sets);
  const VkBuffer second = vulkan.Vector("Weigh_soft");
  EXPECT_NE(second, first);
  EXPECT_NE(sets[0], before[0]);
  EXPECT_EQ(sets[1], before[1]); // does not bind it
  // Sets of before are brought up to date, whoever kept them.
  auto kept = before;
  vulkan.FitTemporary("Weigh_soft", 7, kept);
  EXPECT_EQ(kept, sets);
  EXPECT_EQ(vulkan.Vector("Weigh_soft"), second);
  ExpectMentions(ErrorOf([&] { vulkan.FitTemporary("Weigh_soft", uint64_t(-1), sets); }),
                 {"'Weigh_soft'", "18446744073709551615 elements", "maxStorageBufferRange"});
  ExpectMentions(ErrorOf([&] { vulkan.FitTemporary("m_taps", 1, sets); }),
                 {"no temporary vector 'm_taps'"});
}

TEST_P(VectorsTest, ResizingWantsRoomInTheRecordedForm) {
  Init({2}, {1, 1});
  m_object.m_vulkan.WillResize("m_items", 2);
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.WillResize("m_items", 1000); }),
                 {"'m_items'", "1000 elements", "room for", "UpdateAll"});
}

TEST_P(VectorsTest, CommandsWantTheVectorsAsTheyWereUploaded) {
  Init({2}, {1, 1});
  ExpectMentions(ErrorOf([&] { RunCommands(0); }),
                 {"Weights_Generated::WeighCmd", "not on the device yet", "UpdateAll"});
  CopyEngine copy(m_device);
  m_object.m_vulkan.UpdateMember(copy, "m_taps");
  m_object.m_vulkan.UpdateMember(copy, "m_items");
  m_object.Items() = {1, 1, 1};
  ExpectMentions(ErrorOf([&] { RunCommands(0); }),
                 {"WeighCmd", "'m_items' has 3 elements, but 2 on the device", "UpdateAll"});
  m_object.m_vulkan.UpdateAll(copy);
  RunCommands(0);
  m_object.m_vulkan.ReadAll(copy);
  EXPECT_EQ(m_object.Items(), Ints({2, 2, 2}));
}

TEST_P(VectorsTest, MembersComeBackBetweenCommandsOfACallAlone) {
  Init({2}, {1, 1});
  ExpectMentions(
      ErrorOf([&] { m_object.m_vulkan.ReadMembers(VK_NULL_HANDLE, kComputeKernel, {{0, 4}}); }),
      {"Weights_Generated", "call the function with host arrays"});
}

TEST_P(VectorsTest, FailedGrowthLeavesTheObjectUsable) {
  Init({1}, {1});
  m_object.Weigh(1); // staging is there
  m_object.Items().assign(1000, 1);
  m_allocator.failNext = true;
  ExpectMentions(ErrorOf([&] { m_object.Weigh(1); }), {"vector m_items"});
  m_object.Weigh(1);
  EXPECT_EQ(m_object.Items(), Ints(1000, 2));
}

} // namespace
} // namespace vkmorph::test
