//===- Special.h - The error function and the gamma function ----------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_MATHS_SPECIAL_H
#define VKMORPH_BACKENDS_SHADING_MATHS_SPECIAL_H

#include "Exponential.h"
#include "Trigonometric.h"

namespace maths {

//===------------------------------------------------------------------------------------------===//
// The error function
//===------------------------------------------------------------------------------------------===//

// erfc(x) for x >= 0.5: e^(-x^2) times a polynomial that holds up to infinity.
template <typename T> inline T complementOfErrorFunction(T x) {
  if (x > T(28))
    return T(0);
  T square, rest, high, low;
  multiplyExactly(x, x, square, rest);
  divideParts(x - T(3), T(0), x + T(3), T(0), high, low);
  const T ratio = complementRatio(high + low) / (T(1) + T(2) * x);
  return exponentialOfParts(-square, -rest) * ratio;
}

// std::erf: x and a polynomial below 1, behind it 1 - erfc(x).
template <typename T> inline T errorFunction(T x) {
  const T size = std::fabs(x);
  if (__builtin_isnan(x))
    return x;
  if (size < T(1))
    return x + x * errorFunctionRatio(x * x);
  return withSign(T(1) - complementOfErrorFunction(size), x);
}

// std::erfc: 1 - erf(x) below 0.5, behind it e^(-x^2) times a polynomial.
template <typename T> inline T errorFunctionComplement(T x) {
  if (__builtin_isnan(x))
    return x;
  if (x < T(0.5))
    return x < T(-1) ? T(2) - complementOfErrorFunction(-x)
                     : T(1) - (x + x * errorFunctionRatio(x * x));
  return complementOfErrorFunction(x);
}

//===------------------------------------------------------------------------------------------===//
// The gamma function
//===------------------------------------------------------------------------------------------===//

// high + low = lgamma(x) for x >= 8, by Stirling's series.
template <typename T> inline void stirlingParts(T x, T &high, T &low) {
  T log, logLow, factor, factorLow, sum, rest, lost;
  logarithmParts(x, T(0), log, logLow);
  addExactly(x, T(-0.5), factor, factorLow);
  multiplyExactly(factor, log, sum, rest);
  rest += factor * logLow + factorLow * log;
  addExactly(sum, -x, sum, lost);
  rest += lost;
  addExactly(sum, Constants<T>::halfLogOfTwoPiHigh, sum, lost);
  rest += lost + (Constants<T>::halfLogOfTwoPiLow + stirlingTail(T(1) / x / x) / x);
  addSmaller(sum, rest, high, low);
}

// high + low is the product of x - 1, x - 2, ... down to what is left of x.
template <typename T> inline T multiplyDown(T x, T end, T &high, T &low) {
  high = T(1);
  low = T(0);
  while (x >= end) {
    x -= T(1);
    T product, rest;
    multiplyExactly(high, x, product, rest);
    low = low * x + rest;
    high = product;
  }
  return x;
}

// The gamma function of x > 0.
template <typename T> inline T gammaOfPositive(T x) {
  T high, low;
  if (x >= T(8)) {
    if (x > T(180))
      return T(__builtin_inff());
    stirlingParts(x, high, low);
    return exponentialOfParts(high, low);
  }
  if (x < T(1))
    return gammaMiddle(x) / (x * (x + T(1)));
  if (x < T(2))
    return gammaMiddle(x - T(1)) / x;
  const T left = multiplyDown(x, T(3), high, low);
  const T value = gammaMiddle(left - T(2));
  return high * value + low * value;
}

// sin(pi y) for y >= 0.
template <typename T> inline T sineOfHalfTurns(T y) {
  const T part = y - T(2) * std::floor(y * T(0.5));
  const T quarter = std::floor(T(2) * part + T(0.5));
  const T left = part - T(0.5) * quarter;
  T high, low;
  multiplyExactly(Constants<T>::piHigh, left, high, low);
  return sineInQuarter(high, low + Constants<T>::piLow * left, int(quarter));
}

// std::tgamma: Stirling's series from 8 on, a polynomial from 2 to 3 and products below, a
// reflection for negative x.
template <typename T> inline T gammaFunction(T x) {
  if (__builtin_isnan(x) || x == T(0))
    return x == T(0) ? withSign(T(__builtin_inff()), x) : x;
  if (x > T(0))
    return gammaOfPositive(x);
  const T y = -x;
  if (__builtin_isinf(y) || std::floor(y) == y)
    return T(__builtin_nanf(""));
  return -Constants<T>::piHigh / (y * sineOfHalfTurns(y)) / gammaOfPositive(y);
}

// lgamma of x > 0: Stirling's series from 8 on, a polynomial around 2, logarithms of products.
template <typename T> inline T logGammaOfPositive(T x) {
  T high, low, log, logLow;
  // Nothing else of the series is left, and it may overflow.
  if (x >= T(1e18))
    return x * (logarithm(x) - T(1));
  if (x >= T(8)) {
    stirlingParts(x, high, low);
    return high + low;
  }
  if (x >= T(2.5)) {
    const T f = multiplyDown(x, T(2.5), high, low) - T(2);
    logarithmParts(high, low, log, logLow);
    return log + (logLow + f * logGammaRatio(f));
  }
  if (x >= T(1.25))
    return (x - T(2)) * logGammaRatio(x - T(2));
  if (x >= T(0.5)) {
    const T f = x - T(1);
    logarithmParts(x, T(0), log, logLow);
    return (f * logGammaRatio(f) - log) - logLow;
  }
  // x (x + 1)
  T next, nextLow;
  addExactly(T(1), x, next, nextLow);
  multiplyExactly(x, next, high, low);
  logarithmParts(high, low + x * nextLow, log, logLow);
  return (x * logGammaRatio(x) - log) - logLow;
}

// std::lgamma: the logarithm of the gamma function's size, by a reflection for negative x.
template <typename T> inline T logGamma(T x) {
  if (__builtin_isnan(x))
    return x;
  if (__builtin_isinf(x) || (x <= T(0) && std::floor(x) == x))
    return T(__builtin_inff());
  if (x > T(0))
    return logGammaOfPositive(x);
  const T y = -x;
  const T size = std::fabs(y * sineOfHalfTurns(y));
  return logarithm(Constants<T>::piHigh / size) - logGammaOfPositive(y);
}

} // namespace maths

#endif // VKMORPH_BACKENDS_SHADING_MATHS_SPECIAL_H
