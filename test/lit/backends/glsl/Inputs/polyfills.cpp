// Compares the functions that stand in for those of C++ with these, on the CPU. GLSL is compiled as
// C++: what GLSL leaves undefined in a built-in function traps, so that a function that relies on
// it is found.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <random>

#define precise

static float uintBitsToFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
static uint64_t doubleBitsToUint64(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
static double uint64BitsToDouble(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
static float trunc_(float x) { return std::trunc(x); }
template <class T> T abs_(T x) { return std::fabs(x); }
template <class T> int isnan_(T x) { return std::isnan(x); }
static int isinf_(float x) { return std::isinf(x); }
static float pow_(float x, float y) {
  if (x < 0 || (x == 0 && y <= 0))
    std::abort();
  return std::pow(x, y);
}
static float atan_(float y, float x) {
  if (x == 0 && y == 0)
    std::abort();
  return std::atan2(y, x);
}
static float min_(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    std::abort();
  return b < a ? b : a;
}
static float max_(float a, float b) {
  if (std::isnan(a) || std::isnan(b))
    std::abort();
  return a < b ? b : a;
}

namespace glsl {
#define trunc trunc_
#define abs abs_
#define isnan isnan_
#define isinf isinf_
#define pow pow_
#define atan atan_
#define min min_
#define max max_
#include FUNCTIONS
#undef trunc
#undef abs
#undef isnan
#undef isinf
#undef pow
#undef atan
#undef min
#undef max
} // namespace glsl

static int failures = 0;

static bool same(float a, float b) { return (std::isnan(a) && std::isnan(b)) || a == b; }

static void check(const char *name, float x, float y, float got, float expected) {
  if (same(got, expected))
    return;
  std::printf("%s(%.9g, %.9g) is %.9g, not %.9g\n", name, x, y, got, expected);
  ++failures;
}

int main() {
  const float special[] = {0.0f,
                           0.5f,
                           -0.5f,
                           1.0f,
                           -1.0f,
                           1.5f,
                           -1.5f,
                           2.0f,
                           -2.0f,
                           2.5f,
                           -2.5f,
                           3.0f,
                           -3.0f,
                           0.49999997f,
                           -0.49999997f,
                           8388607.5f,
                           -8388607.5f,
                           16777216.0f,
                           1e30f,
                           -1e30f,
                           1e-30f,
                           7.25f,
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::quiet_NaN(),
                           std::numeric_limits<float>::max(),
                           std::numeric_limits<float>::min()};
  std::mt19937 random(1);
  std::uniform_real_distribution<float> numbers(-1000.0f, 1000.0f);
  auto checkPair = [](float x, float y) {
    check("round", x, y, glsl::roundHalfAway(x), std::round(x));
    check("pow", x, y, glsl::power(x, y), std::pow(x, y));
    check("fmod", x, y, glsl::floatRemainder(x, y), std::fmod(x, y));
    check("fmin", x, y, glsl::minNumber(x, y), std::fmin(x, y));
    check("fmax", x, y, glsl::maxNumber(x, y), std::fmax(x, y));
    check("min", x, y, glsl::smaller(x, y), std::min(x, y));
    check("max", x, y, glsl::larger(x, y), std::max(x, y));
    check("clamp", x, y, glsl::limited(x, -2.0f, 2.0f), std::clamp(x, -2.0f, 2.0f));
    // Signs of zeros are not kept.
    if (x != 0 || y != 0)
      check("atan2", x, y, glsl::arcTangent(x, y), std::atan2(x, y));
  };
  for (float x : special)
    for (float y : special)
      checkPair(x, y);
  for (int i = 0; i < 20000; ++i)
    checkPair(numbers(random), numbers(random));
  for (int i = 0; i < 20000; ++i) {
    int a = static_cast<int>(random()), b = static_cast<int>(random() % 2000) - 1000;
    if (b != 0 && b != -1 && glsl::remainder(a, b) != a % b) {
      std::printf("remainder(%d, %d)\n", a, b);
      ++failures;
    }
  }
  // From any number of bits: what is near half of two floats is among them.
  for (int i = 0; i < 200000; ++i) {
    const uint64_t bits = (uint64_t(random()) << 32 | random()) >> (i & 63);
    const uint64_t half = (bits << 24 | 1) << 24 >> (i & 31);
    for (uint64_t x : {bits, half, half - 1, half + 1, ~bits}) {
      if (glsl::nearestFloat(double(glsl::oddInteger(x))) != float(x)) {
        std::printf("float(%llu)\n", (unsigned long long)x);
        ++failures;
      }
    }
  }
  std::printf("%d failures\n", failures);
  return failures != 0;
}
