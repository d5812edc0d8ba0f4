// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Nonlinear dependence, coupled subscripts, and whole kernels: banded products, relaxation, differences, folds.
// RUN: vkmorph %s --class Nonlinear -o %t -- -std=c++17
// Checked when it was written, and not in each run, since it takes 5 s: %check %s --class Nonlinear --largest-size=66 -- -std=c++17
#define SIDE 32

class Nonlinear {
public:
  float aa[SIDE][SIDE], bb[SIDE][SIDE], cc[SIDE][SIDE];
  int size = SIDE;

  /* The square of the counter. */
  void Squares([[vkmorph::size("n * n")]] float *a, const float *b, int n) { kernel1D_Squares(a, b, n); }
  void kernel1D_Squares(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      a[i * i] = b[i];
  }

  /* The row of a packed triangle. */
  void PackedTriangle([[vkmorph::size("n * (n + 1) / 2")]] float *a, const float *b, int n) { kernel2D_PackedTriangle(a, b, n); }
  void kernel2D_PackedTriangle(float *a, const float *b, int n) {
    int i, j;
    for (i = 0; i < n; i++)
      for (j = 0; j <= i; j++)
        a[i * (i + 1) / 2 + j] = b[i] * b[j];
  }

  /* The sum of two counters as an index. */
  void AntiDiagonals(float *a, const float *b, const float *c, int n) { kernel1D_AntiDiagonals(a, b, c, n); }
  void kernel1D_AntiDiagonals(float *a, const float *b, const float *c, int n) {
    int i, j;
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        a[i + j] += b[i] * c[j];
  }

  /* A transposition in place. */
  void TransposeInPlace() { kernel2D_TransposeInPlace(); }
  void kernel2D_TransposeInPlace() {
    int i, j;
    float t;
    for (i = 0; i < size; i++)
      for (j = i + 1; j < size; j++) {
        t = aa[i][j];
        aa[i][j] = aa[j][i];
        aa[j][i] = t;
      }
  }

  /* A band of three diagonals times a vector. */
  void BandTimesVector(float *y, const float *low, const float *mid, const float *high, const float *x, int n) {
    kernel1D_BandTimesVector(y, low, mid, high, x, n);
  }
  void kernel1D_BandTimesVector(float *y, const float *low, const float *mid, const float *high, const float *x, int n) {
    int i;
    for (i = 0; i < n; i++) {
      y[i] = mid[i] * x[i];
      if (i > 0)
        y[i] += low[i] * x[i - 1];
      if (i < n - 1)
        y[i] += high[i] * x[i + 1];
    }
  }

  /* Five points, from one table to another. */
  void FivePoints() { kernel2D_FivePoints(); }
  void kernel2D_FivePoints() {
    int i, j;
    for (i = 1; i < size - 1; i++)
      for (j = 1; j < size - 1; j++)
        bb[i][j] = 0.2f * (aa[i][j] + aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1]);
  }

  /* Five points in place, as Gauss and Seidel. */
  void InPlaceFivePoints() { kernel2D_InPlaceFivePoints(); }
  void kernel2D_InPlaceFivePoints() {
    int i, j;
    for (i = 1; i < SIDE - 1; i++)
      for (j = 1; j < SIDE - 1; j++)
        aa[i][j] = 0.25f * (aa[i - 1][j] + aa[i + 1][j] + aa[i][j - 1] + aa[i][j + 1]);
  }

  /* A symmetric product, one triangle of it. */
  void SymmetricProduct() { kernel2D_SymmetricProduct(); }
  void kernel2D_SymmetricProduct() {
    int i, j, k;
    for (i = 0; i < SIDE; i++)
      for (j = 0; j <= i; j++) {
        cc[i][j] = 0.0f;
        for (k = 0; k < SIDE; k++)
          cc[i][j] += aa[i][k] * aa[j][k];
      }
  }

  /* Two dimensions that change with one counter each way. */
  void MirrorColumns() { kernel2D_MirrorColumns(); }
  void kernel2D_MirrorColumns() {
    int i, j, k;
    for (i = 0; i < SIDE; i++) {
      k = SIDE - 1;
      for (j = 0; j < SIDE; j++) {
        bb[i][j] = aa[i][k];
        k--;
      }
    }
  }

  /* The even and the odd elements change places. */
  void SwapPairs(float *a, int n) { kernel1D_SwapPairs(a, n); }
  void kernel1D_SwapPairs(float *a, int n) {
    int i;
    float t;
    for (i = 0; i + 1 < n; i += 2) {
      t = a[i];
      a[i] = a[i + 1];
      a[i + 1] = t;
    }
  }

  /* A polynomial for each element, by Horner. */
  void Horner(float *y, const float *x, const float *c, int n, int degree) { kernel1D_Horner(y, x, c, n, degree); }
  void kernel1D_Horner(float *y, const float *x, const float *c, int n, int degree) {
    int i, k;
    float s;
    for (i = 0; i < n; i++) {
      s = c[degree];
      for (k = degree - 1; k >= 0; k--)
        s = s * (x[i] * 0.25f) + c[k];
      y[i] = s;
    }
  }

  /* Every element by its index modulo a number. */
  void Periodic(float *a, [[vkmorph::size("period")]] const float *b, int n, int period) {
    if (period > 0)
      kernel1D_Periodic(a, b, n, period);
  }
  void kernel1D_Periodic(float *a, const float *b, int n, int period) {
    int i;
    for (i = 0; i < n; i++)
      a[i] += b[i % period];
  }
};
