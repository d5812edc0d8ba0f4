// Origin: written as a user would, before its first translation.
// Symmetric rank-2k and rank-k updates of a triangle, C style.
// RUN: %check %s --class SymmetricUpdate -- -std=c++17
#define N 30
#define M 20

class SymmetricUpdate {
public:
  void Syr2k(double alpha, double beta, double (*C)[N], double (*A)[M], double (*B)[M]) {
    kernel2D_Syr2k(alpha, beta, C, A, B);
  }
  void Syrk(double alpha, double beta, double (*C)[N], double (*A)[M]) { kernel1D_Syrk(alpha, beta, C, A); }

protected:
  void kernel2D_Syr2k(double alpha, double beta, double (*C)[N], double (*A)[M], double (*B)[M]) {
    int i, j, k;
    double t;
    for (i = 0; i < N; i++)
      for (j = 0; j <= i; j++) {
        t = beta * C[i][j];
        for (k = 0; k < M; k++)
          t += alpha * A[j][k] * B[i][k] + alpha * B[j][k] * A[i][k];
        C[i][j] = t;
      }
  }

  void kernel1D_Syrk(double alpha, double beta, double (*C)[N], double (*A)[M]) {
    int i, j, k;
    for (i = 0; i < N; i++) {
      for (j = 0; j <= i; j++)
        C[i][j] *= beta;
      for (k = 0; k < M; k++) {
        for (j = 0; j <= i; j++)
          C[i][j] += alpha * A[i][k] * A[j][k];
      }
    }
  }
};
