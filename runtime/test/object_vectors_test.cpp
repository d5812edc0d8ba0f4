// Vectors of pointers to objects behind an interface: what their records have, and which objects
// are refused.
#include "test_support.h"

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

class Toolbox {
public:
  virtual ~Toolbox() = default;
  std::vector<Tool *> &Tools() { return m_tools; }
  std::vector<std::unique_ptr<Tool>> &Owned() { return m_owned; }
  std::vector<std::shared_ptr<const Tool>> &Shared() { return m_shared; }

private:
  std::vector<Tool *> m_tools;
  std::vector<std::unique_ptr<Tool>> m_owned;
  std::vector<std::shared_ptr<const Tool>> m_shared;
};

class Toolbox_Generated : public Toolbox {
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
    vkmorph::ObjectVector<
        &vkmorph::test::Toolbox::m_tools, sizeof(vkmorph::test::Record),
        vkmorph::ObjectClass<vkmorph::test::Hammer, 1,
                             vkmorph::ObjectPart<&vkmorph::test::Tool::m_price, 4>,
                             vkmorph::ObjectPart<&vkmorph::test::Sized::size, 8>,
                             vkmorph::ObjectPart<&vkmorph::test::Hammer::m_weight, 12>>,
        vkmorph::ObjectClass<vkmorph::test::Saw, 2,
                             vkmorph::ObjectPart<&vkmorph::test::Tool::m_price, 4>,
                             vkmorph::ObjectPart<&vkmorph::test::Saw::m_teeth, 16>>>,
    vkmorph::ObjectVector<&vkmorph::test::Toolbox::m_owned, 4,
                          vkmorph::ObjectClass<vkmorph::test::Saw, 1>>,
    vkmorph::ObjectVector<
        &vkmorph::test::Toolbox::m_shared, 8,
        vkmorph::ObjectClass<vkmorph::test::Saw, 3,
                             vkmorph::ObjectPart<&vkmorph::test::Saw::m_teeth, 4>>>>;

namespace vkmorph::test {
namespace {

class ObjectVectors : public ValidatedTest {
protected:
  void Init() {
    m_box.m_vulkan.Init(ValidatedContext(), "Toolbox_Generated", {});
    m_box.m_vulkan.CreateVectors(&m_box, VectorsOf(&m_box), {"m_tools", "m_owned", "m_shared"});
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

  Toolbox_Generated m_box;
  Hammer m_hammer{12};
  Saw m_saw;
};

TEST_F(ObjectVectors, RecordsHaveTheClassAndItsMembers) {
  m_box.Tools() = {&m_saw, nullptr, &m_hammer, &m_saw};
  Init();
  const auto records = OnDevice<Record>("m_tools", 4);
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
  EXPECT_EQ(std::memcmp(&records[3], &records[0], sizeof(Record)), 0);
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

TEST_F(ObjectVectors, AnObjectOfAnUnknownClassIsAnError) {
  Sledge sledge;
  m_box.Tools() = {&m_saw, &sledge};
  Init();
  ExpectMentions(
      ErrorOf([&] { OnDevice<Record>("m_tools", 2); }),
      {"Toolbox_Generated", "element 1 of vector 'm_tools'", "Sledge", "translate it again"});
}

} // namespace
} // namespace vkmorph::test
