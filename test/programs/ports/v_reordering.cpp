// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Statement reordering, loop distribution and interchange.
// RUN: %check %s --class Reordering --largest-size=66 -- -std=c++17
#define SIDE 40

class Reordering {
public:
  float aa[SIDE][SIDE], bb[SIDE][SIDE], cc[SIDE][SIDE];

  /* The second statement feeds the first one of the next iteration. */
  void SecondFeedsFirst(float *a, float *b, const float *c, const float *d, int n) { kernel1D_SecondFeedsFirst(a, b, c, d, n); }
  void kernel1D_SecondFeedsFirst(float *a, float *b, const float *c, const float *d, int n) {
    int i;
    for (i = 1; i < n; i++) {
      a[i] = b[i - 1] + c[i] * d[i];
      b[i] = c[i] * 2.0f + d[i];
    }
  }

  /* The first statement reads what the second one of the next iteration replaces. */
  void NextReplaces(float *a, float *b, const float *c, int n) { kernel1D_NextReplaces(a, b, c, n); }
  void kernel1D_NextReplaces(float *a, float *b, const float *c, int n) {
    int i;
    for (i = 1; i < n - 1; i++) {
      a[i] = b[i - 1] + c[i];
      b[i] = b[i + 1] - 1.0f;
    }
  }

  /* Both at once: a neighbour that was replaced, one that will be. */
  void BeforeAndAfter(float *a, float *b, float *c, const float *d, int n) { kernel1D_BeforeAndAfter(a, b, c, d, n); }
  void kernel1D_BeforeAndAfter(float *a, float *b, float *c, const float *d, int n) {
    int i;
    for (i = 1; i < n - 1; i++) {
      a[i] = c[i - 1] * d[i];
      b[i] = c[i + 1] - d[i];
      c[i] = d[i] * d[i];
    }
  }

  /* A recurrence of a product of the element before, beside another one. */
  void TwoStatements(float *a, float *b, const float *c, const float *d, int n) { kernel1D_TwoStatements(a, b, c, d, n); }
  void kernel1D_TwoStatements(float *a, float *b, const float *c, const float *d, int n) {
    int i;
    for (i = 1; i < n; i++) {
      a[i] = a[i] + b[i] * c[i];
      b[i] = b[i - 1] * 0.5f + d[i];
    }
  }

  /* Rows are independent, columns are not. */
  void AlongRows() { kernel1D_AlongRows(); }
  void kernel1D_AlongRows() {
    int i, j;
    for (i = 0; i < SIDE; i++)
      for (j = 1; j < SIDE; j++)
        aa[i][j] = aa[i][j - 1] + bb[i][j];
  }

  /* The outer loop carries the dependence, and a triangle. */
  void TriangleBelow() { kernel2D_TriangleBelow(); }
  void kernel2D_TriangleBelow() {
    int i, j;
    for (j = 1; j < SIDE; j++)
      for (i = j; i < SIDE; i++)
        aa[i][j] = aa[i][j - 1] + cc[i][j];
  }

  /* A statement in the outer loop and a loop beside it. */
  void ImperfectNest(float *a, const float *b) { kernel1D_ImperfectNest(a, b); }
  void kernel1D_ImperfectNest(float *a, const float *b) {
    int i, j;
    for (i = 0; i < SIDE; i++) {
      a[i] += b[i] * 0.5f;
      for (j = 1; j < SIDE; j++)
        aa[j][i] = bb[j][i] + cc[j][i] * a[i];
    }
  }

  /* Two inner loops of one outer loop, with a recurrence in the second. */
  void TwoInnerLoops() { kernel1D_TwoInnerLoops(); }
  void kernel1D_TwoInnerLoops() {
    int i, j;
    for (i = 0; i < SIDE; i++) {
      for (j = 0; j < SIDE; j++)
        bb[i][j] = cc[i][j] * 2.0f;
      for (j = 1; j < SIDE; j++)
        aa[i][j] = aa[i][j - 1] + bb[i][j];
    }
  }

  /* A product of matrices, the sum in the outermost loop. */
  void OuterProducts() { kernel2D_OuterProducts(); }
  void kernel2D_OuterProducts() {
    int i, j, k;
    for (k = 0; k < SIDE; k++)
      for (i = 0; i < SIDE; i++)
        for (j = 0; j < SIDE; j++)
          aa[i][j] += bb[i][k] * cc[k][j];
  }
};
