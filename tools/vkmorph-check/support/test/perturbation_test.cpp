// Perturbation: floats that a device keeps as half floats become one of the two next to them.
#include "perturbation.h"

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
