//===- Exponential.h - Exponential functions, logarithms, powers, roots -----------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_MATHS_EXPONENTIAL_H
#define VKMORPH_BACKENDS_SHADING_MATHS_EXPONENTIAL_H

#include "Polynomials.h"
#include "Words.h"

namespace maths {

//===------------------------------------------------------------------------------------------===//
// e^x
//===------------------------------------------------------------------------------------------===//

// e^(x + low) = 2^k e^r with |r| < 0.35, and a polynomial for e^r.
template <typename T> inline T exponentialOfParts(T x, T low) {
  if (x > Constants<T>::mostExponent)
    return T(__builtin_inff());
  if (x < Constants<T>::leastExponent)
    return T(0);
  const T k = std::floor(x * Constants<T>::log2OfEHigh + T(0.5));
  const T high = x - k * Constants<T>::ln2High;
  const T rest = low - k * Constants<T>::ln2Low;
  const T r = high + rest;
  const T lost = (high - r) + rest;
  return scaled(T(1) + (r + (r * r * exponentialTail(r) + lost)), int(k));
}

// std::exp: e^x = 2^k e^r with |r| < 0.35, and a polynomial for e^r.
template <typename T> inline T exponential(T x) { return exponentialOfParts(x, T(0)); }

// std::exp2: 2^k 2^r with |r| <= 0.5, and a polynomial for 2^r.
template <typename T> inline T exponentialOfTwo(T x) {
  if (x > T(1100))
    return T(__builtin_inff());
  if (x < T(-1100))
    return T(0);
  const T k = std::floor(x + T(0.5));
  const T r = x - k;
  return scaled(T(1) + r * powerOfTwoTail(r), int(k));
}

// std::expm1: e^x - 1 = 2^k (e^r - 1) + (2^k - 1).
template <typename T> inline T exponentialMinusOne(T x) {
  if (x > Constants<T>::mostExponent)
    return T(__builtin_inff());
  if (x < T(-60))
    return T(-1);
  if (std::fabs(x) < T(1e-17))
    return x;
  const T k = std::floor(x * Constants<T>::log2OfEHigh + T(0.5));
  const T high = x - k * Constants<T>::ln2High;
  const T rest = -k * Constants<T>::ln2Low;
  const T r = high + rest;
  const T lost = (high - r) + rest;
  T sum, low;
  addSmaller(r, r * r * exponentialTail(r) + lost, sum, low);
  if (k == T(0))
    return sum + low;
  if (k > T(60))
    return scaled(T(1) + sum, int(k));
  const T power = shifted(T(1), int(k));
  T result, left;
  addExactly(power - T(1), power * sum, result, left);
  return result + (left + power * low);
}

//===------------------------------------------------------------------------------------------===//
// Logarithms
//===------------------------------------------------------------------------------------------===//

// high + low = log(m + mLow) for m from sqrt(1/2) to sqrt(2): with s = (m - 1) / (m + 1), a series
// in s^2 whose first three terms have the digits of two numbers.
template <typename T> inline void logarithmOfMantissa(T m, T mLow, T &high, T &low) {
  T n, nLow, d, dLow, s, sLow, z, zLow, part, rest;
  addExactly(m - T(1), mLow, n, nLow);
  addSmaller(T(2), n, d, dLow);
  divideParts(n, nLow, d, dLow + nLow, s, sLow);
  multiplyExactly(s, s, z, zLow);
  zLow += T(2) * s * sLow;
  T sum, sumLow;
  addSmaller(Constants<T>::twoFifthsHigh, z * logarithmTail(z), sum, sumLow);
  sumLow += Constants<T>::twoFifthsLow;
  multiplyExactly(z, sum, part, rest);
  rest += z * sumLow + zLow * sum;
  addSmaller(Constants<T>::twoThirdsHigh, part, sum, sumLow);
  sumLow += Constants<T>::twoThirdsLow + rest;
  multiplyExactly(z, sum, part, rest);
  rest += z * sumLow + zLow * sum;
  T cubic, cubicLow;
  multiplyExactly(s, part, cubic, cubicLow);
  cubicLow += s * rest + sLow * part;
  addSmaller(T(2) * s, cubic, sum, sumLow);
  addSmaller(sum, sumLow + (T(2) * sLow + cubicLow), high, low);
}

// k where x = 2^k m, and m is from sqrt(1/2) to sqrt(2), for x > 0.
template <typename T> inline int splitMantissa(T x, T &m) {
  int k = exponentOf(x);
  m = scaled(x, -k);
  if (m > T(1.4142135)) {
    m *= T(0.5);
    k += 1;
  }
  return k;
}

// high + low = log(x + xLow) for x > 0.
template <typename T> inline void logarithmParts(T x, T xLow, T &high, T &low) {
  T m, part, partLow, sum, rest;
  const int k = splitMantissa(x, m);
  logarithmOfMantissa(m, scaled(xLow, -k), part, partLow);
  addExactly(T(k) * Constants<T>::ln2High, part, sum, rest);
  addSmaller(sum, rest + (partLow + T(k) * Constants<T>::ln2Low), high, low);
}

// What logarithms of numbers are that have none: of 0, of negative ones, of NaN and infinity.
template <typename T> inline bool hasLogarithm(T x) { return x > T(0) && !__builtin_isinf(x); }
template <typename T> inline T noLogarithm(T x) {
  if (x == T(0))
    return T(-__builtin_inff());
  return x < T(0) ? T(__builtin_nanf("")) : x;
}

// std::log, by the series of log((1 + s) / (1 - s)).
template <typename T> inline T logarithm(T x) {
  if (!hasLogarithm(x))
    return noLogarithm(x);
  T high, low;
  logarithmParts(x, T(0), high, low);
  return high + low;
}

// std::log2: exact for powers of 2.
template <typename T> inline T logarithmOfTwo(T x) {
  if (!hasLogarithm(x))
    return noLogarithm(x);
  T m, part, partLow, product, rest, high, low;
  const int k = splitMantissa(x, m);
  logarithmOfMantissa(m, T(0), part, partLow);
  multiplyExactly(part, Constants<T>::log2OfEHigh, product, rest);
  rest += part * Constants<T>::log2OfELow + partLow * Constants<T>::log2OfEHigh;
  addExactly(T(k), product, high, low);
  return high + (low + rest);
}

// std::log10: exact for powers of 10.
template <typename T> inline T logarithmOfTen(T x) {
  if (!hasLogarithm(x))
    return noLogarithm(x);
  T m, part, partLow, product, rest, high, low;
  const int k = splitMantissa(x, m);
  logarithmOfMantissa(m, T(0), part, partLow);
  multiplyExactly(part, Constants<T>::log10OfEHigh, product, rest);
  rest += part * Constants<T>::log10OfELow + partLow * Constants<T>::log10OfEHigh;
  addExactly(T(k) * Constants<T>::log10Of2High, product, high, low);
  return high + (low + (rest + T(k) * Constants<T>::log10Of2Low));
}

// std::log1p: the logarithm of 1 + x, of which no digit is lost.
template <typename T> inline T logarithmOfOnePlus(T x) {
  if (std::fabs(x) < T(1e-17))
    return x;
  T sum, rest, high, low;
  addExactly(T(1), x, sum, rest);
  if (!hasLogarithm(sum))
    return noLogarithm(sum);
  logarithmParts(sum, rest, high, low);
  return high + low;
}

//===------------------------------------------------------------------------------------------===//
// Powers
//===------------------------------------------------------------------------------------------===//

// std::pow: e^(y log x), where the logarithm has the digits of two numbers.
template <typename T> inline T power(T x, T y) {
  if (y == T(0) || x == T(1))
    return T(1);
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  const T size = std::fabs(x);
  const bool isWhole = std::trunc(y) == y, isOdd = isWhole && std::trunc(y * T(0.5)) != y * T(0.5);
  const T sign = isOdd && isMinus(x) ? T(-1) : T(1);
  if (__builtin_isinf(y))
    return size == T(1) ? T(1) : (size > T(1)) == (y > T(0)) ? T(__builtin_inff()) : T(0);
  if (size == T(0) || __builtin_isinf(size))
    return (size == T(0)) == (y > T(0)) ? sign * T(0) : sign * T(__builtin_inff());
  if (x < T(0) && !isWhole)
    return T(__builtin_nanf(""));
  T high, low, product, rest;
  logarithmParts(size, T(0), high, low);
  if (std::fabs(y * high) > T(800))
    return sign * (y * high > T(0) ? T(__builtin_inff()) : T(0));
  multiplyExactly(y, high, product, rest);
  return sign * exponentialOfParts(product, rest + y * low);
}

//===------------------------------------------------------------------------------------------===//
// Roots
//===------------------------------------------------------------------------------------------===//

// std::cbrt: a polynomial, then Halley's steps, the last with a number whose square is exact.
template <typename T> inline T cubeRoot(T x) {
  if (x == T(0) || __builtin_isinf(x) || __builtin_isnan(x))
    return x;
  const int e = exponentOf(x) + 1200;
  const int third = e / 3 - 400;
  const T m = scaled(std::fabs(x), -3 * third);
  T t = cubeRootGuess(m);
  for (int step = 0; step < 2; ++step) {
    const T cube = t * t * t;
    t = t * (cube + T(2) * m) / (T(2) * cube + m);
  }
  t = upperHalf(t);
  const T side = m / (t * t);
  return withSign(scaled(t + t * (side - t) / (T(2) * t + side), third), x);
}

// The root of a sum of squares of x, y and z of which x is the largest and finite, not 0.
template <typename T> inline T rootOfSquares(T x, T y, T z) {
  const int k = exponentOf(x);
  T sum, rest, square, squareRest, high, low;
  const T a = scaled(x, -k), b = scaled(y, -k), c = scaled(z, -k);
  multiplyExactly(a, a, sum, rest);
  multiplyExactly(b, b, square, squareRest);
  addSmaller(sum, square, high, low);
  rest += low + squareRest;
  multiplyExactly(c, c, square, squareRest);
  addSmaller(high, square, sum, low);
  rest += low + squareRest;
  // The rest that the root leaves makes up for how the device takes roots.
  const T root = std::sqrt(sum);
  multiplyExactly(root, root, square, squareRest);
  return scaled(root + ((sum - square) - squareRest + rest) / (T(2) * root), k);
}

// std::hypot, without overflow of the squares.
template <typename T> inline T hypotenuse(T x, T y) {
  const T a = std::fabs(x), b = std::fabs(y);
  if (__builtin_isinf(a) || __builtin_isinf(b))
    return T(__builtin_inff());
  const T most = a < b ? b : a;
  if (most == T(0) || __builtin_isnan(a) || __builtin_isnan(b))
    return a + b;
  return rootOfSquares(most, a < b ? a : b, T(0));
}

// std::hypot of three, without overflow of the squares.
template <typename T> inline T hypotenuse(T x, T y, T z) {
  const T a = std::fabs(x), b = std::fabs(y), c = std::fabs(z);
  if (__builtin_isinf(a) || __builtin_isinf(b) || __builtin_isinf(c))
    return T(__builtin_inff());
  if (__builtin_isnan(a) || __builtin_isnan(b) || __builtin_isnan(c) || a + b + c == T(0))
    return a + b + c;
  if (a >= b && a >= c)
    return rootOfSquares(a, b, c);
  return b >= c ? rootOfSquares(b, a, c) : rootOfSquares(c, a, b);
}

} // namespace maths

#endif // VKMORPH_BACKENDS_SHADING_MATHS_EXPONENTIAL_H
