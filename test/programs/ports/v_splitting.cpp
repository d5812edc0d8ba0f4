// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Node splitting, scalar expansion and array expansion.
// RUN: vkmorph %s --class Splitting -o %t -- -std=c++17
// Checked when it was written, and not in each run, since it takes 5 s: %check %s --class Splitting --largest-size=66 -- -std=c++17
#define SIDE 40

class Splitting {
public:
  float aa[SIDE][SIDE], bb[SIDE][SIDE];
  float m_t = 0.0f;

  /* The element that is replaced is read by the iteration before, behind its own change. */
  void ReadNextAfterChange(float *a, float *b, const float *c, int n) { kernel1D_ReadNextAfterChange(a, b, c, n); }
  void kernel1D_ReadNextAfterChange(float *a, float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n - 1; i++) {
      a[i] *= c[i];
      b[i] += a[i + 1] * c[i];
    }
  }

  /* Neighbours on both sides of an array that another statement makes. */
  void BothSides(float *a, float *b, const float *c, int n) { kernel1D_BothSides(a, b, c, n); }
  void kernel1D_BothSides(float *a, float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n - 1; i++) {
      a[i] = b[i] + c[i];
      b[i] = (a[i] + a[i + 1]) * 0.5f;
    }
  }

  /* A scalar that each iteration sets before it uses it. */
  void Swap(float *a, float *b, int n) { kernel1D_Swap(a, b, n); }
  void kernel1D_Swap(float *a, float *b, int n) {
    int i;
    float s;
    for (i = 0; i < n; i++) {
      s = a[i];
      a[i] = b[i];
      b[i] = s;
    }
  }

  /* A scalar that keeps what the iteration before has set. */
  void KeptScalar(float *a, const float *b, const float *c, int n) { kernel1D_KeptScalar(a, b, c, n); }
  void kernel1D_KeptScalar(float *a, const float *b, const float *c, int n) {
    int i;
    float s, t;
    t = 0.0f;
    for (i = 0; i < n; i++) {
      s = b[i] * c[i];
      a[i] = s + t;
      t = s;
    }
  }

  /* A scalar that only some iterations set, each before it is used. */
  void SetInBranches(float *a, const float *b, int n) { kernel1D_SetInBranches(a, b, n); }
  void kernel1D_SetInBranches(float *a, const float *b, int n) {
    int i;
    float s = 0.0f;
    for (i = 0; i < n; i++) {
      if (b[i] > 1.0f)
        s = b[i] - 1.0f;
      else if (b[i] < -1.0f)
        s = b[i] + 1.0f;
      else
        s = 0.0f;
      a[i] += s;
    }
  }

  /* A scalar that keeps the latest value that some iterations set. */
  void LatestValue(float *a, const float *b, int n) { kernel1D_LatestValue(a, b, n); }
  void kernel1D_LatestValue(float *a, const float *b, int n) {
    int i;
    float s = 0.0f;
    for (i = 0; i < n; i++) {
      if (b[i] > 1.0f)
        s = b[i] * b[i];
      a[i] = a[i] + s;
    }
  }

  /* A member in place of a local. */
  void MemberScalar(float *a, const float *b, const float *c, int n) { kernel1D_MemberScalar(a, b, c, n); }
  void kernel1D_MemberScalar(float *a, const float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++) {
      m_t = b[i] + c[i];
      a[i] = m_t * m_t;
    }
  }

  /* The scalar that the last iteration has set is wanted behind the loop. */
  float LastScalar(float *a, const float *b, int n) {
    m_t = 0.0f;
    kernel1D_LastScalar(a, b, n);
    return m_t;
  }
  void kernel1D_LastScalar(float *a, const float *b, int n) {
    int i;
    float s = 0.0f;
    for (i = 0; i < n; i++) {
      s = b[i] * 0.5f;
      a[i] = s + 1.0f;
    }
    m_t = s;
  }

  /* A row of temporaries that each outer iteration fills and uses. */
  void RowOfTemporaries() { kernel1D_RowOfTemporaries(); }
  void kernel1D_RowOfTemporaries() {
    int i, j;
    float row[SIDE];
    for (i = 0; i < SIDE; i++) {
      for (j = 0; j < SIDE; j++)
        row[j] = bb[j][i] * 2.0f;
      for (j = 0; j < SIDE; j++)
        aa[i][j] = row[SIDE - 1 - j];
    }
  }

  /* A scalar sum of a window that moves along. */
  void MovingSum(float *a, const float *b, int n) { kernel1D_MovingSum(a, b, n); }
  void kernel1D_MovingSum(float *a, const float *b, int n) {
    int i;
    float s;
    s = 0.0f;
    for (i = 3; i < n; i++) {
      s += b[i] - b[i - 3];
      a[i] = s;
    }
  }
};
