// VulkanObject: checks of arguments, descriptor sets, group counts, shaders from files.
#include "test_support.h"

#include <cstdio>
#include <fstream>
#include <memory>
#include <thread>
#include <vector>

#include "add_scaled.h"

template struct vkmorph::MemberTable<
    vkmorph::test::AddScaled_Generated, vkmorph::Member<&vkmorph::test::AddScaled::m_factor, 0>,
    vkmorph::Member<&vkmorph::test::AddScaled::m_last, 4, vkmorph::MemberUse::Written>>;

namespace vkmorph::test {

static const uint32_t kAddScaledWords[] = {
#include "add_scaled.inc"
};

Requirements AddScaled_Generated::RequiredFeatures() {
  Requirements needs;
  needs.workgroupInvocations = 64;
  needs.workgroupSize[0] = 64;
  needs.pushConstantBytes = 4;
  needs.storageBuffersPerStage = 3;
  return needs;
}

void AddScaled_Generated::InitVulkanObjects(const DeviceContext &device) {
  m_vulkan.Init(device, "AddScaled_Generated", RequiredFeatures());
  m_sets = {};
  m_classData = m_vulkan.CreateClassData(8, this, vkmorph::MembersOf(this), {"m_factor", "m_last"});
  m_layout = m_vulkan.CreateLayout("Add", 3, 4);
  m_pipeline =
      m_vulkan.CreatePipeline(m_layout, {"add_scaled", kAddScaledWords, sizeof(kAddScaledWords)});
}

void AddScaled_Generated::SetInOutFor_Add(BufferRange data, BufferRange result, Aliasing aliasing) {
  m_vulkan.CheckArguments("SetInOutFor_Add", {{"data", data, false}, {"result", result, true}},
                          aliasing);
  m_sets[0] = m_vulkan.DescriptorSet(m_layout, {data, result, {m_classData}});
}

void AddScaled_Generated::AddCmd(VkCommandBuffer cmd, uint32_t count) {
  const Label label(m_vulkan, cmd, "Add");
  m_vulkan.UseMembers("AddCmd", {{0, 8}}, {{4, 4}}); // needs m_factor, m_last; writes m_last
  m_vulkan.CheckRange("AddCmd", "data", m_sets[0], 0, count, sizeof(int));
  m_vulkan.CheckRange("AddCmd", "result", m_sets[0], 1, count, sizeof(int));
  Barrier(cmd, kComputeWrite, kComputeReadWrite);
  m_vulkan.BindSet(cmd, m_layout, m_sets[0], "SetInOutFor_Add");
  vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, m_pipeline);
  vkCmdPushConstants(cmd, m_layout.pipeline, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(count), &count);
  vkCmdDispatch(cmd, m_vulkan.GroupCount(count, 64, 16), 1, 1);
}

void AddScaled_Generated::Add(const int *data, int *result, uint32_t count, Aliasing aliasing) {
  DropInCall call(m_vulkan, "Add", aliasing);
  const VkBuffer dataBuffer = call.In("data", data, count);
  const VkBuffer resultBuffer = call.InOut("result", result, count);
  call.UploadMembers({{0, 8}});
  call.DownloadMembers({{4, 4}});
  const auto record = [&](VkCommandBuffer cmd) {
    recordings++;
    const Restore callersSets(m_sets);
    SetInOutFor_Add({dataBuffer}, {resultBuffer}, aliasing);
    AddCmd(cmd, count);
  };
  call.Run(kComputeKernel, record, count);
}

namespace {

class ObjectTest : public ValidatedTest {};

TEST_F(ObjectTest, NothingWorksBeforeInit) {
  AddScaled_Generated object(2);
  const int data[] = {1};
  int result[] = {1};
  ExpectMentions(ErrorOf([&] { object.Add(data, result, 1); }), {"Add", "InitVulkanObjects"});
  ExpectMentions(ErrorOf([&] { object.m_vulkan.SetResident(true); }), {"InitVulkanObjects"});
  object.m_vulkan.ForgetBuffer(VK_NULL_HANDLE);
}

TEST_F(ObjectTest, IncompleteContextIsRefused) {
  AddScaled_Generated object(2);
  ExpectMentions(ErrorOf([&] { object.InitVulkanObjects(DeviceContext()); }),
                 {"AddScaled_Generated::InitVulkanObjects", "DeviceContext"});
}

TEST_F(ObjectTest, CommandsNeedBuffers) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  CopyEngine copy(ValidatedContext());
  object.m_vulkan.UpdateAll(copy);
  ExpectMentions(ErrorOf([&] {
                   CallerCommands(ValidatedContext(),
                                  [&](VkCommandBuffer cmd) { object.AddCmd(cmd, 4); });
                 }),
                 {"SetInOutFor_Add"});
}

class ArgumentsTest : public ObjectTest {
protected:
  void SetUp() override {
    ObjectTest::SetUp();
    m_object.InitVulkanObjects(ValidatedContext());
  }
  std::string Refused(BufferRange data, BufferRange result,
                      Aliasing aliasing = Aliasing::Distinct) {
    return ErrorOf([&] { m_object.SetInOutFor_Add(data, result, aliasing); });
  }
  AddScaled_Generated m_object{2};
  CallerBuffer m_a{ValidatedContext(), 4096};
  CallerBuffer m_b{ValidatedContext(), 4096};
};

TEST_F(ArgumentsTest, OffsetsAndRangesAreChecked) {
  ExpectMentions(Refused({}, {m_b.buffer}), {"'data'", "VK_NULL_HANDLE"});
  ExpectMentions(Refused({m_a.buffer, 3}, {m_b.buffer}),
                 {"SetInOutFor_Add", "'data'", "offset 3", "minStorageBufferOffsetAlignment"});
  ExpectMentions(Refused({m_a.buffer}, {m_b.buffer, 1 << 20}), {"'result'", "1048576", "has only"});
  ExpectMentions(Refused({m_a.buffer, 0, 1 << 20}, {m_b.buffer}), {"1048576", "has only"});
  ExpectMentions(Refused({m_a.buffer, 0, 0}, {m_b.buffer}), {"0 bytes"});
  m_object.SetInOutFor_Add({m_a.buffer, 256, 256}, {m_b.buffer}, Aliasing::Distinct);
}

TEST_F(ArgumentsTest, RangeLimitOfTheDeviceIsChecked) {
  const uint64_t limit = ValidatedContext().Properties().limits.maxStorageBufferRange;
  if (limit > (uint64_t(1) << 28))
    GTEST_SKIP() << "a buffer beyond maxStorageBufferRange would be very large here";
  CallerBuffer large(ValidatedContext(), limit + 65536);
  ExpectMentions(Refused({large.buffer}, {m_b.buffer}), {"maxStorageBufferRange"});
  ExpectMentions(Refused({large.buffer, 0, limit + 4096}, {m_b.buffer}), {"maxStorageBufferRange"});
  m_object.SetInOutFor_Add({large.buffer, 0, limit}, {m_b.buffer}, Aliasing::Distinct);
}

TEST_F(ArgumentsTest, OverlapIsRefusedWhereSomethingIsWritten) {
  ExpectMentions(Refused({m_a.buffer}, {m_a.buffer}), {"'data' and 'result' are the same"});
  ExpectMentions(Refused({m_a.buffer, 0, 512}, {m_a.buffer, 256, 512}), {"overlap"});
  ExpectMentions(Refused({m_a.buffer, 0, 512}, {m_a.buffer, 256, 512}, Aliasing::Identical),
                 {"overlap"});
  ExpectMentions(Refused({m_a.buffer}, {m_a.buffer, 256}), {"overlap"});
  m_object.SetInOutFor_Add({m_a.buffer, 0, 256}, {m_a.buffer, 256, 256}, Aliasing::Distinct);
  m_object.SetInOutFor_Add({m_a.buffer}, {m_a.buffer}, Aliasing::Identical);
}

TEST_F(ArgumentsTest, SetsAreCachedAndForgotten) {
  m_object.SetInOutFor_Add({m_a.buffer}, {m_b.buffer}, Aliasing::Distinct);
  const VkDescriptorSet first = m_object.m_sets[0];
  m_object.SetInOutFor_Add({m_b.buffer}, {m_a.buffer}, Aliasing::Distinct);
  EXPECT_NE(m_object.m_sets[0], first);
  m_object.SetInOutFor_Add({m_a.buffer}, {m_b.buffer}, Aliasing::Distinct);
  EXPECT_EQ(m_object.m_sets[0], first);
  // Far more sets than one pool holds, again and again.
  for (int i = 0; i < 1000; i++) {
    CallerBuffer buffer(ValidatedContext(), 1024);
    m_object.SetInOutFor_Add({buffer.buffer}, {m_b.buffer}, Aliasing::Distinct);
    m_object.SetInOutFor_Add({buffer.buffer, 256}, {m_b.buffer}, Aliasing::Distinct);
    m_object.m_vulkan.ForgetBuffer(buffer.buffer);
  }
}

TEST_F(ArgumentsTest, ArraysAreLeftOutWhereCommandsAsk) {
  VulkanObject &vulkan = m_object.m_vulkan;
  vulkan.CheckArguments("F", {{"data", {}, false, false, true}, {"result", {}, true, false, true}},
                        Aliasing::Distinct);
  std::array<VkDescriptorSet, 1> sets = {
      vulkan.DescriptorSet(m_object.m_layout, {{}, {m_b.buffer}, {m_object.m_classData}})};
  const VkDescriptorSet first = sets[0];
  EXPECT_EQ(vulkan.DescriptorSet(m_object.m_layout, {{}, {m_b.buffer}, {m_object.m_classData}}),
            first);
  EXPECT_FALSE(vulkan.IsGiven(first, 0, "Setter"));
  EXPECT_TRUE(vulkan.IsGiven(first, 1, "Setter"));
  vulkan.CheckRange("F", "data", first, 0, 1 << 20, sizeof(int)); // there is nothing to be short
  vulkan.ForgetBuffer(VK_NULL_HANDLE, sets);                      // no buffer, and so no set
  EXPECT_EQ(sets[0], first);
  EXPECT_FALSE(vulkan.IsGiven(first, 0, "Setter"));
  vulkan.ForgetBuffer(m_b.buffer, sets);
  ExpectMentions(ErrorOf([&] { vulkan.IsGiven(sets[0], 0, "Setter"); }),
                 {"AddScaled_Generated::Setter", "before the commands"});
  ExpectMentions(ErrorOf([&] { vulkan.IsGiven(first, 0, "Setter"); }), {"Setter", "again"});
}

TEST_F(ObjectTest, GroupCountCoversTheExtentWithinLimits) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  const VulkanObject &vulkan = object.m_vulkan;
  EXPECT_EQ(vulkan.GroupCount(0, 64, 1024), 1u);
  EXPECT_EQ(vulkan.GroupCount(-5, 64, 1024), 1u);
  EXPECT_EQ(vulkan.GroupCount(64, 64, 1024), 1u);
  EXPECT_EQ(vulkan.GroupCount(65, 64, 1024), 2u);
  EXPECT_EQ(vulkan.GroupCount(1 << 30, 64, 1024), 1024u);
  const auto *limits = ValidatedContext().Properties().limits.maxComputeWorkGroupCount;
  EXPECT_LE(vulkan.GroupCount(3000000000, 1, UINT32_MAX, 1), limits[1]);
  // 2^24 threads stride over what is more.
  EXPECT_EQ(vulkan.GroupCount(3000000000, 1024, UINT32_MAX), 16384u);
  EXPECT_EQ(vulkan.GroupCountOrNone(0, 64), 0u);
  EXPECT_EQ(vulkan.GroupCountOrNone(-5, 64, 1), 0u);
  EXPECT_EQ(vulkan.GroupCountOrNone(65, 64), 2u);
  EXPECT_EQ(vulkan.GroupCountOrNone(1 << 30, 64, 2, 7), 7u);
  ExpectMentions(ErrorOf([&] { vulkan.GroupCount(int64_t(1) << 32, 64, 1024); }),
                 {"4294967296", "32-bit"});
}

TEST_F(ObjectTest, CoarsenedGroupsAreFewerWhereEnoughAreLeft) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  const VulkanObject &vulkan = object.m_vulkan;
  EXPECT_EQ(vulkan.CoarsenedGroupCount(0, 64, 4), 0u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(-5, 64, 4), 0u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(65, 64, 4), 2u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(16384 * 64, 64, 4), 16384u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(16385 * 64, 64, 4), 16384u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(16384 * 64 * 4, 64, 4), 16384u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(40001 * 64, 64, 2), 20001u);
  // Those beside count as well, and there may be none of them.
  EXPECT_EQ(vulkan.CoarsenedGroupCount(512 * 8, 8, 4, 1, 128), 128u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(512 * 8, 8, 4, 1, 64), 256u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(512 * 8, 8, 4, 1, 32), 512u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(511 * 8, 8, 4, 1, 1 << 30), 128u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(1, 8, 4, 1, 1 << 30), 1u);
  EXPECT_EQ(vulkan.CoarsenedGroupCount(512 * 8, 8, 4, 1, 0), 512u);
  // Neighbours together: all threads or none.
  EXPECT_EQ(vulkan.JammedGroupCount(0, 8, 4, 1, 64), 0u);
  EXPECT_EQ(vulkan.JammedGroupCount(64 * 8, 8, 4, 1, 16), 64u);
  EXPECT_EQ(vulkan.JammedGroupCount(64 * 8, 8, 4, 1, 32), 16u);
  EXPECT_EQ(vulkan.JammedGroupCount(64 * 8 + 1, 8, 4, 1, 32), 17u);
  EXPECT_EQ(vulkan.JammedGroupCount(2048 * 64, 64, 4), 512u);
  EXPECT_EQ(vulkan.JammedGroupCount(9, 8, 4, 1, 1023), 2u);
  EXPECT_EQ(vulkan.JammedGroupCount(9, 8, 4, 1, 1024), 1u);
}

TEST_F(ObjectTest, SizesBeyond32BitsAreRefused) {
  EXPECT_EQ(ToUint32(UINT32_MAX, "n"), UINT32_MAX);
  ExpectMentions(ErrorOf([] { ToUint32(uint64_t(1) << 32, "n"); }), {"'n'", "4294967296"});
}

TEST_F(ObjectTest, PushConstantLimitIsChecked) {
  VulkanObject object;
  object.Init(ValidatedContext(), "Class", {});
  ExpectMentions(ErrorOf([&] { object.CreateLayout("Kernel", 1, 1u << 16); }),
                 {"Class", "Kernel", "65536", "maxPushConstantsSize"});
}

TEST_F(ObjectTest, LostElementsAndTimesOfTheUnknownAreErrors) {
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  ExpectMentions(ErrorOf([&] { object.m_vulkan.LostElements("m_v"); }), {"m_v", "no vector"});
  ExpectMentions(ErrorOf([&] { object.m_vulkan.GetExecutionTimes("Add"); }), {"Add"});
}

TEST_F(ObjectTest, EditedShadersAreReadFromADirectory) {
  const std::string directory = ::testing::TempDir();
  const std::string file = directory + "add_scaled.spv";
  std::ofstream(file, std::ios::binary)
      << std::ifstream(VKMORPH_TEST_SHADERS "/add_scaled_edited.spv", std::ios::binary).rdbuf();
  const int data[] = {1, 2};
  int result[] = {10, 10};
  SetShaderDirectory(directory);
  AddScaled_Generated edited(3);
  edited.InitVulkanObjects(ValidatedContext());
  edited.Add(data, result, 2);
  EXPECT_EQ(result[0], 7);
  EXPECT_EQ(result[1], 4);

  std::ofstream(file, std::ios::trunc) << "no SPIR-V at all";
  ExpectMentions(ErrorOf([&] { edited.InitVulkanObjects(ValidatedContext()); }),
                 {"add_scaled.spv", "is not SPIR-V"});
  std::remove(file.c_str()); // no such file: the embedded code
  edited.InitVulkanObjects(ValidatedContext());
  SetShaderDirectory("");
  edited.Add(data, result, 2);
  EXPECT_EQ(result[0], 10);
}

TEST_F(ObjectTest, TextsOfOpenClCAreRefusedWhereNobodyCompilesThem) {
  // A module of SPIR-V with OpSource, and no entry point.
  const uint32_t words[] = {0x07230203,
                            0x00010000,
                            0,
                            2,
                            0,
                            (2u << 16) | 17,
                            1,
                            3u << 16 | 14,
                            0,
                            1,
                            (3u << 16) | 7,
                            1,
                            0x6c63,
                            (5u << 16) | 3,
                            3,
                            200,
                            1,
                            0x7d7b};
  AddScaled_Generated object(2);
  object.InitVulkanObjects(ValidatedContext());
  ExpectMentions(ErrorOf([&] {
                   object.m_vulkan.CreatePipeline(object.m_layout,
                                                  {"twice", words, sizeof(words), "twice"});
                 }),
                 {"twice", "clspv", "SetShaderDirectory"});
}

TEST_F(ObjectTest, ObjectsShareThePipelinesOfEmbeddedCode) {
  const int data[] = {1, 2};
  auto first = std::make_unique<AddScaled_Generated>(2);
  first->InitVulkanObjects(ValidatedContext());
  AddScaled_Generated second(3);
  second.InitVulkanObjects(ValidatedContext());
  EXPECT_EQ(first->m_pipeline, second.m_pipeline);
  first.reset(); // the other one keeps it
  int result[] = {10, 10};
  second.Add(data, result, 2);
  EXPECT_EQ(result[1], 16);
  // From one thread each.
  AddScaled_Generated others[] = {1, 1, 1, 1};
  std::vector<std::thread> threads;
  for (AddScaled_Generated &other : others)
    threads.emplace_back([&] { other.InitVulkanObjects(ValidatedContext()); });
  for (std::thread &thread : threads)
    thread.join();
  for (const AddScaled_Generated &other : others)
    EXPECT_EQ(other.m_pipeline, second.m_pipeline);
}

TEST_F(ObjectTest, InitAgainStartsAfresh) {
  AddScaled_Generated object(2);
  const int data[] = {1, 2};
  int result[] = {1, 1};
  for (int i = 0; i < 3; i++) {
    object.InitVulkanObjects(ValidatedContext());
    object.Add(data, result, 2);
  }
  EXPECT_EQ(result[0], 7);
  EXPECT_EQ(result[1], 13);
}

} // namespace
} // namespace vkmorph::test
