// Origin: written as a user would, before its first translation.
// A chain of rank-one updates and matrix-vector products, C style.
// RUN: %check %s --class Gemver -- -std=c++17
#define N 40

class Gemver {
public:
  void Run(double alpha, double beta, double (*A)[N], double *u1, double *v1, double *u2, double *v2, double *x,
           double *y, double *z, double *w) {
    kernel2D_RankOne(A, u1, v1, u2, v2);
    kernel1D_Transposed(beta, A, x, y, z);
    kernel1D_Product(alpha, A, x, w);
  }

protected:
  void kernel2D_RankOne(double (*A)[N], double *u1, double *v1, double *u2, double *v2) {
    int i, j;
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        A[i][j] = A[i][j] + u1[i] * v1[j] + u2[i] * v2[j];
  }

  void kernel1D_Transposed(double beta, double (*A)[N], double *x, double *y, double *z) {
    int i, j;
    for (i = 0; i < N; i++) {
      for (j = 0; j < N; j++)
        x[i] = x[i] + beta * A[j][i] * y[j];
    }
    for (i = 0; i < N; i++)
      x[i] = x[i] + z[i];
  }

  void kernel1D_Product(double alpha, double (*A)[N], double *x, double *w) {
    int i, j;
    double *row;
    for (i = 0; i < N; i++) {
      row = A[i];
      w[i] = 0.0;
      for (j = 0; j < N; j++)
        w[i] += alpha * row[j] * x[j];
    }
  }
};
