// Perturbation: floats that a device keeps as half floats become one of the two next to them.
#include "perturbation.h"

#include "subject.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <vector>

#include <gtest/gtest.h>

using vkmorph::check::KeptInHalf;
using vkmorph::check::Perturbation;

// What perturbed code calls behind each store.
extern "C" void vkmorph_check_stored(void *place, uint64_t bytes);
// What perturbed code calls where a method that samples begins.
extern "C" void vkmorph_check_sampled(void *object, float *coordinates, const char *method);
extern "C" unsigned char vkmorph_check_keeps_halves;

static std::vector<KeptInHalf> find(std::vector<float> &values) {
  return {{values.data(), values.size() * sizeof(float)}};
}

TEST(Perturbation, KeepsWhatIsThereInHalves) {
  const float between = 1.0f + 0x1p-12f;
  std::set<float> seen;
  for (uint64_t seed = 0; seed < 64; ++seed) {
    std::vector<float> values = {between};
    Perturbation perturbation(seed);
    perturbation.keepHalves([&] { return find(values); });
    seen.insert(values[0]);
  }
  // Rounded any way.
  EXPECT_EQ(seen, (std::set<float>{1.0f, 1.0f + 0x1p-10f}));
}

TEST(Perturbation, LeavesHalvesAsTheyAre) {
  const std::vector<float> halves = {0.0f, -0.0f, 1.5f, -2048.0f, 65504.0f, 0x1p-24f, -0x1.8p-15f};
  std::vector<float> values = halves;
  Perturbation perturbation(7);
  perturbation.keepHalves([&] { return find(values); });
  EXPECT_EQ(values, halves);
}

TEST(Perturbation, KeepsWhatIsStoredThereAlone) {
  std::vector<float> kept(4, 0.0f), others(4, 0.1f);
  Perturbation perturbation(3);
  perturbation.keepHalves([&] { return find(kept); });
  EXPECT_EQ(vkmorph_check_keeps_halves, 1);
  std::fill(kept.begin(), kept.end(), 0.1f);
  // Two of them, and those of another array.
  vkmorph_check_stored(&kept[1], 2 * sizeof(float));
  vkmorph_check_stored(others.data(), others.size() * sizeof(float));
  EXPECT_EQ(kept[0], 0.1f);
  EXPECT_EQ(kept[3], 0.1f);
  for (size_t i : {1, 2}) {
    EXPECT_NE(kept[i], 0.1f);
    EXPECT_LE(std::fabs(kept[i] - 0.1f), 0x1p-14f);
  }
  EXPECT_EQ(others, std::vector<float>(4, 0.1f));
}

TEST(Perturbation, KeepsNoneOtherwise) {
  {
    std::vector<float> kept = {0.1f};
    Perturbation perturbation(1);
    perturbation.keepHalves([&] { return find(kept); });
  }
  EXPECT_EQ(vkmorph_check_keeps_halves, 0);
}

namespace {
/// A texture of two sizes, with levels behind it.
struct Picture {
  int64_t width, height;
};
struct Pyramid {
  Picture levels[3] = {{8, 4}, {4, 2}, {2, 1}};
};
} // namespace

static int64_t widthOf(void *picture) { return static_cast<Picture *>(picture)->width; }
static int64_t heightOf(void *picture) { return static_cast<Picture *>(picture)->height; }
static vkmorph::LevelObjects levelsOf(void *pyramid) {
  return {static_cast<Pyramid *>(pyramid)->levels, 3, sizeof(Picture)};
}

static int64_t countOf(void *) { return 3; }

/// Levels that are objects, and those of one vector, whose sizes are the finest one's.
static void expectEachTexel(bool isPacked) {
  vkmorph::TextureInfo texture = {};
  texture.dimensions = 2;
  texture.numbers[0] = widthOf;
  texture.numbers[1] = heightOf;
  if (isPacked)
    texture.levelCount = countOf;
  else
    texture.levels = levelsOf;
  const vkmorph::check::SampledMethod method = {"Sample", false, false, &texture};
  const vkmorph::check::SampledMethods methods = {&method, 1, 8, 8};
  // Three directions, then two texels along each axis on both levels.
  ASSERT_EQ(vkmorph::check::countProbes(methods), 3u + 8u);
  EXPECT_EQ(vkmorph::check::shareOf(methods, 2), 1.0);
  EXPECT_EQ(vkmorph::check::shareOf(methods, 3), 0x1p-11);
  Pyramid pyramid;
  std::set<std::vector<float>> seen;
  for (size_t probe = 3; probe < 11; ++probe) {
    Perturbation perturbation(1);
    perturbation.moveCoordinates(methods, probe);
    float coordinates[] = {0.5f, 0.5f, 0.25f};
    vkmorph_check_sampled(&pyramid, coordinates, "Sample");
    seen.insert({coordinates, coordinates + 3});
  }
  EXPECT_EQ(seen, (std::set<std::vector<float>>{{0.4375f, 0.375f, 0.0f},
                                                {0.4375f, 0.625f, 0.0f},
                                                {0.5625f, 0.375f, 0.0f},
                                                {0.5625f, 0.625f, 0.0f},
                                                {0.375f, 0.25f, 1.0f},
                                                {0.375f, 0.75f, 1.0f},
                                                {0.625f, 0.25f, 1.0f},
                                                {0.625f, 0.75f, 1.0f}}));
}

TEST(Perturbation, TakesEachTexelThatIsWeighed) {
  expectEachTexel(/*isPacked=*/false);
  expectEachTexel(/*isPacked=*/true);
}
