// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Linear dependence: iterations that read what others write, at distances that are constants, halves, or the other triangle.
// RUN: %check %s --class LinearDependence --largest-size=66 -- -std=c++17
#define SIDE 48

class LinearDependence {
public:
  float aa[SIDE][SIDE];
  float bb[SIDE][SIDE];

  /* Odd elements read even ones. */
  void OddFromEven(float *a, const float *b, int n) { kernel1D_OddFromEven(a, b, n); }
  void kernel1D_OddFromEven(float *a, const float *b, int n) {
    int i;
    for (i = 1; i < n; i += 2)
      a[i] = a[i - 1] + b[i];
  }

  /* Each element reads the next one. */
  void FromNext(float *a, const float *b, int n) { kernel1D_FromNext(a, b, n); }
  void kernel1D_FromNext(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n - 1; i++)
      a[i] = a[i + 1] + b[i];
  }

  /* The next element is written, from the last one down. */
  void BackwardShift(float *a, const float *b, int n) { kernel1D_BackwardShift(a, b, n); }
  void kernel1D_BackwardShift(float *a, const float *b, int n) {
    int i;
    for (i = n - 2; i >= 0; i--)
      a[i + 1] = a[i] + b[i];
  }

  /* A distance of four. */
  void FourApart(float *a, const float *b, int n) { kernel1D_FourApart(a, b, n); }
  void kernel1D_FourApart(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n - 4; i++)
      a[i + 4] = a[i] + b[i];
  }

  /* The first half reads the second one. */
  void FromSecondHalf(float *a, const float *b, int n) { kernel1D_FromSecondHalf(a, b, n); }
  void kernel1D_FromSecondHalf(float *a, const float *b, int n) {
    int i, half;
    half = n / 2;
    for (i = 0; i < half; i++)
      a[i] = a[i + half] + b[i];
  }

  /* The upper triangle reads the lower one. */
  void UpperFromLower() { kernel2D_UpperFromLower(); }
  void kernel2D_UpperFromLower() {
    int i, j;
    for (i = 0; i < SIDE; i++)
      for (j = 0; j < i; j++)
        aa[j][i] = aa[i][j] + bb[i][j];
  }

  /* Each row reads the row above. */
  void RowFromRowAbove() { kernel2D_RowFromRowAbove(); }
  void kernel2D_RowFromRowAbove() {
    int i, j;
    for (i = 1; i < SIDE; i++)
      for (j = 0; j < SIDE; j++)
        aa[i][j] = aa[i - 1][j] + bb[i][j];
  }

  /* Column by column, each element reads the one above. */
  void ColumnsDown() { kernel2D_ColumnsDown(); }
  void kernel2D_ColumnsDown() {
    int i, j;
    for (j = 0; j < SIDE; j++)
      for (i = 1; i < SIDE; i++)
        aa[i][j] = aa[i - 1][j] * 0.5f + bb[i][j];
  }

  /* Two arrays that feed each other within one iteration and the one before. */
  void TwoFeeding(float *a, float *b, const float *c, int n) { kernel1D_TwoFeeding(a, b, c, n); }
  void kernel1D_TwoFeeding(float *a, float *b, const float *c, int n) {
    int i;
    for (i = 1; i < n; i++) {
      b[i] = a[i - 1] + c[i];
      a[i] = c[i] * 2.0f;
    }
  }

  /* One element is read by all iterations, of which one writes it. */
  void OneElementRead(float *a, const float *b, int n) { kernel1D_OneElementRead(a, b, n); }
  void kernel1D_OneElementRead(float *a, const float *b, int n) {
    int i;
    for (i = 1; i < n; i++)
      a[i] = a[0] + b[i];
  }
};
