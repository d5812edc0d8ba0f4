// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Global data flow and symbolics: offsets, bounds and strides that come from members, parameters and conditions.
// RUN: %check %s --class Symbolic --largest-size=66 -- -std=c++17

class Symbolic {
public:
  int m_offset = 0;
  int m_stride = 1;

  /* The offset is the same constant on both ways. */
  void SameOnBothWays([[vkmorph::size("n")]] float *a, const float *b, int n, int flag) { kernel1D_SameOnBothWays(a, b, n, flag); }
  void kernel1D_SameOnBothWays(float *a, const float *b, int n, int flag) {
    int i, k;
    if (flag > 0)
      k = 1;
    else
      k = 1;
    for (i = 0; i < n - 1; i++)
      a[i] = a[i + k] + b[i];
  }

  /* The offset is one or two. */
  void OneOrTwo([[vkmorph::size("n")]] float *a, const float *b, int n, int flag) { kernel1D_OneOrTwo(a, b, n, flag); }
  void kernel1D_OneOrTwo(float *a, const float *b, int n, int flag) {
    int i, k;
    k = 1;
    if (flag > 0)
      k = 2;
    for (i = 0; i < n - 2; i++)
      a[i] = a[i + k] + b[i];
  }

  /* An offset that the caller gives. */
  void GivenOffset([[vkmorph::size("n + k")]] float *a, const float *b, int n, int k) {
    if (k >= 0)
      kernel1D_GivenOffset(a, b, n, k);
  }
  void kernel1D_GivenOffset(float *a, const float *b, int n, int k) {
    int i;
    for (i = 0; i < n; i++)
      a[i] = a[i + k] + b[i];
  }

  /* An offset behind all that is written. */
  void BeyondEnd([[vkmorph::size("n + m")]] float *a, const float *b, int n, int m) {
    if (m >= n)
      kernel1D_BeyondEnd(a, b, n, m);
  }
  void kernel1D_BeyondEnd(float *a, const float *b, int n, int m) {
    int i;
    for (i = 0; i < n; i++)
      a[i + m] = a[i] + b[i];
  }

  /* A stride that the caller gives. */
  void GivenStride([[vkmorph::size("n * inc")]] float *a, const float *b, int n, int inc) {
    if (inc > 0)
      kernel1D_GivenStride(a, b, n, inc);
  }
  void kernel1D_GivenStride(float *a, const float *b, int n, int inc) {
    int i;
    for (i = 0; i < n; i++)
      a[i * inc] = a[i * inc] + b[i];
  }

  /* The loop's step is given, and the loop reads the element before. */
  void StepAndBefore(float *a, const float *b, int n, int inc) {
    if (inc > 1)
      kernel1D_StepAndBefore(a, b, n, inc);
  }
  void kernel1D_StepAndBefore(float *a, const float *b, int n, int inc) {
    int i;
    for (i = 1; i < n; i += inc)
      a[i] = a[i - 1] + b[i];
  }

  /* Offset and stride are members. */
  void MemberStride([[vkmorph::size("n * 8 + 8")]] float *a, const float *b, int n) {
    if (m_stride > 0 && m_stride <= 8 && m_offset >= 0 && m_offset < 8)
      kernel1D_MemberStride(a, b, n);
  }
  void kernel1D_MemberStride(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      a[m_offset + i * m_stride] = b[i];
  }

  /* A leading dimension, of which a part is used. */
  void LeadingDimension([[vkmorph::size("rows * ld")]] float *a, [[vkmorph::size("rows * ld")]] const float *b, int rows, int cols, int ld) {
    if (cols <= ld)
      kernel2D_LeadingDimension(a, b, rows, cols, ld);
  }
  void kernel2D_LeadingDimension(float *a, const float *b, int rows, int cols, int ld) {
    int i, j;
    for (i = 0; i < rows; i++)
      for (j = 0; j < cols; j++)
        a[i * ld + j] = a[i * ld + j] * 0.5f + b[i * ld + j];
  }

  /* A row of a table is made of another one. */
  void RowToRow([[vkmorph::size("rows * n")]] float *a, int rows, int n, int from, int to) {
    if (from >= 0 && from < rows && to >= 0 && to < rows && from != to)
      kernel1D_RowToRow(a, n, from, to);
  }
  void kernel1D_RowToRow(float *a, int n, int from, int to) {
    int j;
    for (j = 0; j < n; j++)
      a[to * n + j] += 0.25f * a[from * n + j];
  }

  /* A product that is known before the loop. */
  void KnownProduct(float *a, const float *b, int n) { kernel1D_KnownProduct(a, b, n); }
  void kernel1D_KnownProduct(float *a, const float *b, int n) {
    int i, m, k;
    m = 2;
    k = m * 3;
    for (i = 0; i < n - 6; i++) {
      a[i] = a[i + k] * b[i];
      m = 4;
    }
  }
};
