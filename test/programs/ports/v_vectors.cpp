// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Non-logical conditions, intrinsic functions, vector semantics, indirect addressing.
// RUN: vkmorph %s --class Vectors -o %t -- -std=c++17
// Checked when it was written, and not in each run, since it takes 5 s: %check %s --class Vectors --largest-size=66 --arg Scatter.index=file:%S/Inputs/permutation.txt -- -std=c++17
#include <math.h>
#include <stdlib.h>

class Vectors {
public:
  /* A condition with three ways, on the sign of a number. */
  void ThreeWays(float *a, const float *b, const float *c, int n) { kernel1D_ThreeWays(a, b, c, n); }
  void kernel1D_ThreeWays(float *a, const float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++) {
      float t = b[i] - c[i];
      if (t < 0.0f)
        a[i] = b[i];
      else if (t == 0.0f)
        a[i] = 0.0f;
      else
        a[i] = c[i];
    }
  }

  /* A number as a condition. */
  void NumberAsCondition([[vkmorph::size("n")]] int *a, const int *b, int n) { kernel1D_NumberAsCondition(a, b, n); }
  void kernel1D_NumberAsCondition(int *a, const int *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      if (b[i])
        a[i] /= b[i];
  }

  /* Intrinsic functions. */
  void Trigonometry(float *a, const float *b, int n) { kernel1D_Trigonometry(a, b, n); }
  void kernel1D_Trigonometry(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      a[i] = sinf(b[i]) + cosf(b[i]);
  }

  /* Magnitudes and signs. */
  void Magnitudes(int *a, const int *b, float *x, int n) { kernel1D_Magnitudes(a, b, x, n); }
  void kernel1D_Magnitudes(int *a, const int *b, float *x, int n) {
    int i;
    for (i = 0; i < n; i++) {
      a[i] = abs(b[i]);
      x[i] = copysignf(fabsf(x[i]) + 1.0f, (float)b[i]);
    }
  }

  /* Extremes by functions. */
  void FminFmax(float *a, const float *b, const float *c, int n) { kernel1D_FminFmax(a, b, c, n); }
  void kernel1D_FminFmax(float *a, const float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++)
      a[i] = fmaxf(fminf(b[i], c[i]), -1.0f);
  }

  /* All of the right side is read before the left side is written. */
  void OldValues(float *a, int n) { kernel1D_OldValues(a, n); }
  void kernel1D_OldValues(float *a, int n) {
    int i;
    for (i = 0; i < n - 1; i++)
      a[i] = a[i] + a[i + 1];
  }

  /* Vectors of four in a row. */
  void ByFours(float *a, const float *b, int n) { kernel2D_ByFours(a, b, n); }
  void kernel2D_ByFours(float *a, const float *b, int n) {
    int i, j;
    for (i = 0; i < n; i++)
      for (j = 0; j < 4; j++)
        a[i * 4 + j] = b[i * 4 + 3 - j];
  }

  /* Gathering. */
  void Gather([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, const int *index, int n) { kernel1D_Gather(a, b, index, n); }
  void kernel1D_Gather(float *a, const float *b, const int *index, int n) {
    int i, k;
    for (i = 0; i < n; i++) {
      k = index[i];
      if (k >= 0 && k < n)
        a[i] += b[k];
    }
  }

  /* Scattering, where two iterations may have one element. */
  void Scatter([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, const int *index, int n) { kernel1D_Scatter(a, b, index, n); }
  void kernel1D_Scatter(float *a, const float *b, const int *index, int n) {
    int i, k;
    for (i = 0; i < n; i++) {
      k = index[i];
      if (k >= 0 && k < n)
        a[k] = b[i];
    }
  }

  /* Scattering that adds. */
  void ScatterAdd([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, const int *index, int n) { kernel1D_ScatterAdd(a, b, index, n); }
  void kernel1D_ScatterAdd(float *a, const float *b, const int *index, int n) {
    int i;
    for (i = 0; i < n; i++)
      if (index[i] >= 0 && index[i] < n)
        a[index[i]] += b[i];
  }

  /* A permutation and back. */
  void Permute([[vkmorph::size("n")]] float *a, float *b, [[vkmorph::size("n")]] const float *c, const int *index, int n) {
    kernel1D_Permute(a, b, c, index, n);
  }
  void kernel1D_Permute(float *a, float *b, const float *c, const int *index, int n) {
    int i;
    for (i = 0; i < n; i++) {
      b[i] = c[i] * 2.0f;
      if (index[i] >= 0 && index[i] < n)
        b[i] += c[index[i]];
      a[i] = b[i] + 1.0f;
    }
  }
};
