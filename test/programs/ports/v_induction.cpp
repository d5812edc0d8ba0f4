// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Induction variables: second counters that move by one, by two, with conditions, around the end, and with the counter.
// RUN: vkmorph %s --class Induction -o %t -- -std=c++17
// Checked when it was written, and not in each run, since it takes 5 s: %check %s --class Induction --largest-size=66 -- -std=c++17

class Induction {
public:
  /* Two elements of the result for each element of the source. */
  void Interleave([[vkmorph::size("2 * n")]] float *a, const float *b, const float *c, int n) { kernel1D_Interleave(a, b, c, n); }
  void kernel1D_Interleave(float *a, const float *b, const float *c, int n) {
    int i, k;
    k = -1;
    for (i = 0; i < n; i++) {
      k++;
      a[k] = b[i];
      k++;
      a[k] = c[i];
    }
  }

  /* A counter that moves in both branches. */
  void BothBranches([[vkmorph::size("n")]] float *a, const float *b, const float *c, int n) { kernel1D_BothBranches(a, b, c, n); }
  void kernel1D_BothBranches(float *a, const float *b, const float *c, int n) {
    int i, j;
    j = -1;
    for (i = 0; i < n; i++) {
      if (b[i] > 0.0f) {
        j++;
        a[j] = b[i] + c[i];
      } else {
        j++;
        a[j] = c[i] - b[i];
      }
    }
  }

  /* A counter over a table that the two loops go through. */
  void Flatten([[vkmorph::size("n * 8")]] float *a, const float *b, int n) { kernel1D_Flatten(a, b, n); }
  void kernel1D_Flatten(float *a, const float *b, int n) {
    int i, j, k;
    k = 0;
    for (i = 0; i < n; i++)
      for (j = 0; j < 8; j++) {
        a[k] = b[i] + (float)j;
        k++;
      }
  }

  /* A float that grows by a constant. */
  void FloatRamp(float *a, const float *b, int n) { kernel1D_FloatRamp(a, b, n); }
  void kernel1D_FloatRamp(float *a, const float *b, int n) {
    int i;
    float s;
    s = 0.0f;
    for (i = 0; i < n; i++) {
      s += 2.0f;
      a[i] = s * b[i];
    }
  }

  /* The element before, that of the first one being the last. */
  void WrapOnce(float *a, const float *b, int n) { kernel1D_WrapOnce(a, b, n); }
  void kernel1D_WrapOnce(float *a, const float *b, int n) {
    int i, before;
    before = n - 1;
    for (i = 0; i < n; i++) {
      a[i] = (b[i] + b[before]) * 0.5f;
      before = i;
    }
  }

  /* The two elements before, around the end. */
  void WrapTwice(float *a, const float *b, int n) {
    if (n >= 2)
      kernel1D_WrapTwice(a, b, n);
  }
  void kernel1D_WrapTwice(float *a, const float *b, int n) {
    int i, last, lastButOne;
    last = n - 1;
    lastButOne = n - 2;
    for (i = 0; i < n; i++) {
      a[i] = (b[i] + b[last] + b[lastButOne]) * 0.333f;
      lastButOne = last;
      last = i;
    }
  }

  /* The place of a row of a packed triangle. */
  void PackedDiagonal([[vkmorph::size("n * (n + 1) / 2")]] float *a, const float *b, int n) { kernel1D_PackedDiagonal(a, b, n); }
  void kernel1D_PackedDiagonal(float *a, const float *b, int n) {
    int i, k;
    k = 0;
    for (i = 0; i < n; i++) {
      k += i;
      a[k + i] = b[i];
    }
  }

  /* One counter up and one down. */
  void Mirror(float *a, const float *b, int n) { kernel1D_Mirror(a, b, n); }
  void kernel1D_Mirror(float *a, const float *b, int n) {
    int i, k;
    k = n - 1;
    for (i = 0; i < n; i++) {
      a[i] += b[k];
      k--;
    }
  }

  /* Powers of a number. */
  void Geometric(float *a, const float *b, float ratio, int n) { kernel1D_Geometric(a, b, ratio, n); }
  void kernel1D_Geometric(float *a, const float *b, float ratio, int n) {
    int i;
    float p;
    p = 1.0f;
    for (i = 0; i < n; i++) {
      a[i] = b[i] * p;
      p *= ratio;
    }
  }

  /* A second counter with a step that is given. */
  void GivenStep(float *a, [[vkmorph::size("n * step")]] const float *b, int n, int step) {
    if (step > 0)
      kernel1D_GivenStep(a, b, n, step);
  }
  void kernel1D_GivenStep(float *a, const float *b, int n, int step) {
    int i, k = 0;
    for (i = 0; i < n; i++) {
      a[i] = b[k];
      k += step;
    }
  }
};
