// Origin: written as a user would, before its first translation.
// A product of matrices from a C program, in two loop orders.
// RUN: %check %s --class Gemm -- -std=c++17
#define NI 37
#define NJ 29
#define NK 23

class Gemm {
public:
  /// C = alpha A B + beta C, an element at a time.
  void Multiply(float alpha, float beta, float (*C)[NJ], float (*A)[NK], float (*B)[NJ]) {
    kernel2D_Elements(alpha, beta, C, A, B);
  }

  /// The same, a row at a time.
  void MultiplyRows(float alpha, float beta, float (*C)[NJ], float (*A)[NK], float (*B)[NJ]) {
    kernel1D_Rows(alpha, beta, C, A, B);
  }

protected:
  void kernel2D_Elements(float alpha, float beta, float (*C)[NJ], float (*A)[NK], float (*B)[NJ]) {
    int i, j, k;
    float acc;
    for (i = 0; i < NI; i++)
      for (j = 0; j < NJ; j++) {
        acc = 0.0f;
        for (k = 0; k < NK; k++)
          acc += A[i][k] * B[k][j];
        C[i][j] = alpha * acc + beta * C[i][j];
      }
  }

  void kernel1D_Rows(float alpha, float beta, float (*C)[NJ], float (*A)[NK], float (*B)[NJ]) {
    int i, j, k;
    for (i = 0; i < NI; i++) {
      for (j = 0; j < NJ; j++)
        C[i][j] *= beta;
      for (k = 0; k < NK; k++)
        for (j = 0; j < NJ; j++)
          C[i][j] += alpha * A[i][k] * B[k][j];
    }
  }
};
