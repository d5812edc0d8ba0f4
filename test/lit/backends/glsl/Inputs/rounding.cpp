// Compares the functions that round in shaders with those of C++, on the CPU, where trunc of large doubles and roundEven are as
// wrong as those of a device that has no instruction for them.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <random>

struct vec2 {
  vec2(float x, float y) : x(x), y(y) {}
  float x, y;
};

using uint = uint32_t;
static uint floatBitsToUint(float value) {
  uint bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}
static float uintBitsToFloat(uint bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
static float truncOfDevice(float x) { return std::trunc(x); }
static double truncOfDevice(double x) { return std::fabs(x) > 16777216.0 ? x : std::trunc(x); }
template <class T> static T roundEvenOfDevice(T) { return T(42); }
template <class T> static T absOfDevice(T x) { return std::fabs(x); }

namespace glsl {
using std::ceil;
using std::floor;
#define trunc truncOfDevice
#define roundEven roundEvenOfDevice
#define abs absOfDevice
#include FUNCTIONS
#undef trunc
#undef roundEven
#undef abs
} // namespace glsl

static int failures = 0;

template <class T> static void check(const char *name, T x, T got, T wanted) {
  if ((std::isnan(got) && std::isnan(wanted)) || std::memcmp(&got, &wanted, sizeof(T)) == 0)
    return;
  std::printf("%s(%.17g): %.17g instead of %.17g\n", name, double(x), double(got), double(wanted));
  ++failures;
}

template <class T> static void checkAll(T x) {
  check("rint", x, glsl::roundHalfEven(x), std::nearbyint(x));
  if constexpr (sizeof(T) == 8) {
    check("trunc", x, glsl::towardZero(x), std::trunc(x));
    check("round", x, glsl::roundHalfAway(x), std::round(x));
  }
}

template <class T> static void checkWithSigns(T x) {
  checkAll(x);
  checkAll(-x);
}

template <class T> static void checkType() {
  for (T x : {T(0), T(0.5), T(1.5), std::numeric_limits<T>::infinity(), std::numeric_limits<T>::quiet_NaN(),
              std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), std::numeric_limits<T>::denorm_min()})
    checkWithSigns(x);
  const T infinity = std::numeric_limits<T>::infinity();
  for (int half = 0; half < 1000; ++half)
    for (T x : {T(half) / 2, std::nextafter(T(half) / 2, infinity), std::nextafter(T(half) / 2, T(0))})
      checkWithSigns(x);
  for (int exponent = 10; exponent < 66; ++exponent)
    for (T add : {T(0), T(0.25), T(0.5), T(1), T(1.5), T(-0.5), T(2.5)})
      checkWithSigns(std::ldexp(T(1), exponent) + add);
  std::mt19937_64 random(1);
  for (int i = 0; i < 100000; ++i)
    checkWithSigns(std::ldexp(T(random() >> 11), int(random() % 70) - 60));
}

int main() {
  checkType<float>();
  checkType<double>();
  return failures == 0 ? 0 : 1;
}
