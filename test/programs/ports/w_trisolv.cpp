// Origin: written as a user would, before its first translation.
// Forward substitution with a triangular matrix, C style.
// RUN: %check %s --class TriSolv --size n=1,30 --setup 'object.Init();' --size x=30 -- -std=c++17 -Wno-register
#define MAXN 64

class TriSolv {
public:
  void Init() {
    int i, j;
    for (i = 0; i < MAXN; i++)
      for (j = 0; j <= i; j++)
        L[i][j] = i == j ? 4.0f : 1.0f / (float)(1 + i + j);
  }

  /// Solves L x = b.
  void Solve(float *x, const float *b, int n) {
    register int j;
    kernel1D_Start(x, b, n);
    for (j = 0; j < n; j++) {
      kernel1D_Divide(x, j);
      kernel1D_Eliminate(x, j, n);
    }
  }

protected:
  float L[MAXN][MAXN];

  void kernel1D_Start(float *x, const float *b, int n) {
    register int i;
    for (i = 0; i < n; i++)
      x[i] = b[i];
  }

  void kernel1D_Divide(float *x, int j) {
    int i;
    for (i = j; i < j + 1; i++)
      x[i] /= L[i][i];
  }

  void kernel1D_Eliminate(float *x, int j, int n) {
    register int i;
    register float *p;
    p = x + j;
    for (i = j + 1; i < n; i++)
      x[i] -= L[i][j] * *p;
  }
};
