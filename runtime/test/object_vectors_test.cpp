// What holds objects behind an interface, and std::variants: what their records have, what comes
// back, and what is refused.
#include "test_support.h"
#include "vkmorph/objects.h"

#include <array>
#include <cstring>
#include <memory>
#include <vector>

namespace vkmorph::test {
namespace {

class Tool {
public:
  virtual ~Tool() = default;
  virtual int Use() const = 0;

private:
  int16_t m_price = 7;
};

struct Sized {
  float size = 0.5f;
};

class Hammer : public Tool, private Sized {
public:
  explicit Hammer(int weight) : m_weight(weight) {}
  int Use() const override { return m_weight; }

protected:
  int m_weight;
};

class Saw final : public Tool {
public:
  int Use() const override { return m_teeth[0]; }
  uint8_t m_teeth[4] = {1, 2, 3, 4};
};

/// No class that the row lists, but derived from one.
class Sledge : public Hammer {
public:
  Sledge() : Hammer(100) {}
};

class Toolbox;

/// One that knows whose it is, twice.
class Drill final : public Tool {
public:
  Drill(const Toolbox *first, Toolbox &second) : m_first(first), m_second(second) {}
  int Use() const override { return m_first == &m_second; }
  /// Where the reference is.
  static constexpr size_t kSecondOffset = 24;

private:
  const Toolbox *m_first;
  Toolbox &m_second;
};

/// A struct with variants inside; the rest of it is private.
struct Case {
  std::variant<int, Sized> kinds[2];
  int16_t &Height() { return m_height; }

private:
  int16_t m_height = 3;
  friend class Toolbox;
};

/// Stands in front of the base that the pointers lead to.
class Shelf {
public:
  virtual ~Shelf() = default;
  int height = 2;
};

class Toolbox {
public:
  virtual ~Toolbox() = default;
  std::vector<Tool *> &Tools() { return m_tools; }
  std::vector<std::unique_ptr<Tool>> &Owned() { return m_owned; }
  std::vector<std::shared_ptr<const Tool>> &Shared() { return m_shared; }
  Tool *&Best() { return m_best; }
  std::array<std::unique_ptr<Tool>, 2> &Slots() { return m_slots; }
  std::variant<int, Sized, std::monostate> &Kind() { return m_kind; }
  std::vector<std::variant<int, Sized>> &Kinds() { return m_kinds; }
  std::vector<std::unique_ptr<Tool>> &Drills() { return m_drills; }
  std::vector<Case> &Cases() { return m_cases; }

private:
  Tool *m_best = nullptr;
  std::array<std::unique_ptr<Tool>, 2> m_slots;
  std::variant<int, Sized, std::monostate> m_kind;
  std::vector<std::variant<int, Sized>> m_kinds;
  std::vector<Tool *> m_tools;
  std::vector<std::unique_ptr<Tool>> m_owned;
  std::vector<std::shared_ptr<const Tool>> m_shared;
  std::vector<std::unique_ptr<Tool>> m_drills;
  std::vector<Case> m_cases;
};

class Toolbox_Generated : public Shelf, public Toolbox {
public:
  VulkanObject m_vulkan{"Toolbox_Generated"};
};

/// What shaders have of a Tool.
struct Record {
  uint32_t type;
  int16_t price;
  float size;
  int weight;
  uint8_t teeth[4];
};

} // namespace
} // namespace vkmorph::test

template struct vkmorph::VectorTable<
    vkmorph::test::Toolbox_Generated,
    vkmorph::PackedVector<
        &vkmorph::test::Toolbox::m_tools, sizeof(vkmorph::test::Record),
        vkmorph::MemberUse::Written,
        vkmorph::Objects<
            vkmorph::ObjectClass<vkmorph::test::Hammer, 1,
                                 vkmorph::ObjectPart<&vkmorph::test::Tool::m_price, 4>,
                                 vkmorph::ObjectPart<&vkmorph::test::Sized::size, 8>,
                                 vkmorph::ObjectPart<&vkmorph::test::Hammer::m_weight, 12>>,
            vkmorph::ObjectClass<vkmorph::test::Saw, 2,
                                 vkmorph::ObjectPart<&vkmorph::test::Tool::m_price, 4>,
                                 vkmorph::ObjectPart<&vkmorph::test::Saw::m_teeth, 16>>>>,
    vkmorph::PackedVector<&vkmorph::test::Toolbox::m_owned, 4, vkmorph::MemberUse::Read,
                          vkmorph::Objects<vkmorph::ObjectClass<vkmorph::test::Saw, 1>>>,
    vkmorph::PackedVector<
        &vkmorph::test::Toolbox::m_shared, 8, vkmorph::MemberUse::Read,
        vkmorph::Objects<vkmorph::ObjectClass<
            vkmorph::test::Saw, 3, vkmorph::ObjectPart<&vkmorph::test::Saw::m_teeth, 4>>>>,
    vkmorph::PackedVector<&vkmorph::test::Toolbox::m_kinds, 12, vkmorph::MemberUse::Written,
                          vkmorph::Alternatives<4, 8>>,
    vkmorph::PackedVector<
        &vkmorph::test::Toolbox::m_drills, 4, vkmorph::MemberUse::Read,
        vkmorph::Objects<vkmorph::ObjectClass<
            vkmorph::test::Drill, 1,
            vkmorph::ObjectOwner<&vkmorph::test::Drill::m_first, vkmorph::test::Toolbox_Generated>,
            vkmorph::ObjectOwnerReference<vkmorph::test::Drill, vkmorph::test::Toolbox,
                                          vkmorph::test::Drill::kSecondOffset,
                                          vkmorph::test::Toolbox_Generated>>>>,
    vkmorph::CountedPackedVector<
        &vkmorph::test::Toolbox::m_cases, 28,
        vkmorph::StructParts<
            vkmorph::ObjectPart<&vkmorph::test::Case::m_height, 0>,
            vkmorph::PackedPart<&vkmorph::test::Case::kinds, 4, 12, vkmorph::Alternatives<4, 8>>>,
        36>>;

template struct vkmorph::MemberTable<
    vkmorph::test::Toolbox_Generated,
    vkmorph::PackedMember<
        &vkmorph::test::Toolbox::m_best, 0, 8, vkmorph::MemberUse::Read,
        vkmorph::Objects<vkmorph::ObjectClass<
            vkmorph::test::Hammer, 1, vkmorph::ObjectPart<&vkmorph::test::Hammer::m_weight, 4>>>>,
    vkmorph::PackedMember<
        &vkmorph::test::Toolbox::m_slots, 8, 8, vkmorph::MemberUse::Written,
        vkmorph::Objects<vkmorph::ObjectClass<
            vkmorph::test::Saw, 1, vkmorph::ObjectPart<&vkmorph::test::Saw::m_teeth, 4>>>>,
    vkmorph::PackedMember<&vkmorph::test::Toolbox::m_kind, 24, 12, vkmorph::MemberUse::Written,
                          vkmorph::Alternatives<4, 8, 0>>>;

namespace vkmorph::test {
namespace {

class ObjectVectors : public ValidatedTest {
protected:
  void Init() {
    m_box.m_vulkan.Init(ValidatedContext(), "Toolbox_Generated", {});
    m_classData = m_box.m_vulkan.CreateClassData(40, &m_box, MembersOf(&m_box),
                                                 {"m_best", "m_slots", "m_kind"});
    m_box.m_vulkan.CreateVectors(
        &m_box, VectorsOf(&m_box),
        {"m_tools", "m_owned", "m_shared", "m_kinds", "m_drills", "m_cases"});
  }
  void TearDown() override {
    m_box.m_vulkan.~VulkanObject(); // what it owns goes before the messages are counted
    new (&m_box.m_vulkan) VulkanObject();
    ValidatedTest::TearDown();
  }
  template <class Element> std::vector<Element> OnDevice(const char *name, size_t count) {
    CopyEngine copy(ValidatedContext());
    m_box.m_vulkan.UpdateMember(copy, name);
    std::vector<Element> elements(count);
    copy.ReadBuffer(m_box.m_vulkan.Vector(name), 0, elements.data(), count * sizeof(Element));
    return elements;
  }

  /// The words of the class data, after an upload of everything.
  std::vector<uint32_t> ClassData() {
    CopyEngine copy(ValidatedContext());
    m_box.m_vulkan.UpdateAll(copy);
    std::vector<uint32_t> words(9);
    copy.ReadBuffer(m_classData, 0, words.data(), 36);
    return words;
  }
  /// As if a kernel had written it.
  template <class Value> void Write(VkBuffer buffer, size_t offset, Value value) {
    CopyEngine(ValidatedContext()).UpdateBuffer(buffer, offset, &value, sizeof(value));
  }
  void ReadAll() {
    CopyEngine copy(ValidatedContext());
    m_box.m_vulkan.ReadAll(copy);
  }

  Toolbox_Generated m_box;
  VkBuffer m_classData = VK_NULL_HANDLE;
  Hammer m_hammer{12};
  Saw m_saw;
};

TEST_F(ObjectVectors, RecordsHaveTheClassAndItsMembers) {
  m_box.Tools() = {&m_saw, nullptr, &m_hammer};
  Init();
  const auto records = OnDevice<Record>("m_tools", 3);
  EXPECT_EQ(records[0].type, 2u);
  EXPECT_EQ(records[0].price, 7);
  EXPECT_EQ(records[0].teeth[3], 4);
  EXPECT_EQ(records[0].weight, 0); // no member of a Saw
  const Record none = {};
  EXPECT_EQ(std::memcmp(&records[1], &none, sizeof(Record)), 0);
  EXPECT_EQ(records[2].type, 1u);
  EXPECT_EQ(records[2].price, 7);
  EXPECT_EQ(records[2].size, 0.5f);
  EXPECT_EQ(records[2].weight, 12);
}

TEST_F(ObjectVectors, ObjectsMayBeOwnedAndShared) {
  m_box.Owned().push_back(std::make_unique<Saw>());
  m_box.Owned().push_back(nullptr);
  m_box.Shared().push_back(std::make_shared<Saw>());
  Init();
  EXPECT_EQ(OnDevice<uint32_t>("m_owned", 2), (std::vector<uint32_t>{1, 0}));
  EXPECT_EQ(OnDevice<uint32_t>("m_shared", 2), (std::vector<uint32_t>{3, 0x04030201}));
}

TEST_F(ObjectVectors, UploadsSeeWhatTheHostChanged) {
  m_box.Tools() = {&m_saw};
  Init();
  EXPECT_EQ(OnDevice<Record>("m_tools", 1)[0].teeth[0], 1);
  m_saw.m_teeth[0] = 9;
  m_box.Tools().push_back(&m_hammer);
  const auto records = OnDevice<Record>("m_tools", 2);
  EXPECT_EQ(records[0].teeth[0], 9);
  EXPECT_EQ(records[1].type, 1u);
}

TEST_F(ObjectVectors, WhatKernelsChangeComesBackIntoTheObjects) {
  m_box.Tools() = {&m_saw, nullptr, &m_hammer};
  m_box.Slots()[1] = std::make_unique<Saw>();
  Init();
  ClassData();
  Write<uint32_t>(m_box.m_vulkan.Vector("m_tools"), offsetof(Record, teeth), 0x0a0b0c0d);
  Write<int>(m_box.m_vulkan.Vector("m_tools"), 2 * sizeof(Record) + offsetof(Record, weight), 99);
  Write<uint32_t>(m_classData, 20, 0x01020304);
  ReadAll();
  EXPECT_EQ(m_saw.m_teeth[0], 0x0d);
  EXPECT_EQ(m_saw.m_teeth[3], 0x0a);
  EXPECT_EQ(m_hammer.Use(), 99);
  EXPECT_EQ(static_cast<Saw &>(*m_box.Slots()[1]).m_teeth[0], 4);
}

TEST_F(ObjectVectors, MembersAndArraysHaveRecordsInTheClassData) {
  m_box.Best() = &m_hammer;
  m_box.Slots()[1] = std::make_unique<Saw>();
  Init();
  const std::vector<uint32_t> words = ClassData();
  EXPECT_EQ(words[0], 1u);
  EXPECT_EQ(words[1], 12u);
  EXPECT_EQ(words[2], 0u);
  EXPECT_EQ(words[4], 1u);
  EXPECT_EQ(words[5], 0x04030201u);
}

TEST_F(ObjectVectors, ObjectsThatChangeAreReachedByOnePointer) {
  m_box.Tools() = {&m_saw, &m_hammer, &m_saw};
  Init();
  ExpectMentions(ErrorOf([&] { ClassData(); }),
                 {"Toolbox_Generated::UpdateAll", "element 0 of 'm_tools'",
                  "element 2 of 'm_tools'", "one pointer"});
  m_box.Tools() = {&m_hammer};
  m_box.Best() = &m_hammer;
  ExpectMentions(ErrorOf([&] { ClassData(); }), {"'m_best'", "element 0 of 'm_tools'"});
}

TEST_F(ObjectVectors, EachCallChecksItsPointersAnew) {
  m_box.Tools() = {&m_saw, &m_hammer};
  Init();
  const auto use = [&] {
    DropInCall call(m_box.m_vulkan, "Use");
    call.UploadMembers({{0, 8}});
    call.UploadVectors({"m_tools"});
  };
  use();
  m_box.Tools()[1] = &m_saw;
  const std::vector<std::string> parts = {"Toolbox_Generated::Use", "element 0 of 'm_tools'",
                                          "element 1 of 'm_tools'"};
  ExpectMentions(ErrorOf(use), parts);
  ExpectMentions(ErrorOf(use), parts);
}

TEST_F(ObjectVectors, VariantsHaveTheNumberOfTheirAlternative) {
  m_box.Kinds() = {7, Sized{0.25f}};
  m_box.Kind() = Sized{2.0f};
  Init();
  const std::vector<uint32_t> words = ClassData();
  EXPECT_EQ(words[6], 2u);
  EXPECT_EQ(words[8], 0x40000000u);
  const auto kinds = OnDevice<uint32_t>("m_kinds", 6);
  EXPECT_EQ(kinds, (std::vector<uint32_t>{1, 7, 0, 2, 0, 0x3e800000}));
  // Of another alternative, of the same, and of one without data.
  Write<uint32_t>(m_box.m_vulkan.Vector("m_kinds"), 0, 2);
  Write<float>(m_box.m_vulkan.Vector("m_kinds"), 8, 1.5f);
  Write<float>(m_box.m_vulkan.Vector("m_kinds"), 20, 3.0f);
  Write<uint32_t>(m_classData, 24, 3);
  ReadAll();
  EXPECT_EQ(std::get<Sized>(m_box.Kinds()[0]).size, 1.5f);
  EXPECT_EQ(std::get<Sized>(m_box.Kinds()[1]).size, 3.0f);
  EXPECT_EQ(m_box.Kind().index(), 2u);
}

TEST_F(ObjectVectors, StructsWithVariantsArePackedMemberByMember) {
  m_box.Cases().resize(2);
  m_box.Cases()[0].kinds[1] = Sized{0.25f};
  m_box.Cases()[1].kinds[0] = 7;
  Init();
  const auto words = OnDevice<uint32_t>("m_cases", 14);
  EXPECT_EQ(words, (std::vector<uint32_t>{3, 1, 0, 0, 2, 0, 0x3e800000, 3, 1, 7, 0, 1, 0, 0}));
  // As if kernels had cleared it, and appended three, with what was there as the first two.
  const std::vector<uint32_t> third = {5, 2, 0, 0x40000000, 1, 8, 0};
  std::vector<uint32_t> records(words);
  records.insert(records.end(), third.begin(), third.end());
  VectorsOf(&m_box).first[5].assign(&m_box, records.data(), 3);
  EXPECT_EQ(std::get<Sized>(m_box.Cases()[0].kinds[1]).size, 0.25f);
  EXPECT_EQ(std::get<int>(m_box.Cases()[1].kinds[0]), 7);
  EXPECT_EQ(m_box.Cases()[2].Height(), 5);
  EXPECT_EQ(std::get<Sized>(m_box.Cases()[2].kinds[0]).size, 2.0f);
  EXPECT_EQ(std::get<int>(m_box.Cases()[2].kinds[1]), 8);
}

/// An alternative that cannot be made, and is too large to be made elsewhere first: what should
/// have held it holds nothing.
struct Broken {
  explicit Broken(int) { throw 1; }
  unsigned char bytes[1000] = {};
};

using KindRecords = ArrayRecords<std::variant<int, Sized>, 12, Alternatives<4, 8>>;

// Arrays of the caller's, from which records are made for each call.
TEST_F(ObjectVectors, ArraysOfCallersArePackedForEachCall) {
  Init();
  std::vector<std::variant<int, Sized>> kinds = {7, Sized{0.25f}, 8};
  const auto run = [&](std::variant<int, Sized> *given) {
    DropInCall call(m_box.m_vulkan, "Take");
    const VkBuffer buffer = call.InOut<KindRecords>("kinds", given, 2u, /*mayBeNull=*/true);
    call.Run(kComputeKernel, [](VkCommandBuffer) {});
    return buffer;
  };
  EXPECT_NE(run(kinds.data()), VkBuffer(VK_NULL_HANDLE));
  EXPECT_EQ(std::get<int>(kinds[0]), 7);
  EXPECT_EQ(std::get<Sized>(kinds[1]).size, 0.25f);
  EXPECT_EQ(std::get<int>(kinds[2]), 8);
  EXPECT_EQ(run(nullptr), VkBuffer(VK_NULL_HANDLE));

  using Some = std::variant<int, Broken>;
  std::vector<Some> some = {1, 2};
  EXPECT_THROW(some[1].emplace<Broken>(1), int);
  ExpectMentions(ErrorOf([&] {
                   DropInCall call(m_box.m_vulkan, "Take");
                   call.In<ArrayRecords<Some, 1008, Alternatives<4, 8>>>("some", some, 2);
                 }),
                 {"Toolbox_Generated", "element 1 of 'some' holds no alternative"});
  const auto expectRefused = [&](size_t size, std::vector<std::string> parts) {
    kinds.assign(size, 5);
    ExpectMentions(ErrorOf([&] {
                     DropInCall call(m_box.m_vulkan, "Take");
                     call.In<KindRecords>("read", kinds.data(), size);
                     call.Out<KindRecords>("kinds", kinds, 2);
                   }),
                   parts);
  };
  expectRefused(1, {"'kinds' has 1 elements, and kernels use 2"});
  expectRefused(2, {"'kinds' overlaps 'read'"});
}

TEST_F(ObjectVectors, ElementsOfArraysMayBeArrays) {
  using Rows = ArrayRecords<std::variant<int, Sized>[2], 12, Alternatives<4, 8>>;
  static_assert(Rows::kRecordBytes == 24);
  std::variant<int, Sized> rows[2][2] = {{1, Sized{0.5f}}, {Sized{2.0f}, 4}};
  std::vector<uint32_t> words(12, 99);
  EXPECT_FALSE(Rows::Pack(rows, 2, words.data()));
  EXPECT_EQ(words, (std::vector<uint32_t>{1, 1, 0, 2, 0, 0x3f000000, 2, 0, 0x40000000, 1, 4, 0}));
  words[6] = 1;
  words[7] = 9;
  Rows::Unpack(rows, 2, words.data());
  EXPECT_EQ(std::get<int>(rows[1][0]), 9);
  EXPECT_EQ(std::get<Sized>(rows[0][1]).size, 0.5f);
  EXPECT_EQ(Rows::Pack(rows, 0, nullptr).index, 0u);
}

TEST_F(ObjectVectors, AnObjectOfAnUnknownClassIsAnError) {
  Sledge sledge;
  m_box.Tools() = {&m_saw, &sledge};
  Init();
  ExpectMentions(
      ErrorOf([&] { OnDevice<Record>("m_tools", 2); }),
      {"Toolbox_Generated", "element 1 of vector 'm_tools'", "Sledge", "translate it again"});
}

TEST_F(ObjectVectors, ObjectsHaveToPointToTheObjectThatIsCalled) {
  Toolbox other;
  m_box.Drills().push_back(std::make_unique<Drill>(&m_box, m_box));
  m_box.Drills().push_back(nullptr);
  Init();
  EXPECT_EQ(OnDevice<uint32_t>("m_drills", 2), (std::vector<uint32_t>{1, 0}));
  const auto expectRefused = [&](const Toolbox *first, Toolbox &second) {
    m_box.Drills()[1] = std::make_unique<Drill>(first, second);
    ExpectMentions(ErrorOf([&] { OnDevice<uint32_t>("m_drills", 2); }),
                   {"Toolbox_Generated", "element 1 of vector 'm_drills'", "Drill",
                    "let it lead to the object that is called"});
  };
  expectRefused(&other, m_box);
  expectRefused(nullptr, m_box);
  expectRefused(&m_box, other);
}

TEST_F(ObjectVectors, ReadingBackNamesTheMemberOfAnUnknownObject) {
  m_box.Tools() = {&m_saw};
  m_box.Slots()[1] = std::make_unique<Saw>();
  Init();
  ClassData();
  Sledge sledge;
  m_box.Tools() = {&sledge};
  m_box.Slots()[1] = std::make_unique<Sledge>();
  CopyEngine copy(ValidatedContext());
  const auto read = [&](const char *name) { m_box.m_vulkan.ReadMember(copy, name); };
  ExpectMentions(ErrorOf([&] { read("m_slots"); }),
                 {"Toolbox_Generated: element 1 of 'm_slots' is", "Sledge", "translate it again"});
  ExpectMentions(
      ErrorOf([&] { read("m_tools"); }),
      {"Toolbox_Generated: element 0 of vector 'm_tools' is", "Sledge", "translate it again"});
}

} // namespace
} // namespace vkmorph::test
