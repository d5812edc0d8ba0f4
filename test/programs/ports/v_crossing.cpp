// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Crossing thresholds, loop peeling, diagonals, wavefronts, rerolling.
// RUN: vkmorph %s --class Crossing -o %t -- -std=c++17
// Checked when it was written, and not in each run, since it takes 5 s: %check %s --class Crossing --largest-size=66 -- -std=c++17
#define SIDE 40

class Crossing {
public:
  float aa[SIDE][SIDE], bb[SIDE][SIDE];

  /* Both ends change places up to the middle. */
  void ReverseInPlace(float *a, int n) { kernel1D_ReverseInPlace(a, n); }
  void kernel1D_ReverseInPlace(float *a, int n) {
    int i;
    float t;
    for (i = 0; i < n / 2; i++) {
      t = a[i];
      a[i] = a[n - 1 - i];
      a[n - 1 - i] = t;
    }
  }

  /* The first iteration alone reads the last element. */
  void FirstReadsLast(float *a, const float *b, int n) { kernel1D_FirstReadsLast(a, b, n); }
  void kernel1D_FirstReadsLast(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      a[i] = b[i] + (i == 0 ? b[n - 1] : b[i - 1]);
  }

  /* A scalar carries an element of the iteration before. */
  void CarriedElement(float *a, const float *b, int n) {
    if (n > 0)
      kernel1D_CarriedElement(a, b, n);
  }
  void kernel1D_CarriedElement(float *a, const float *b, int n) {
    int i;
    float x;
    x = b[n - 1];
    for (i = 0; i < n; i++) {
      a[i] = (b[i] + x) * 0.5f;
      x = b[i];
    }
  }

  /* The diagonal of a table. */
  void Diagonal() { kernel1D_Diagonal(); }
  void kernel1D_Diagonal() {
    int i;
    for (i = 0; i < SIDE; i++)
      aa[i][i] += bb[i][i] * 2.0f;
  }

  /* The element up and left of each one. */
  void AlongDiagonals() { kernel2D_AlongDiagonals(); }
  void kernel2D_AlongDiagonals() {
    int i, j;
    for (i = 1; i < SIDE; i++)
      for (j = 1; j < SIDE; j++)
        aa[i][j] = aa[i - 1][j - 1] + bb[i][j];
  }

  /* The elements above and to the left. */
  void Wavefront() { kernel2D_Wavefront(); }
  void kernel2D_Wavefront() {
    int i, j;
    for (i = 1; i < SIDE; i++)
      for (j = 1; j < SIDE; j++)
        aa[i][j] = (aa[i - 1][j] + aa[i][j - 1]) * 0.5f;
  }

  /* A loop that was written out five times. */
  void FiveAtATime(float *a, const float *b, float x, int n) { kernel1D_FiveAtATime(a, b, x, n); }
  void kernel1D_FiveAtATime(float *a, const float *b, float x, int n) {
    int i;
    for (i = 0; i + 4 < n; i += 5) {
      a[i] += x * b[i];
      a[i + 1] += x * b[i + 1];
      a[i + 2] += x * b[i + 2];
      a[i + 3] += x * b[i + 3];
      a[i + 4] += x * b[i + 4];
    }
  }

  /* A dot product that was written out. */
  float DotByFour(const float *a, const float *b, int n) {
    m_dot = 0.0f;
    kernel1D_DotByFour(a, b, n);
    return m_dot;
  }
  float m_dot = 0.0f;
  void kernel1D_DotByFour(const float *a, const float *b, int n) {
    int i;
    float dot = 0.0f;
    for (i = 0; i < n - 3; i += 4)
      dot = dot + a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3];
    m_dot = dot;
  }

  /* Indices through a table, written out. */
  void GatherByTwo(float *a, [[vkmorph::size("n")]] const float *b, const int *index, float x, int n) {
    if (n > 0)
      kernel1D_GatherByTwo(a, b, index, x, n);
  }
  void kernel1D_GatherByTwo(float *a, const float *b, const int *index, float x, int n) {
    int i;
    for (i = 0; i < n - 1; i += 2) {
      a[i] += x * b[(index[i] & 0x7fffffff) % n];
      a[i + 1] += x * b[(index[i + 1] & 0x7fffffff) % n];
    }
  }
};
