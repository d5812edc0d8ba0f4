// UpdateMember and ReadMember: which bytes of which buffer they move.
#include "test_support.h"

#include <array>
#include <cstring>
#include <vector>

namespace vkmorph::test {
namespace {

class Mixer {
public:
  virtual ~Mixer() = default;
  std::vector<float> &Items() { return m_items; }
  int *Table() { return m_table; }
  int Count() const { return m_count; }

private:
  float m_gain = 2.0f;
  int m_table[4] = {1, 2, 3, 4};
  std::array<double, 2> m_scales = {0.5, 0.25};
  int m_count = 0;
  std::vector<float> m_items = {1.0f, 2.0f, 3.0f};
  std::vector<int> m_found = {7};
};

class Mixer_Generated : public Mixer {
public:
  void Init();
  std::vector<int> &Found();
  VulkanObject m_vulkan;
  VkBuffer m_classData = VK_NULL_HANDLE;
};

} // namespace
} // namespace vkmorph::test

template struct vkmorph::MemberTable<
    vkmorph::test::Mixer_Generated, vkmorph::Member<&vkmorph::test::Mixer::m_gain, 0>,
    vkmorph::Member<&vkmorph::test::Mixer::m_table, 4, vkmorph::MemberUse::Written>,
    vkmorph::Member<&vkmorph::test::Mixer::m_scales, 24>,
    vkmorph::Member<&vkmorph::test::Mixer::m_count, 40, vkmorph::MemberUse::Written>,
    vkmorph::VectorSize<&vkmorph::test::Mixer::m_items, 44>,
    vkmorph::VectorSize<&vkmorph::test::Mixer::m_found, 48>>;
template struct vkmorph::VectorTable<
    vkmorph::test::Mixer_Generated,
    vkmorph::VectorMember<&vkmorph::test::Mixer::m_items, 4, vkmorph::MemberUse::Written>,
    vkmorph::CountedVector<&vkmorph::test::Mixer::m_found, 4, 48, 52, 56>>;
template struct vkmorph::PrivateMembers<vkmorph::test::Mixer_Generated,
                                        &vkmorph::test::Mixer::m_found>;

namespace vkmorph::test {
namespace {

const auto [kFound] = kPrivateMembers<Mixer_Generated>;

std::vector<int> &Mixer_Generated::Found() { return this->*kFound; }

void Mixer_Generated::Init() {
  Requirements needs;
  needs.storageBuffersPerStage = 3;
  m_vulkan.Init(ValidatedContext(), "Mixer_Generated", needs);
  m_classData =
      m_vulkan.CreateClassData(64, this, vkmorph::MembersOf(this),
                               {"m_gain", "m_table", "m_scales", "m_count", "m_items", "m_found"});
  m_vulkan.CreateVectors(this, vkmorph::VectorsOf(this), {"m_items", "m_found"});
}

/// Moves nothing, and tells what it was asked for.
class WatchedEngine final : public ICopyEngine {
public:
  struct Piece {
    VkBuffer buffer;
    VkDeviceSize offset;
    std::vector<unsigned char> bytes; ///< what was written
    size_t count;
  };

  void UpdateBuffer(VkBuffer buffer, VkDeviceSize offset, const void *source,
                    size_t bytes) override {
    const auto *first = static_cast<const unsigned char *>(source);
    updates.push_back({buffer, offset, {first, first + bytes}, bytes});
  }
  void ReadBuffer(VkBuffer buffer, VkDeviceSize offset, void *target, size_t bytes) override {
    reads.push_back({buffer, offset, {}, bytes});
    for (size_t i = 0; i + sizeof(answer) <= bytes; i += sizeof(answer))
      std::memcpy(static_cast<unsigned char *>(target) + i, &answer, sizeof(answer));
  }
  /// Whether update number `index` wrote these values there.
  template <class T>
  void ExpectUpdate(size_t index, VkBuffer buffer, VkDeviceSize offset, std::vector<T> values) {
    ASSERT_LT(index, updates.size());
    EXPECT_EQ(updates[index].buffer, buffer);
    EXPECT_EQ(updates[index].offset, offset);
    ASSERT_EQ(updates[index].count, values.size() * sizeof(T));
    EXPECT_EQ(std::memcmp(updates[index].bytes.data(), values.data(), updates[index].count), 0);
  }

  std::vector<Piece> updates, reads;
  int answer = 9; ///< what every word reads as
};

class UpdateMemberTest : public ValidatedTest {
protected:
  void SetUp() override {
    ValidatedTest::SetUp();
    m_object.Init();
    CopyEngine engine(ValidatedContext());
    m_object.m_vulkan.UpdateAll(engine);
  }

  Mixer_Generated m_object;
  WatchedEngine m_engine;
};

TEST_F(UpdateMemberTest, AScalarMovesAlone) {
  m_object.m_vulkan.UpdateMember(m_engine, "m_gain");
  ASSERT_EQ(m_engine.updates.size(), 1u);
  m_engine.ExpectUpdate<float>(0, m_object.m_classData, 0, {2.0f});
}

TEST_F(UpdateMemberTest, ElementsOfArraysAreParts) {
  m_object.Table()[2] = 30;
  m_object.m_vulkan.UpdateMember(m_engine, "m_table", 1, 2);
  m_object.m_vulkan.UpdateMember(m_engine, "m_scales", 1);
  m_object.m_vulkan.UpdateMember(m_engine, "m_table", 4, 0);
  ASSERT_EQ(m_engine.updates.size(), 2u);
  m_engine.ExpectUpdate<int>(0, m_object.m_classData, 8, {2, 30});
  m_engine.ExpectUpdate<double>(1, m_object.m_classData, 32, {0.25});
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.UpdateMember(m_engine, "m_table", 3, 2); }),
                 {"m_table", "has 4 elements", "2 from number 3"});
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.UpdateMember(m_engine, "m_table", 5); }),
                 {"m_table", "has 4 elements"});
}

TEST_F(UpdateMemberTest, AVectorMovesWithItsSize) {
  m_object.Items() = {5.0f, 6.0f};
  m_object.m_vulkan.UpdateMember(m_engine, "m_items");
  ASSERT_EQ(m_engine.updates.size(), 2u);
  m_engine.ExpectUpdate<float>(0, m_object.m_vulkan.Vector("m_items"), 0, {5.0f, 6.0f});
  m_engine.ExpectUpdate<uint32_t>(1, m_object.m_classData, 44, {2});
}

TEST_F(UpdateMemberTest, APartOfAVectorLeavesItsSizeAlone) {
  m_object.Items()[1] = 20.0f;
  m_object.m_vulkan.UpdateMember(m_engine, "m_items", 1, 1);
  ASSERT_EQ(m_engine.updates.size(), 1u);
  m_engine.ExpectUpdate<float>(0, m_object.m_vulkan.Vector("m_items"), 4, {20.0f});
  m_object.Items().push_back(1.0f);
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.UpdateMember(m_engine, "m_items", 1, 1); }),
                 {"m_items", "4 elements", "3 on the device"});
}

TEST_F(UpdateMemberTest, AVectorThatKernelsAppendToGetsItsRoomAgain) {
  m_object.Found() = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  m_object.m_vulkan.UpdateMember(m_engine, "m_found");
  ASSERT_EQ(m_engine.updates.size(), 4u);
  m_engine.ExpectUpdate<int>(0, m_object.m_vulkan.Vector("m_found"), 0, m_object.Found());
  EXPECT_EQ(m_engine.updates[1].offset, 52u); // room
  m_engine.ExpectUpdate<uint32_t>(2, m_object.m_classData, 56, {0});
  m_engine.ExpectUpdate<uint32_t>(3, m_object.m_classData, 48, {9});
}

TEST_F(UpdateMemberTest, ReadsWhatKernelsWrite) {
  m_object.m_vulkan.ReadMember(m_engine, "m_count");
  EXPECT_EQ(m_object.Count(), 9);
  m_object.m_vulkan.ReadMember(m_engine, "m_table", 1, 2);
  EXPECT_EQ(m_object.Table()[0], 1);
  EXPECT_EQ(m_object.Table()[1], 9);
  EXPECT_EQ(m_object.Table()[2], 9);
  EXPECT_EQ(m_object.Table()[3], 4);
  m_object.m_vulkan.ReadMember(m_engine, "m_items", 2);
  EXPECT_EQ(m_object.Items()[1], 2.0f);
  EXPECT_NE(m_object.Items()[2], 3.0f);
  m_engine.answer = 2; // elements, and what each of them is
  m_object.m_vulkan.ReadMember(m_engine, "m_found");
  EXPECT_EQ(m_object.Found(), (std::vector<int>{2, 2}));
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.ReadMember(m_engine, "m_found", 0, 1); }),
                 {"m_found", "read all"});
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.ReadMember(m_engine, "m_gain"); }),
                 {"m_gain", "not written"});
}

TEST_F(UpdateMemberTest, UnknownNamesListTheKnownOnes) {
  ExpectMentions(ErrorOf([&] { m_object.m_vulkan.UpdateMember(m_engine, "m_gian"); }),
                 {"Mixer_Generated::UpdateMember", "'m_gian'", "'m_gain'", "'m_items'"});
  EXPECT_TRUE(m_engine.updates.empty());
}

} // namespace
} // namespace vkmorph::test
