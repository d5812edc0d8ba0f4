//===- Trigonometric.h - Sines, tangents and their inverses ----------------------------------===//

#ifndef VKMORPH_BACKENDS_SHADING_MATHS_TRIGONOMETRIC_H
#define VKMORPH_BACKENDS_SHADING_MATHS_TRIGONOMETRIC_H

#include "Polynomials.h"
#include "Words.h"

namespace maths {

//===------------------------------------------------------------------------------------------===//
// Angles from -pi / 4 to pi / 4
//===------------------------------------------------------------------------------------------===//

// The upper half of a product of 32 bits.
inline unsigned multiplyHigh(unsigned a, unsigned b) {
  const unsigned aLow = a & 0xffffu, aHigh = a >> 16, bLow = b & 0xffffu, bHigh = b >> 16;
  const unsigned middle = aHigh * bLow + (aLow * bLow >> 16);
  const unsigned other = aLow * bHigh + (middle & 0xffffu);
  return aHigh * bHigh + (middle >> 16) + (other >> 16);
}

// Payne and Hanek: x * 2 / pi in integers, from the bits of 2 / pi on that make no whole turns.
// high + low is the rest of the angle x > 0, and the result the number of its quarter turn.
inline int reduceLargeAngle(double x, double &high, double &low) {
  const int exponent = exponentOf(x);
  const unsigned factors[2] = {lowWord(x), (highWord(x) & 0xfffffu) | 0x100000u};
  // x is a whole number times 2^(exponent - 52); bits of 2 / pi above 2^(54 - exponent) turn it
  // around wholly.
  const unsigned first = unsigned(exponent - 52 + 63 - 1);
  const unsigned word = first >> 5, shift = first & 31u;
  // The fraction of a turn, 192 bits of it.
  unsigned turn[6] = {0u, 0u, 0u, 0u, 0u, 0u};
  for (int i = 5; i >= 0; --i) {
    const unsigned next = kTwoOverPi[word + unsigned(i) + 1u];
    const unsigned bits =
        kTwoOverPi[word + unsigned(i)] << shift | (shift == 0u ? 0u : next >> (32u - shift));
    for (int part = 0; part < 2; ++part) {
      unsigned add = factors[part] * bits, carried = multiplyHigh(factors[part], bits);
      for (int at = i - part; at >= 0; --at) {
        turn[at] += add;
        add = carried + (turn[at] < add ? 1u : 0u);
        carried = 0u;
      }
    }
  }
  // Two bits tell the quarter; beyond its middle the angle is what lacks to the next one.
  int quarter = int(turn[0] >> 30);
  const bool isBeyond = (turn[0] >> 29 & 1u) != 0u;
  double sum = 0.0, rest = 0.0, weight = 9.313225746154785e-10;
  for (int i = 0; i < 6; ++i) {
    const unsigned bits = (isBeyond ? ~turn[i] : turn[i]) & (i == 0 ? 0x3fffffffu : 0xffffffffu);
    double lost;
    addExactly(sum, double(bits) * weight, sum, lost);
    rest += lost;
    weight *= 2.3283064365386963e-10;
  }
  double product, lost;
  multiplyExactly(sum, Constants<double>::halfPiHigh, product, lost);
  lost += sum * Constants<double>::halfPiLow + rest * Constants<double>::halfPiHigh;
  addSmaller(product, lost, high, low);
  if (isBeyond) {
    high = -high;
    low = -low;
    quarter += 1;
  }
  return quarter;
}

// Cody and Waite: x less quarter turns, in four parts whose products are exact. high + low is the
// rest of the angle, and the result the number of the quarter turn.
inline int reduceAngle(double x, double &high, double &low) {
  const double size = std::fabs(x);
  if (size < 0.7853981633974483) {
    high = x;
    low = 0.0;
    return 0;
  }
  if (size > 1.0e6) {
    const int quarter = reduceLargeAngle(size, high, low);
    if (x < 0.0) {
      high = -high;
      low = -low;
      return -quarter;
    }
    return quarter;
  }
  const double k = std::floor(x * Constants<double>::twoOverPi + 0.5);
  double rest, lost, lostToo;
  addExactly(x - k * Constants<double>::halfPi1, -k * Constants<double>::halfPi2, rest, lost);
  addExactly(rest, -k * Constants<double>::halfPi3, rest, lostToo);
  addSmaller(rest, lost + lostToo - k * Constants<double>::halfPi4, high, low);
  return int(k);
}

//===------------------------------------------------------------------------------------------===//
// Sine, cosine, tangent
//===------------------------------------------------------------------------------------------===//

// high + low = sin(r + rLow) for |r| < 0.79.
template <typename T> inline void sineParts(T r, T rLow, T &high, T &low) {
  const T z = r * r;
  addSmaller(r, r * z * sineTail(z) + rLow * (T(1) - T(0.5) * z), high, low);
}

// high + low = cos(r + rLow) for |r| < 0.79.
template <typename T> inline void cosineParts(T r, T rLow, T &high, T &low) {
  T z, zLow, sum, rest;
  multiplyExactly(r, r, z, zLow);
  addSmaller(T(1), T(-0.5) * z, sum, rest);
  addSmaller(sum, rest + (z * z * cosineTail(z) - T(0.5) * zLow - r * rLow), high, low);
}

// The sine of an angle that lies in that quarter turn.
template <typename T> inline T sineInQuarter(T r, T rLow, int quarter) {
  T high, low;
  if ((quarter & 1) == 0)
    sineParts(r, rLow, high, low);
  else
    cosineParts(r, rLow, high, low);
  return (quarter & 2) == 0 ? high + low : -(high + low);
}

// std::sin: a polynomial in what is left of the angle beside quarter turns.
inline double sine(double x) {
  if (__builtin_isinf(x) || __builtin_isnan(x))
    return __builtin_nan("");
  if (std::fabs(x) < 1e-9)
    return x;
  double r, low;
  const int quarter = reduceAngle(x, r, low);
  return sineInQuarter(r, low, quarter);
}

// std::cos: a polynomial in what is left of the angle beside quarter turns.
inline double cosine(double x) {
  if (__builtin_isinf(x) || __builtin_isnan(x))
    return __builtin_nan("");
  double r, low;
  const int quarter = reduceAngle(x, r, low);
  return sineInQuarter(r, low, quarter + 1);
}

// std::tan: the quotient of sine and cosine, with their rests.
inline double tangent(double x) {
  if (__builtin_isinf(x) || __builtin_isnan(x))
    return __builtin_nan("");
  if (std::fabs(x) < 1e-9)
    return x;
  double r, rLow, s, sLow, c, cLow, high, low;
  const int quarter = reduceAngle(x, r, rLow);
  sineParts(r, rLow, s, sLow);
  cosineParts(r, rLow, c, cLow);
  if ((quarter & 1) == 0)
    divideParts(s, sLow, c, cLow, high, low);
  else
    divideParts(-c, -cLow, s, sLow, high, low);
  return high + low;
}

//===------------------------------------------------------------------------------------------===//
// Inverses
//===------------------------------------------------------------------------------------------===//

// high + low = atan(n / d) for 0 <= n <= d and d > 0: beyond tan(pi / 8) the difference to pi / 4.
inline void arcTangentParts(double n, double d, double &high, double &low) {
  double t, tLow, base = 0.0, baseLow = 0.0;
  if (n > d * 0.41421356) {
    double difference, differenceLow, sum, sumLow;
    addExactly(n, -d, difference, differenceLow);
    addExactly(n, d, sum, sumLow);
    divideParts(difference, differenceLow, sum, sumLow, t, tLow);
    base = Constants<double>::quarterPiHigh;
    baseLow = Constants<double>::quarterPiLow;
  } else {
    divideParts(n, 0.0, d, 0.0, t, tLow);
  }
  const double z = t * t;
  double sum, rest;
  addExactly(base, t, sum, rest);
  addSmaller(sum, rest + (t * z * arcTangentTail(z) + (tLow + baseLow)), high, low);
}

// std::atan: a polynomial for slopes up to tan(pi / 8), to which the others are turned.
inline double arcTangent(double x) {
  const double size = std::fabs(x);
  if (__builtin_isnan(x) || size < 1e-9)
    return x;
  if (size > 1e300)
    return withSign(Constants<double>::halfPiHigh, x);
  double high, low;
  if (size <= 1.0) {
    arcTangentParts(size, 1.0, high, low);
    return withSign(high + low, x);
  }
  arcTangentParts(1.0, size, high, low);
  double sum, rest;
  addSmaller(Constants<double>::halfPiHigh, -high, sum, rest);
  return withSign(sum + (rest + (Constants<double>::halfPiLow - low)), x);
}

// std::atan2: the angle in the eighth of a turn that the two sizes lie in, then turned around.
inline double arcTangent(double y, double x) {
  if (__builtin_isnan(x) || __builtin_isnan(y))
    return x + y;
  double n = std::fabs(y), d = std::fabs(x);
  const bool isSteep = n > d;
  if (isSteep) {
    const double old = n;
    n = d;
    d = old;
  }
  double high = 0.0, low = 0.0;
  if (__builtin_isinf(n)) {
    high = Constants<double>::quarterPiHigh;
    low = Constants<double>::quarterPiLow;
  } else if (n != 0.0 && !__builtin_isinf(d)) {
    if (d > 1e150) {
      n *= 2.409919865102884e-181;
      d *= 2.409919865102884e-181;
    } else if (d < 1e-150) {
      n *= 4.149515568880993e180;
      d *= 4.149515568880993e180;
    }
    arcTangentParts(n, d, high, low);
  }
  if (isSteep) {
    double sum, rest;
    addSmaller(Constants<double>::halfPiHigh, -high, sum, rest);
    low = rest + (Constants<double>::halfPiLow - low);
    high = sum;
  }
  if (isMinus(x)) {
    double sum, rest;
    addSmaller(Constants<double>::piHigh, -high, sum, rest);
    low = rest + (Constants<double>::piLow - low);
    high = sum;
  }
  return withSign(high + low, y);
}

// high + low = asin(sqrt((1 - size) / 2)) for size from 0.5 to 1.
inline void arcSineOfHalf(double size, double &high, double &low) {
  const double z = (1.0 - size) * 0.5;
  if (z == 0.0) {
    high = 0.0;
    low = 0.0;
    return;
  }
  const double root = std::sqrt(z);
  double square, rest;
  multiplyExactly(root, root, square, rest);
  const double lost = ((z - square) - rest) / (2.0 * root);
  addSmaller(root, root * z * arcSineTail(z) + lost, high, low);
}

// std::asin: a polynomial up to 0.5, behind it pi / 2 - 2 asin(sqrt((1 - x) / 2)).
inline double arcSine(double x) {
  const double size = std::fabs(x);
  if (!(size <= 1.0))
    return __builtin_nan("");
  if (size <= 0.5) {
    const double z = x * x;
    return size < 1e-9 ? x : x + x * z * arcSineTail(z);
  }
  double high, low, sum, rest;
  arcSineOfHalf(size, high, low);
  addSmaller(Constants<double>::halfPiHigh, -2.0 * high, sum, rest);
  return withSign(sum + (rest + (Constants<double>::halfPiLow - 2.0 * low)), x);
}

// std::acos: pi / 2 - asin(x) up to 0.5, behind it 2 asin(sqrt((1 - |x|) / 2)).
inline double arcCosine(double x) {
  const double size = std::fabs(x);
  if (!(size <= 1.0))
    return __builtin_nan("");
  double high, low, sum, rest;
  if (size <= 0.5) {
    const double z = x * x;
    addSmaller(Constants<double>::halfPiHigh, -x, sum, rest);
    return sum + (rest + (Constants<double>::halfPiLow - x * z * arcSineTail(z)));
  }
  arcSineOfHalf(size, high, low);
  if (x > 0.0)
    return 2.0 * (high + low);
  addSmaller(Constants<double>::piHigh, -2.0 * high, sum, rest);
  return sum + (rest + (Constants<double>::piLow - 2.0 * low));
}

} // namespace maths

#endif // VKMORPH_BACKENDS_SHADING_MATHS_TRIGONOMETRIC_H
