// Tables of members: private ones, those of private types and bases, const and static ones.
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <vkmorph/vectors.h>

namespace hidden {

class Root {
  int m_root = 11;

protected:
  float m_float = 2.5f;
};

class Middle : private Root { // nobody below may name Root's members, or convert to it
};

class Input : public Middle {
  struct Secret {
    int a;
    double b;
  };
  enum class Kind : unsigned char { One = 1, Two = 2 };

public:
  int A() const { return m_secret.a; }
  int Passes() const { return m_passes; }

private:
  Secret m_secret = {3, 4.5};
  Kind m_kinds[3] = {Kind::One, Kind::Two, Kind::One};
  const int m_const = 21;
  static int s_count;
  int m_passes = 6;
};
int Input::s_count = 31;

class Input_Generated : public Input {};

/// An object with vectors inside, two levels deep.
class Boxed {
  struct Size {
    int width = 5;
  };
  struct Image {
    Size m_size;
    int m_depth = 8;
    std::vector<float> m_data = {1.0f, 2.0f, 4.0f};
    std::vector<int> m_marks;
  };
  Image m_image;
  const Image m_fixed;
};
class Boxed_Generated : public Boxed {};

} // namespace hidden

template struct vkmorph::MemberTable<
    hidden::Input_Generated, vkmorph::Member<&hidden::Root::m_root, 0>,
    vkmorph::Member<&hidden::Root::m_float, 4>,
    vkmorph::Member<&hidden::Input::m_secret, 8, vkmorph::MemberUse::Written>,
    vkmorph::Member<&hidden::Input::m_kinds, 24>, vkmorph::Member<&hidden::Input::m_const, 28>,
    vkmorph::Member<&hidden::Input::s_count, 32>>;
template struct vkmorph::MemberTable<
    hidden::Boxed_Generated,
    vkmorph::Within<&hidden::Boxed::m_image,
                    vkmorph::Within<&hidden::Boxed::Image::m_size,
                                    vkmorph::Member<&hidden::Boxed::Size::width, 0>>>,
    vkmorph::Within<&hidden::Boxed::m_image, vkmorph::Member<&hidden::Boxed::Image::m_depth, 4,
                                                             vkmorph::MemberUse::Written>>,
    vkmorph::Within<&hidden::Boxed::m_fixed,
                    vkmorph::VectorSize<&hidden::Boxed::Image::m_data, 8>>>;
template struct vkmorph::VectorTable<
    hidden::Boxed_Generated,
    vkmorph::Within<&hidden::Boxed::m_fixed,
                    vkmorph::VectorMember<&hidden::Boxed::Image::m_data, 4>>,
    vkmorph::Within<&hidden::Boxed::m_image,
                    vkmorph::CountedVector<&hidden::Boxed::Image::m_marks, 4, 12>>>;
template struct vkmorph::PrivateMembers<hidden::Input_Generated, &hidden::Input::m_passes,
                                        &hidden::Input::m_kinds, &hidden::Root::m_root>;
template struct vkmorph::PrivateMembers<hidden::Boxed_Generated, &hidden::Boxed::m_image,
                                        &hidden::Boxed::Image::m_depth>;

namespace {

const auto [kPasses, kKinds, kRoot] = vkmorph::kPrivateMembers<hidden::Input_Generated>;
const auto [kImage, kDepth] = vkmorph::kPrivateMembers<hidden::Boxed_Generated>;

template <class T> T ValueAt(const vkmorph::MemberInfo &member, void *object) {
  T value;
  std::memcpy(&value, member.address(object), sizeof(value));
  return value;
}

TEST(Members, TableReachesWhatIsPrivate) {
  hidden::Input_Generated object;
  const vkmorph::MemberSpan members = vkmorph::MembersOf(&object);
  ASSERT_EQ(members.count, 6u);
  EXPECT_EQ(ValueAt<int>(members.first[0], &object), 11);
  EXPECT_EQ(ValueAt<float>(members.first[1], &object), 2.5f);
  EXPECT_EQ(ValueAt<int>(members.first[2], &object), 3);
  EXPECT_EQ(ValueAt<unsigned char>(members.first[3], &object), 1);
  EXPECT_EQ(ValueAt<int>(members.first[4], &object), 21);
  EXPECT_EQ(ValueAt<int>(members.first[5], &object), 31);
}

TEST(Members, TableKnowsSizesOffsetsAndUses) {
  const vkmorph::MemberSpan members =
      vkmorph::MembersOf(static_cast<const hidden::Input_Generated *>(nullptr));
  const size_t sizes[] = {4, 4, 16, 3, 4, 4};
  const size_t offsets[] = {0, 4, 8, 24, 28, 32};
  for (size_t i = 0; i < members.count; i++) {
    EXPECT_EQ(members.first[i].bytes, sizes[i]);
    EXPECT_EQ(members.first[i].offset, offsets[i]);
    EXPECT_EQ(members.first[i].written, i == 2);
  }
}

TEST(Members, AddressesAreThoseOfTheObject) {
  hidden::Input_Generated object;
  *static_cast<int *>(vkmorph::MembersOf(&object).first[2].address(&object)) = 99;
  EXPECT_EQ(object.A(), 99);
}

TEST(Members, TableReachesMembersOfMembers) {
  hidden::Boxed_Generated object;
  const vkmorph::MemberSpan members = vkmorph::MembersOf(&object);
  ASSERT_EQ(members.count, 3u);
  EXPECT_EQ(ValueAt<int>(members.first[0], &object), 5);
  EXPECT_EQ(ValueAt<int>(members.first[1], &object), 8);
  EXPECT_TRUE(members.first[1].written);
  EXPECT_EQ(members.first[1].offset, 4u);
  EXPECT_EQ(members.first[2].count(&object), 3u);
  const vkmorph::VectorSpan vectors = vkmorph::VectorsOf(&object);
  ASSERT_EQ(vectors.count, 2u);
  const vkmorph::VectorElements elements = vectors.first[0].elements(&object);
  EXPECT_EQ(elements.size, 3u);
  EXPECT_EQ(static_cast<float *>(elements.data)[2], 4.0f);
  const int counted[] = {7, 9};
  vectors.first[1].assign(&object, counted, 2);
  EXPECT_EQ(vectors.first[1].elements(&object).size, 2u);
  EXPECT_EQ(static_cast<int *>(vectors.first[1].elements(&object).data)[1], 9);
}

TEST(Members, PointersReachIntoPrivateBases) {
  hidden::Input_Generated object;
  vkmorph::MemberOf(object, kRoot) += 2;
  EXPECT_EQ(*static_cast<int *>(vkmorph::MembersOf(&object).first[0].address(&object)), 13);
  const hidden::Input_Generated &constant = object;
  static_assert(std::is_same_v<decltype(vkmorph::MemberOf(constant, kRoot)), const int &>);
  EXPECT_EQ(&vkmorph::MemberOf(constant, kRoot), &vkmorph::MemberOf(object, kRoot));
}

TEST(Members, PointersReachWhatIsPrivate) {
  hidden::Input_Generated object;
  object.*kPasses += 1;
  EXPECT_EQ(object.Passes(), 7);
  const hidden::Input_Generated &constant = object;
  EXPECT_EQ(&(constant.*kKinds), vkmorph::MembersOf(&object).first[3].address(&object));
  hidden::Boxed_Generated boxed;
  EXPECT_EQ(boxed.*kImage.*kDepth, 8);
}

} // namespace
