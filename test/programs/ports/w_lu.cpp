// Origin: written as a user would, before its first translation.
// An LU factorisation in place without pivoting, C style.
// RUN: %check %s --class Lu --setup 'object.Init();' -- -std=c++17
#define N 24

class Lu {
public:
  void Init() {
    int i, j;
    for (i = 0; i < N; i++)
      for (j = 0; j < N; j++)
        A[i][j] = i == j ? 2.0 * N : (double)((i * j + 3 * i) % 7) / 7.0;
  }

  void Factor() {
    int k;
    for (k = 0; k < N - 1; k++) {
      kernel1D_Column(k);
      kernel2D_Trailing(k);
    }
  }

protected:
  double A[N][N];

  void kernel1D_Column(int k) {
    int i;
    double pivot;
    pivot = A[k][k];
    for (i = k + 1; i < N; i++)
      A[i][k] = A[i][k] / pivot;
  }

  void kernel2D_Trailing(int k) {
    int i, j;
    for (i = k + 1; i < N; i++)
      for (j = k + 1; j < N; j++)
        A[i][j] = A[i][j] - A[i][k] * A[k][j];
  }
};
