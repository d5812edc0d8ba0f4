// Origin: written as a user with C habits would, before its first translation.
// Products of dense matrices, with all counters and sums declared at the top of each function.
// RUN: %check %s --class MatrixProducts --size n=0,1,17 --size m=1,9 --size k=0,5,33 -- -std=c++17

class MatrixProducts {
public:
  virtual ~MatrixProducts() {}

  /* C = alpha A B + beta C */
  virtual void Gemm(const float *A, const float *B, float *C, float alpha, float beta, int n, int m, int k) {
    kernel2D_Gemm(A, B, C, alpha, beta, n, m, k);
  }
  /* D = A B C, by way of T = A B */
  virtual void Chain(const float *A, const float *B, const float *C, float *T, float *D, int n, int m, int k) {
    kernel2D_Gemm(A, B, T, 1.0f, 0.0f, n, m, k);
    kernel2D_Second(T, C, D, n, m);
  }
  /* y = A x, z = x' A */
  virtual void Vectors(const float *A, const float *x, float *y, float *z, int n) { kernel1D_Vectors(A, x, y, z, n); }

protected:
  void kernel2D_Gemm(const float *A, const float *B, float *C, float alpha, float beta, int n, int m, int k) {
    int i, j, l;
    float sum;

    for (i = 0; i < n; i++) {
      for (j = 0; j < m; j++) {
        sum = 0.0f;
        for (l = 0; l < k; l++)
          sum += A[i * k + l] * B[l * m + j];
        C[i * m + j] = alpha * sum + beta * C[i * m + j];
      }
    }
  }

  void kernel2D_Second(const float *T, const float *C, float *D, int n, int m) {
    int i, j, k;
    for (i = 0; i < n; i++)
      for (j = 0; j < m; j++) {
        D[i * m + j] = 0.0f;
        for (k = 0; k < m; k++)
          D[i * m + j] += T[i * m + k] * C[k * m + j];
      }
  }

  void kernel1D_Vectors(const float *A, const float *x, float *y, float *z, int n) {
    register int i;
    register int j;
    float row, column;
    const float *p;

    for (i = 0; i < n; i++) {
      row = 0.0f;
      column = 0.0f;
      p = A + i * n;
      for (j = 0; j < n; j++) {
        row += p[j] * x[j];
        column += A[j * n + i] * x[j];
      }
      y[i] = row;
      z[i] = column;
    }
  }
};
