//===- Library.cpp - A class whose kernels call all functions, for the front end to read ------===//
//
// The build translates this file; nothing of it is linked. Each call stands for a function that
// shaders may get, with the types that it then has.
//
//===------------------------------------------------------------------------------------------===//

#include "Exponential.h"
#include "Hyperbolic.h"
#include "Representation.h"
#include "Special.h"
#include "Trigonometric.h"

namespace maths {

// Functions of both types.
template <typename T> inline T callBoth(T x, int n, int &whole) {
  T sum = exponentialMinusOne(x) + logarithmOfTen(x) + logarithmOfOnePlus(x) + cubeRoot(x);
  sum += hypotenuse(x, sum) + hypotenuse(x, sum, sum) + hyperbolicArcSine(x);
  sum += hyperbolicArcCosine(x) + hyperbolicArcTangent(x) + errorFunction(x);
  sum += errorFunctionComplement(x) + gammaFunction(x) + logGamma(x);
  sum += withSign(x, sum) + timesPowerOfTwo(x, n) + nextNumber(x, sum);
  whole = binaryExponent(x) + (isMinus(x) ? 1 : 0);
  return sum + nearestRemainder(x, sum);
}

// Functions that GLSL and OpenCL C have for float.
inline double callDouble(double x) {
  double sum = exponential(x) + exponentialOfTwo(x) + logarithm(x) + logarithmOfTwo(x);
  sum += power(x, sum) + sine(x) + cosine(x) + tangent(x) + arcSine(x) + arcCosine(x);
  sum += arcTangent(x) + arcTangent(x, sum) + hyperbolicSine(x) + hyperbolicCosine(x);
  return sum + hyperbolicTangent(x);
}

// Functions that shading languages have for 32 bits.
inline int callWords(unsigned long long x) { return countBits(x) + highestBit(x) + lowestBit(x); }

class Library {
public:
  virtual ~Library() {}
  virtual void run(float *floats, double *doubles, unsigned long long *words, int *results,
                   int count) {
    kernel1D_all(floats, doubles, words, results, count);
  }

  void kernel1D_all(float *floats, double *doubles, unsigned long long *words, int *results,
                    int count) {
    for (int i = 0; i < count; ++i) {
      int first = 0, second = 0;
      floats[i] = callBoth(floats[i], i, first);
      doubles[i] = callBoth(doubles[i], i, second) + callDouble(doubles[i]);
      results[i] = callWords(words[i]) + first + second;
    }
  }
};

} // namespace maths
