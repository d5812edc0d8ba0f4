//===- Words.h - Numbers as bits, and numbers as sums of two ----------------------------------===//
//
// C++ that vkmorph's own front end translates: what shaders get for functions that their language
// lacks. Nothing here asks for integers of 64 bits: the compiler replaces the three functions on
// the words of a double by unpackDouble2x32 and packDouble2x32 (raise/MathsLibrary.cpp).
//
//===------------------------------------------------------------------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_MATHS_WORDS_H
#define VKMORPH_BACKENDS_SHADING_MATHS_WORDS_H

#include <cmath>

namespace maths {

//===------------------------------------------------------------------------------------------===//
// Bits
//===------------------------------------------------------------------------------------------===//

// The sign, the exponent and the first digits.
inline unsigned highWord(double x) {
  return unsigned(__builtin_bit_cast(unsigned long long, x) >> 32);
}
// The last digits.
inline unsigned lowWord(double x) { return unsigned(__builtin_bit_cast(unsigned long long, x)); }
inline double fromWords(unsigned high, unsigned low) {
  return __builtin_bit_cast(double, static_cast<unsigned long long>(high) << 32 | low);
}

inline unsigned bitsOf(float x) { return __builtin_bit_cast(unsigned, x); }
inline float fromBits(unsigned bits) { return __builtin_bit_cast(float, bits); }

// std::signbit.
inline bool isMinus(double x) { return highWord(x) >> 31 != 0u; }
// std::signbit.
inline bool isMinus(float x) { return bitsOf(x) >> 31 != 0u; }

// std::copysign: the size of x with the sign of y.
inline double withSign(double x, double y) {
  return fromWords((highWord(x) & 0x7fffffffu) | (highWord(y) & 0x80000000u), lowWord(x));
}
// std::copysign: the size of x with the sign of y.
inline float withSign(float x, float y) {
  return fromBits((bitsOf(x) & 0x7fffffffu) | (bitsOf(y) & 0x80000000u));
}

// x * 2^n, for n from -1022 to 1023.
inline double shifted(double x, int n) { return x * fromWords(unsigned(n + 1023) << 20, 0u); }
// x * 2^n, for n from -126 to 127.
inline float shifted(float x, int n) { return x * fromBits(unsigned(n + 127) << 23); }

// x * 2^n, rounded once, for n from -2000 to 2000.
inline double scaled(double x, int n) {
  const int first = n < -1000 ? -1000 : n > 1000 ? 1000 : n;
  return shifted(shifted(x, first), n - first);
}
// x * 2^n, rounded once, for n from -240 to 240.
inline float scaled(float x, int n) {
  const int first = n < -120 ? -120 : n > 120 ? 120 : n;
  return shifted(shifted(x, first), n - first);
}

// e where 2^e <= |x| < 2^(e + 1), for finite x that is not 0.
inline int exponentOf(double x) {
  const double size = std::fabs(x);
  if (size < 2.2250738585072014e-308)
    return int(highWord(size * 18014398509481984.0) >> 20) - 1077;
  return int(highWord(size) >> 20) - 1023;
}
// e where 2^e <= |x| < 2^(e + 1), for x that is not 0.
inline int exponentOf(float x) {
  const unsigned bits = bitsOf(x) & 0x7fffffffu;
  // Of a float below the smallest normal one by its bits: a device may take it for 0.
  if (bits < 0x00800000u)
    return -118 - __builtin_clz(bits);
  return int(bits >> 23) - 127;
}

//===------------------------------------------------------------------------------------------===//
// Sums of two numbers: the second is what rounding took from the first
//===------------------------------------------------------------------------------------------===//

// high + low = a + b.
template <typename T> inline void addExactly(T a, T b, T &high, T &low) {
  const T sum = a + b;
  const T part = sum - a;
  low = (a - (sum - part)) + (b - part);
  high = sum;
}

// high + low = a + b, where |a| >= |b|.
template <typename T> inline void addSmaller(T a, T b, T &high, T &low) {
  const T sum = a + b;
  low = b - (sum - a);
  high = sum;
}

// The upper half of the digits: products of two of these are exact.
inline double upperHalf(double x) { return fromWords(highWord(x), lowWord(x) & 0xf8000000u); }
// The upper half of the digits: products of two of these are exact.
inline float upperHalf(float x) { return fromBits(bitsOf(x) & 0xfffff000u); }

// high + low = a * b.
template <typename T> inline void multiplyExactly(T a, T b, T &high, T &low) {
  const T aHigh = upperHalf(a), bHigh = upperHalf(b);
  const T aLow = a - aHigh, bLow = b - bHigh;
  const T product = a * b;
  low = ((aHigh * bHigh - product) + aHigh * bLow + aLow * bHigh) + aLow * bLow;
  high = product;
}

// high + low = (n + nLow) / (d + dLow): the rest of the division, divided again, makes up for how
// the device divides.
template <typename T> inline void divideParts(T n, T nLow, T d, T dLow, T &high, T &low) {
  const T quotient = n / d;
  T product, rest;
  multiplyExactly(quotient, d, product, rest);
  low = (((n - product) - rest) + nLow - quotient * dLow) / d;
  high = quotient;
}

} // namespace maths

#endif // VKMORPH_BACKENDS_SHADING_MATHS_WORDS_H
