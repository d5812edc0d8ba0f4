//===- Representation.h - Functions of the representation: exponents, remainders, bits
//---------------===//

#ifndef VKMORPH_BACKENDS_SHADING_MATHS_REPRESENTATION_H
#define VKMORPH_BACKENDS_SHADING_MATHS_REPRESENTATION_H

#include "Words.h"

namespace maths {

inline int clampTo(int n, int most) { return n < -most ? -most : n > most ? most : n; }

// std::ldexp: x * 2^n in steps that powers of 2 can take.
inline double timesPowerOfTwo(double x, int n) {
  const int all = clampTo(n, 2200);
  const int first = clampTo(all, 1000), second = clampTo(all - first, 1000);
  return shifted(shifted(shifted(x, first), second), all - first - second);
}
// std::ldexp: x * 2^n in steps that powers of 2 can take.
inline float timesPowerOfTwo(float x, int n) {
  const int all = clampTo(n, 300);
  const int first = clampTo(all, 120), second = clampTo(all - first, 120);
  return shifted(shifted(shifted(x, first), second), all - first - second);
}

// std::ilogb: the exponent of 2 below |x|.
template <typename T> inline int binaryExponent(T x) {
  if (__builtin_isinf(x))
    return 2147483647;
  if (x == T(0) || __builtin_isnan(x))
    return -2147483647 - 1;
  return exponentOf(x);
}

// std::nextafter: the bits counted up or down by one.
inline float nextNumber(float x, float y) {
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  if (x == y)
    return y;
  if (x == 0.0f)
    return withSign(fromBits(1u), y);
  return fromBits((x < y) == (x > 0.0f) ? bitsOf(x) + 1u : bitsOf(x) - 1u);
}
// std::nextafter: the bits counted up or down by one.
inline double nextNumber(double x, double y) {
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  if (x == y)
    return y;
  if (x == 0.0)
    return withSign(fromWords(0u, 1u), y);
  const unsigned low = lowWord(x);
  if ((x < y) == (x > 0.0))
    return fromWords(highWord(x) + (low == 0xffffffffu ? 1u : 0u), low + 1u);
  return fromWords(highWord(x) - (low == 0u ? 1u : 0u), low - 1u);
}

// std::remainder by long division; each step is exact. The quotient is to the nearest, ties to
// even.
template <typename T> inline T nearestRemainder(T x, T y) {
  T rest = std::fabs(x);
  const T divisor = std::fabs(y);
  if (__builtin_isinf(rest) || __builtin_isnan(rest) || __builtin_isnan(divisor) || divisor == T(0))
    return T(__builtin_nanf(""));
  bool isOdd = false;
  if (rest >= divisor) {
    T multiple = divisor;
    while (multiple <= rest * T(0.5))
      multiple *= T(2);
    while (multiple >= divisor) {
      isOdd = rest >= multiple;
      if (isOdd)
        rest -= multiple;
      multiple *= T(0.5);
    }
  }
  const T twice = rest + rest;
  if (twice > divisor || (twice == divisor && isOdd))
    rest -= divisor;
  return isMinus(x) ? -rest : rest;
}

// How many bits of 64 are 1.
inline int countBits(unsigned long long x) {
  return __builtin_popcount(unsigned(x >> 32)) + __builtin_popcount(unsigned(x));
}

// The position of the highest bit of 64 that is 1; -1 for 0.
inline int highestBit(unsigned long long x) {
  const unsigned upper = unsigned(x >> 32);
  return upper != 0u ? 63 - __builtin_clz(upper) : x == 0u ? -1 : 31 - __builtin_clz(unsigned(x));
}

// The position of the lowest bit of 64 that is 1; -1 for 0.
inline int lowestBit(unsigned long long x) {
  const unsigned lower = unsigned(x);
  return lower != 0u ? __builtin_ctz(lower) : x == 0u ? -1 : 32 + __builtin_ctz(unsigned(x >> 32));
}

} // namespace maths

#endif // VKMORPH_BACKENDS_SHADING_MATHS_REPRESENTATION_H
