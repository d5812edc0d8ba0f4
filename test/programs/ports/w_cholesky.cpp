// Origin: written as a user would, before its first translation.
// A Cholesky factorisation column by column, C style.
// RUN: %check %s --class Cholesky --setup 'object.Init();' -- -std=c++17
#include <math.h>
#define SIZE 20

class Cholesky {
public:
  void Init() {
    int i, j;
    for (i = 0; i < SIZE; i++)
      for (j = 0; j < SIZE; j++)
        m[i * SIZE + j] = i == j ? SIZE + 1.0f : 1.0f / (1 + (i > j ? i - j : j - i));
  }

  void Factor(float *lower) {
    int j;
    for (j = 0; j < SIZE; j++) {
      kernel1D_Diagonal(j);
      kernel1D_Below(j);
    }
    kernel2D_Copy(lower);
  }

protected:
  float m[SIZE * SIZE];
  float root;

  void kernel1D_Diagonal(int j) {
    int k;
    float s = 0;
    for (k = 0; k < j; k++)
      s += m[j * SIZE + k] * m[j * SIZE + k];
    root = sqrtf(m[j * SIZE + j] - s);
    m[j * SIZE + j] = root;
  }

  void kernel1D_Below(int j) {
    int i, k;
    float s;
    for (i = j + 1; i < SIZE; i++) {
      s = m[i * SIZE + j];
      for (k = 0; k < j; k++)
        s -= m[i * SIZE + k] * m[j * SIZE + k];
      m[i * SIZE + j] = s / root;
    }
  }

  void kernel2D_Copy(float *lower) {
    int i, j;
    for (i = 0; i < SIZE; i++)
      for (j = 0; j < SIZE; j++)
        lower[i * SIZE + j] = j <= i ? m[i * SIZE + j] : 0.0f;
  }
};
