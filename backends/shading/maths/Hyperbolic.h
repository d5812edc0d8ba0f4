//===- Hyperbolic.h - Hyperbolic functions and their inverses ---------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_MATHS_HYPERBOLIC_H
#define VKMORPH_BACKENDS_SHADING_MATHS_HYPERBOLIC_H

#include "Exponential.h"

namespace maths {

// std::sinh, by e^x - 1, which keeps the digits of small x.
template <typename T> inline T hyperbolicSine(T x) {
  const T size = std::fabs(x);
  if (size < T(1e-9))
    return x;
  if (size < T(22)) {
    const T e = exponentialMinusOne(size);
    return withSign(T(0.5) * (e + e / (e + T(1))), x);
  }
  const T root = exponential(size * T(0.5));
  return withSign(T(0.5) * root * root, x);
}

// std::cosh, by e^x.
template <typename T> inline T hyperbolicCosine(T x) {
  const T size = std::fabs(x);
  if (size < T(22)) {
    const T e = exponential(size);
    return T(0.5) * e + T(0.5) / e;
  }
  const T root = exponential(size * T(0.5));
  return T(0.5) * root * root;
}

// std::tanh, by e^(2 x) - 1.
template <typename T> inline T hyperbolicTangent(T x) {
  const T size = std::fabs(x);
  if (size < T(1e-9) || __builtin_isnan(x))
    return x;
  if (size > T(22))
    return withSign(T(1), x);
  const T e = exponentialMinusOne(T(2) * size);
  return withSign(size < T(1) ? e / (e + T(2)) : T(1) - T(2) / (e + T(2)), x);
}

// std::asinh, by the logarithm of 1 + y, which keeps the digits of small x.
template <typename T> inline T hyperbolicArcSine(T x) {
  const T size = std::fabs(x);
  if (size < T(1e-9) || __builtin_isnan(x) || __builtin_isinf(x))
    return x;
  // The root of x^2 + 1 is x, then.
  if (size > T(1e9))
    return withSign(logarithm(size) + T(0.6931471805599453), x);
  const T square = size * size;
  const T y = size + square / (T(1) + std::sqrt(square + T(1)));
  return withSign(logarithmOfOnePlus(y), x);
}

// std::acosh, by the logarithm of 1 + y.
template <typename T> inline T hyperbolicArcCosine(T x) {
  if (x < T(1))
    return T(__builtin_nanf(""));
  if (x > T(1e9))
    return logarithm(x) + T(0.6931471805599453);
  const T t = x - T(1);
  return logarithmOfOnePlus(t + std::sqrt(T(2) * t + t * t));
}

// std::atanh: half the logarithm of (1 + x) / (1 - x).
template <typename T> inline T hyperbolicArcTangent(T x) {
  const T size = std::fabs(x);
  if (size < T(1e-9))
    return x;
  if (size > T(1))
    return T(__builtin_nanf(""));
  return withSign(T(0.5) * logarithmOfOnePlus(T(2) * size / (T(1) - size)), x);
}

} // namespace maths

#endif // VKMORPH_BACKENDS_SHADING_MATHS_HYPERBOLIC_H
