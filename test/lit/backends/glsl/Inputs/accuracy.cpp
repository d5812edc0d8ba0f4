// Measures functions of shaders against those of long double, in units in the last place, and compares the largest
// error with what ir/MathErrors.def states. Prints the table of docs/Language.md.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <random>

namespace glsl {
#define precise
using uint = unsigned;
struct uvec2 {
  uvec2(uint x, uint y) : x(x), y(y) {}
  uint x, y;
};
static double packDouble2x32(uvec2 words) {
  const uint parts[2] = {words.x, words.y};
  double value;
  std::memcpy(&value, parts, sizeof(value));
  return value;
}
static uvec2 unpackDouble2x32(double value) {
  uint words[2];
  std::memcpy(words, &value, sizeof(value));
  return uvec2(words[0], words[1]);
}
static float uintBitsToFloat(uint bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
static uint floatBitsToUint(float value) {
  uint bits;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}
static int findMSB(uint x) { return x == 0 ? -1 : 31 - __builtin_clz(x); }
static float abs(float x) { return std::fabs(x); }
static double abs(double x) { return std::fabs(x); }
using std::floor, std::sqrt, std::trunc, std::isnan, std::isinf;
#include FUNCTIONS
} // namespace glsl

static int failures = 0;

enum class Function {
#define VKM_MATH_ERROR(FN, FLOAT, DOUBLE) FN,
#include "ir/MathErrors.def"
#undef VKM_MATH_ERROR
};
static const struct {
  const char *name;
  double stated[2];
} kStated[] = {
#define VKM_MATH_ERROR(FN, FLOAT, DOUBLE) {#FN, {FLOAT, DOUBLE}},
#include "ir/MathErrors.def"
#undef VKM_MATH_ERROR
};
static double measured[sizeof(kStated) / sizeof(kStated[0])][2];

/// The distance in units in the last place of the type; 0 below its smallest normal number.
template <typename T> static double distance(T got, long double want) {
  using Limits = std::numeric_limits<T>;
  if (std::isnan(got) || std::isnan(want))
    return std::isnan(got) && std::isnan(want) ? 0.0 : INFINITY;
  if (std::isinf(got) || std::fabs(want) > Limits::max())
    return static_cast<T>(want) == got ? 0.0 : INFINITY;
  int exponent;
  std::frexp(want, &exponent);
  if (want == 0 || exponent < Limits::min_exponent)
    return std::fabs(got) < 2 * Limits::min() ? 0.0 : INFINITY;
  return static_cast<double>(std::fabs(static_cast<long double>(got) - want) /
                             std::ldexp(1.0L, exponent - Limits::digits));
}

static std::mt19937_64 generator(7);

/// Half of the numbers evenly between the ends, half of them over all magnitudes that lie between, of both signs where
/// the lower end is negative.
template <typename T> static T draw(double low, double high) {
  double share = std::uniform_real_distribution<double>()(generator);
  if (generator() & 1)
    return static_cast<T>(low + (high - low) * share);
  double most = std::log2(std::fmax(std::fabs(low), std::fabs(high)));
  double least = low > 0.0 ? std::log2(low) : std::fmin(-30.0, most - 60.0);
  double size = std::exp2(least + (most - least) * share) * (1.0 + 1e-4 * std::uniform_real_distribution<double>()(generator));
  T x = static_cast<T>(low < 0.0 && (generator() & 1) ? -size : size);
  return x < low || x > high ? static_cast<T>(low + (high - low) * share) : x;
}

constexpr int kCount = 200000;

template <typename T> static void note(Function function, double error, T x) {
  double &largest = measured[static_cast<int>(function)][sizeof(T) == 8];
  double stated = kStated[static_cast<int>(function)].stated[sizeof(T) == 8];
  if (error > largest) {
    largest = error;
    if (error > stated) {
      std::printf("%s of %.17g exceeds %g ULP: %g\n", kStated[static_cast<int>(function)].name, static_cast<double>(x),
                  stated, error);
      ++failures;
    }
  }
}

template <typename T>
static void measure(Function function, T (*ours)(T), long double (*exact)(long double), double low, double high) {
  for (int i = 0; i < kCount; ++i) {
    T x = draw<T>(low, high);
    note(function, distance(ours(x), exact(x)), x);
  }
}

template <typename T>
static void measure(Function function, T (*ours)(T, T), long double (*exact)(long double, long double), double size) {
  for (int i = 0; i < kCount; ++i) {
    T x = draw<T>(-size, size), y = draw<T>(-size, size);
    note(function, distance(ours(x, y), exact(x, y)), x);
  }
}

template <typename T> static void measureBoth() {
  bool isDouble = sizeof(T) == 8;
  double root = isDouble ? 1e300 : 1e37, log = isDouble ? 709.0 : 88.0;
  using F = Function;
  measure<T>(F::Expm1, glsl::exponentialMinusOne, std::expm1, -40.0, log);
  measure<T>(F::Log10, glsl::logarithmOfTen, std::log10, isDouble ? 1e-307 : 1e-37, root);
  measure<T>(F::Log10, glsl::logarithmOfTen, std::log10, 0.25, 4.0);
  measure<T>(F::Log1p, glsl::logarithmOfOnePlus, std::log1p, -0.99999, root);
  measure<T>(F::Log1p, glsl::logarithmOfOnePlus, std::log1p, -0.75, 3.0);
  measure<T>(F::Cbrt, glsl::cubeRoot, std::cbrt, -root, root);
  measure<T>(F::Hypot, glsl::hypotenuse, std::hypot, root);
  measure<T>(F::Hypot3, [](T x, T y) { return glsl::hypotenuse(x, y, T(1.5)); },
             [](long double x, long double y) { return std::sqrt(x * x + y * y + 2.25L); }, 100.0);
  measure<T>(F::Asinh, glsl::hyperbolicArcSine, std::asinh, -root, root);
  measure<T>(F::Asinh, glsl::hyperbolicArcSine, std::asinh, -4.0, 4.0);
  measure<T>(F::Acosh, glsl::hyperbolicArcCosine, std::acosh, 1.0, root);
  measure<T>(F::Acosh, glsl::hyperbolicArcCosine, std::acosh, 1.0, 1.25);
  measure<T>(F::Atanh, glsl::hyperbolicArcTangent, std::atanh, -1.0, 1.0);
  measure<T>(F::Erf, glsl::errorFunction, std::erf, -7.0, 7.0);
  measure<T>(F::Erfc, glsl::errorFunctionComplement, std::erfc, -7.0, isDouble ? 26.5 : 9.2);
  measure<T>(F::TGamma, glsl::gammaFunction, std::tgamma, isDouble ? 1e-300 : 1e-37, isDouble ? 171.6 : 35.0);
  measure<T>(F::TGamma, glsl::gammaFunction, std::tgamma, -20.0, -1e-6);
  measure<T>(F::LGamma, glsl::logGamma, std::lgamma, isDouble ? 1e-300 : 1e-37, root);
  measure<T>(F::LGamma, glsl::logGamma, std::lgamma, 0.125, 16.0);
}

static void measureDouble() {
  using F = Function;
  measure<double>(F::Exp, glsl::exponential, std::exp, -708.0, 709.0);
  measure<double>(F::Exp2, glsl::exponentialOfTwo, std::exp2, -1022.0, 1023.0);
  measure<double>(F::Log, glsl::logarithm, std::log, 1e-307, 1e300);
  measure<double>(F::Log, glsl::logarithm, std::log, 0.25, 4.0);
  measure<double>(F::Log2, glsl::logarithmOfTwo, std::log2, 1e-307, 1e300);
  measure<double>(F::Log2, glsl::logarithmOfTwo, std::log2, 0.25, 4.0);
  for (double range : {10.0, 1e6, 1e18, 1e300}) {
    measure<double>(F::Sin, glsl::sine, std::sin, -range, range);
    measure<double>(F::Cos, glsl::cosine, std::cos, -range, range);
    measure<double>(F::Tan, glsl::tangent, std::tan, -range, range);
  }
  measure<double>(F::Asin, glsl::arcSine, std::asin, -1.0, 1.0);
  measure<double>(F::Acos, glsl::arcCosine, std::acos, -1.0, 1.0);
  measure<double>(F::Atan, glsl::arcTangent, std::atan, -1e300, 1e300);
  measure<double>(F::Atan, glsl::arcTangent, std::atan, -3.0, 3.0);
  measure<double>(F::Atan2, glsl::arcTangent, std::atan2, 100.0);
  measure<double>(F::Sinh, glsl::hyperbolicSine, std::sinh, -709.0, 709.0);
  measure<double>(F::Sinh, glsl::hyperbolicSine, std::sinh, -3.0, 3.0);
  measure<double>(F::Cosh, glsl::hyperbolicCosine, std::cosh, -709.0, 709.0);
  measure<double>(F::Tanh, glsl::hyperbolicTangent, std::tanh, -25.0, 25.0);
  for (int i = 0; i < kCount; ++i) {
    double x = i & 1 ? draw<double>(1e-300, 1e300) : draw<double>(0.5, 2.0);
    double y = draw<double>(-1.0, 1.0) * 745.0 / std::fmax(std::fabs(std::log(x)), 1e-3);
    note(F::Pow, distance(glsl::power(x, y), std::pow(static_cast<long double>(x), static_cast<long double>(y))), x);
  }
}

/// Results of 0, NaN and infinity, with their signs.
static void same(const char *name, double x, double y, double got, double want) {
  bool agree = std::isnan(want) ? std::isnan(got)
                                : std::signbit(got) == std::signbit(want) && distance(got, want) <= 2.0;
  if (agree)
    return;
  std::printf("%s(%g, %g) = %.17g exceeds what is right: %.17g\n", name, x, y, got, want);
  ++failures;
}

static void compareSpecialValues() {
#define SAME(OURS, STD) same(#STD, x, y, glsl::OURS(x), std::STD(x))
#define SAME2(OURS, STD) same(#STD, x, y, glsl::OURS(x, y), std::STD(x, y))
  const double inf = INFINITY;
  for (double x : {0.0, -0.0, inf, -inf, static_cast<double>(NAN), 1.0, -1.0, 0.5, -2.0, 3.0, -3.0, 1e300, -1e300})
    for (double y : {0.0, -0.0, inf, -inf, static_cast<double>(NAN), 1.0, -1.0, 0.5, -2.0, 3.0, -3.0, 1e300}) {
      SAME2(power, pow), SAME2(arcTangent, atan2), SAME2(hypotenuse, hypot), SAME2(nearestRemainder, remainder);
      SAME2(nextNumber, nextafter);
      SAME(exponential, exp), SAME(exponentialOfTwo, exp2), SAME(exponentialMinusOne, expm1), SAME(logarithm, log);
      SAME(logarithmOfTwo, log2), SAME(logarithmOfTen, log10), SAME(logarithmOfOnePlus, log1p), SAME(cubeRoot, cbrt);
      SAME(sine, sin), SAME(cosine, cos), SAME(tangent, tan), SAME(arcTangent, atan), SAME(arcSine, asin);
      SAME(arcCosine, acos), SAME(hyperbolicSine, sinh), SAME(hyperbolicCosine, cosh), SAME(hyperbolicTangent, tanh);
      SAME(hyperbolicArcSine, asinh), SAME(hyperbolicArcCosine, acosh), SAME(hyperbolicArcTangent, atanh);
      SAME(errorFunction, erf), SAME(errorFunctionComplement, erfc), SAME(gammaFunction, tgamma);
      SAME(logGamma, lgamma);
    }
  // Whole powers have whole logarithms.
  for (int i = -300; i <= 300; ++i)
    same("log10", i, 0, glsl::logarithmOfTen(std::pow(10.0, i)), std::log10(std::pow(10.0, i)));
  for (int i = -1074; i < 1024; ++i) {
    double x = std::ldexp(1.5, i);
    same("ldexp", 1.5, i, glsl::timesPowerOfTwo(1.5, i), x);
    same("ilogb", x, 0, glsl::binaryExponent(x), std::ilogb(x));
    same("log2", i, 0, glsl::logarithmOfTwo(std::ldexp(1.0, i)), i);
  }
  for (int i = 0; i < kCount; ++i) {
    double x = draw<double>(-1e20, 1e20), y = draw<double>(-1e3, 1e3);
    if (glsl::nearestRemainder(x, y) != std::remainder(x, y))
      same("remainder", x, y, glsl::nearestRemainder(x, y), NAN);
    float a = draw<float>(-1e20, 1e20), b = draw<float>(-1e3, 1e3), ties = std::ldexp(static_cast<float>(i % 64), i % 8);
    if (glsl::nearestRemainder(a, b) != std::remainder(a, b))
      same("remainder", a, b, glsl::nearestRemainder(a, b), NAN);
    if (glsl::nearestRemainder(ties, 8.0f) != std::remainder(ties, 8.0f))
      same("remainder", ties, 8, glsl::nearestRemainder(ties, 8.0f), NAN);
  }
  if (failures == 0)
    std::printf("special values agree\n");
}

int main() {
  measureBoth<float>();
  measureBoth<double>();
  measureDouble();
  std::printf("function | float | double (measured; stated)\n");
  for (const auto &row : kStated) {
    const double(&error)[2] = measured[&row - kStated];
    std::printf("%s |", row.name);
    for (int i = 0; i < 2; ++i)
      row.stated[i] > 0.0 ? std::printf(" %.2f; %g%s", error[i], row.stated[i], i ? "\n" : " |") : std::printf(" GLSL's |");
  }
  compareSpecialValues();
  return failures != 0;
}
