// Textures of an object: images and samplers that follow its members, and the sets that bind them.
#include "test_support.h"

namespace vkmorph::test {

struct Slide {
  int width = 3, height = 2;
  uint8_t mode = 0;
  std::vector<std::array<float, 3>> texels = std::vector<std::array<float, 3>>(6);
};

/// A curve of half floats.
struct Curve {
  uint16_t count = 0;
  std::vector<std::array<uint16_t, 3>> texels;
};

/// A picture and smaller ones of it.
struct Frame {
  uint32_t width, height;
  std::vector<float> texels;
};
struct Reel {
  bool repeats = false;
  std::vector<Frame> frames;
};

/// All levels in one vector, with a number in front of each.
struct Strip {
  int width = 0;
  uint8_t levels = 0;
  std::vector<float> texels;

  long Begin(unsigned level) const noexcept {
    return level == 0 ? 1 : level == 1 ? width + 2 : 100;
  }
};

/// What a generated class of it would be.
class Projector {
public:
  Slide m_slide;
  Reel m_reel;
  Curve m_curve;
  Strip m_strip;
};

} // namespace vkmorph::test

namespace vkmorph {
using test::Projector, test::Slide, test::Frame, test::Reel, test::Curve, test::Strip;
template struct TextureTable<
    Projector,
    Texture<2, Within<&Projector::m_slide, VectorMember<&Slide::texels, 12>>,
            Within<&Projector::m_slide, TextureNumber<&Slide::width>>,
            Within<&Projector::m_slide, TextureNumber<&Slide::height>>,
            Within<&Projector::m_slide, TextureNumber<&Slide::mode>>>,
    LeveledTexture<2, Within<&Projector::m_reel, LevelsMember<&Reel::frames>>,
                   VectorMember<&Frame::texels, 4>, TextureNumber<&Frame::width>,
                   TextureNumber<&Frame::height>,
                   Within<&Projector::m_reel, TextureNumber<&Reel::repeats>>>,
    Texture<1, Within<&Projector::m_curve, HalfTexels<&Curve::texels, 6>>,
            Within<&Projector::m_curve, TextureNumber<&Curve::count>>>,
    PackedTexture<1, Within<&Projector::m_strip, VectorMember<&Strip::texels, 4>>,
                  Within<&Projector::m_strip, LevelCount<&Strip::levels, &Strip::Begin>>,
                  Within<&Projector::m_strip, TextureNumber<&Strip::width>>>>;
} // namespace vkmorph

namespace vkmorph::test {

class TexturesTest : public ValidatedTest {
protected:
  void SetUp() override {
    ValidatedTest::SetUp();
    DeviceContext context = ValidatedContext();
    context.allocator = &m_allocator;
    m_vulkan.Init(context, "Projector", Requirements());
    m_vulkan.CreateTextures(
        &m_projector, TexturesOf(&m_projector),
        {{"m_slide",
          VK_FILTER_LINEAR,
          VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
          {"m_slide.texels", "m_slide.width", "m_slide.height", "m_slide.mode"},
          {{0, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE}, {7, VK_SAMPLER_ADDRESS_MODE_REPEAT}}},
         {"m_reel",
          VK_FILTER_NEAREST,
          VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE,
          {"m_reel.frames", "m_reel.repeats"},
          {{0, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE}, {1, VK_SAMPLER_ADDRESS_MODE_REPEAT}},
          0,
          VK_SAMPLER_MIPMAP_MODE_LINEAR},
         {"m_curve",
          VK_FILTER_LINEAR,
          VK_SAMPLER_ADDRESS_MODE_REPEAT,
          {"m_curve.texels", "m_curve.count"}},
         {"m_strip",
          VK_FILTER_LINEAR,
          VK_SAMPLER_ADDRESS_MODE_REPEAT,
          {"m_strip.texels", "m_strip.levels", "m_strip.width"},
          {},
          0,
          VK_SAMPLER_MIPMAP_MODE_LINEAR}});
    m_layout = m_vulkan.CreateLayout("Show", {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER}, 0);
    m_set = m_vulkan.DescriptorSet(m_layout, {m_vulkan.Texture("m_slide")});
  }

  static Frame Of(uint32_t width, uint32_t height) {
    return {width, height, std::vector<float>(size_t(width) * height)};
  }

  void Update() {
    CopyEngine copy(ValidatedContext());
    m_vulkan.UpdateAll(copy);
  }

  WatchedAllocator m_allocator{ValidatedContext(), false};
  Projector m_projector;
  Slide &m_slide = m_projector.m_slide;
  VulkanObject m_vulkan;
  KernelLayout m_layout;
  VkDescriptorSet m_set = VK_NULL_HANDLE;
};

TEST_F(TexturesTest, ImagesFollowSizes) {
  Update();
  const int first = m_allocator.allocations, live = m_allocator.live;
  Update();
  EXPECT_EQ(m_allocator.allocations, first);
  m_slide.width = 2;
  Update();
  EXPECT_EQ(m_allocator.allocations, first + 1);
  EXPECT_EQ(m_allocator.live, live);
  // Sets bind it as it is at any time.
  EXPECT_EQ(m_vulkan.DescriptorSet(m_layout, {m_vulkan.Texture("m_slide")}), m_set);
}

TEST_F(TexturesTest, MembersAreUpdatedByTheirNames) {
  Update();
  m_slide = {2, 1, 7, std::vector<std::array<float, 3>>(2)};
  CopyEngine copy(ValidatedContext());
  m_vulkan.UpdateMember(copy, "m_slide.mode");
  m_vulkan.UseTextures("ShowCmd", {"m_slide"});
  ExpectMentions(ErrorOf([&] { m_vulkan.UpdateMember(copy, "m_slide"); }), {"'m_slide.texels'"});
}

TEST_F(TexturesTest, ATextureWithoutTexelsIsOne) {
  for (const int width : {0, -1, 3}) {
    m_slide = {width, 4, 0, {}};
    Update();
    m_vulkan.UseTextures("ShowCmd", {"m_slide"});
  }
}

TEST_F(TexturesTest, ImagesFollowLevels) {
  Reel &reel = m_projector.m_reel;
  Update(); // without any
  const int live = m_allocator.live;
  reel.frames = {Of(6, 3), Of(3, 1), Of(1, 1)};
  Update();
  const int allocations = m_allocator.allocations;
  EXPECT_EQ(m_allocator.live, live);
  m_vulkan.UseTextures("ShowCmd", {"m_reel"});
  Update();
  EXPECT_EQ(m_allocator.allocations, allocations);
  reel.frames.pop_back();
  ExpectMentions(ErrorOf([&] { m_vulkan.UseTextures("ShowCmd", {"m_reel"}); }),
                 {"'m_reel' has another size or addressing than on the device"});
  CopyEngine copy(ValidatedContext());
  m_vulkan.UpdateMember(copy, "m_reel.frames");
  m_vulkan.UseTextures("ShowCmd", {"m_reel"});
  reel.repeats = true;
  m_vulkan.UpdateMember(copy, "m_reel.repeats");
  m_vulkan.UseTextures("ShowCmd", {"m_reel"});
}

TEST_F(TexturesTest, LevelsOfOtherSizesAreErrors) {
  Reel &reel = m_projector.m_reel;
  reel.frames = {Of(6, 3), Of(3, 2)};
  ExpectMentions(ErrorOf([&] { Update(); }), {"texture 'm_reel' has 3 x 2 texels in level 1",
                                              "needs 3 x 1", "rounded down", "--textures=buffers"});
  reel.frames = {Of(2, 2), Of(1, 1), Of(1, 1)};
  ExpectMentions(ErrorOf([&] { Update(); }),
                 {"'m_reel' has 3 levels, of which level 1 is a single texel"});
  reel.frames = {Of(2, 2), {1, 1, {}}};
  ExpectMentions(ErrorOf([&] { Update(); }), {"'m_reel' has no texels in level 1", "fill it"});
  reel.frames = {{2, 2, {}}, {1, 1, {}}}; // nothing is there to sample
  Update();
}

TEST_F(TexturesTest, LevelsArePartsOfOneVector) {
  Strip &strip = m_projector.m_strip;
  const TextureInfo &info = TexturesOf(&m_projector).first[3];
  strip = {5, 2, std::vector<float>(9)};
  EXPECT_EQ(info.levelCount(&m_projector), 2);
  EXPECT_EQ(info.levelBegin(&m_projector, 1), 7);
  EXPECT_EQ((LevelCount<&Strip::levels>::Begin<Strip>(&strip, 1)), -1);
  Update();
  m_vulkan.UseTextures("ShowCmd", {"m_strip"});
  strip.levels = 1;
  ExpectMentions(ErrorOf([&] { m_vulkan.UseTextures("ShowCmd", {"m_strip"}); }),
                 {"'m_strip' has another size or addressing than on the device"});
  CopyEngine copy(ValidatedContext());
  m_vulkan.UpdateMember(copy, "m_strip.levels");
  m_vulkan.UseTextures("ShowCmd", {"m_strip"});
  strip.levels = 3; // begins behind the end
  ExpectMentions(ErrorOf([&] { Update(); }), {"'m_strip' has no texels in level 2", "fill it"});
  strip = {1, 2, std::vector<float>(9)};
  ExpectMentions(ErrorOf([&] { Update(); }),
                 {"'m_strip' has 2 levels, of which level 0 is a single texel"});
  strip = {1, 2, {}};
  Update();
  strip = {};
  Update();
}

TEST_F(TexturesTest, HalvesAreTexels) {
  Curve &curve = m_projector.m_curve;
  curve.texels.resize(7);
  curve.count = 7;
  const TextureSpan textures = TexturesOf(&m_projector);
  EXPECT_FALSE(textures.first[0].areHalves);
  EXPECT_TRUE(textures.first[2].areHalves);
  Update(); // the copy is as large as the image's texels are, which the layer checks
  m_vulkan.UseTextures("ShowCmd", {"m_curve"});
}

TEST_F(TexturesTest, ErrorsNameTextureAndRemedy) {
  ExpectMentions(ErrorOf([&] { m_vulkan.UseTextures("ShowCmd", {"m_slide"}); }),
                 {"Projector::ShowCmd", "'m_slide' is not on the device yet", "UpdateAll"});
  Update();
  m_slide.height = 1;
  ExpectMentions(ErrorOf([&] { m_vulkan.UseTextures("ShowCmd", {"m_slide"}); }),
                 {"'m_slide' has another size or addressing than on the device", "UpdateAll"});
  m_slide.height = 1 << 30;
  ExpectMentions(ErrorOf([&] { Update(); }), {"'m_slide' has 3 x 1073741824 texels",
                                              "maxImageDimension2D is", "--textures=buffers"});
  m_slide.height = 2;
  m_slide.mode = 9;
  ExpectMentions(ErrorOf([&] { Update(); }), {"'m_slide' is addressed by 9", "'addresses'"});
  ExpectMentions(ErrorOf([&] { m_vulkan.Texture("dark"); }),
                 {"Projector has no texture 'dark' that kernels sample"});
}

} // namespace vkmorph::test
