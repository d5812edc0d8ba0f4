// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Equivalencing and storage classes, parameters, call statements, statement functions.
// RUN: vkmorph %s --class Storage -o %t -- -std=c++17
// Checked when it was written, and not in each run, since it takes 5 s: %check %s --class Storage --largest-size=66 -- -std=c++17
#define SIDE 24

static float square(float x) { return x * x; }
static inline void addOne(float *p) { *p += 1.0f; }
static void scaleTo(float *a, const float *b, int i, float s) { a[i] = b[i] * s; }
static int inRange(float x) {
  if (x < 0.0f)
    return 0;
  if (x > 2.0f)
    return 0;
  return 1;
}

class Storage {
public:
  /* A row of all numbers, seen as a table too. */
  float flat[SIDE * SIDE];
  int n1 = 1, n3 = 1;

  /* A pointer to the second half of one array. */
  void SecondHalf(float *a, int n) { kernel1D_SecondHalf(a, n); }
  void kernel1D_SecondHalf(float *a, int n) {
    int i;
    float *high = a + n;
    for (i = 0; i < n; i++)
      high[i] = a[i] * 2.0f;
  }

  /* One array by two pointers, of which one is an element behind. */
  void ShiftedPointer(float *a, const float *b, int n) { kernel1D_ShiftedPointer(a, b, n); }
  void kernel1D_ShiftedPointer(float *a, const float *b, int n) {
    int i;
    float *x, *y;
    x = a;
    y = a + 1;
    for (i = 0; i < n - 1; i++)
      x[i] = y[i] + b[i];
  }

  /* A table as a row of numbers. */
  void TableAsRow(const float *b) { kernel1D_TableAsRow(b); }
  void kernel1D_TableAsRow(const float *b) {
    int i, j;
    for (i = 0; i < SIDE; i++)
      for (j = 0; j < SIDE; j++)
        flat[i * SIDE + j] += b[j * SIDE + i];
  }

  /* Pointers that move. */
  void MovingPointers(float *a, const float *b, int n) { kernel1D_MovingPointers(a, b, n); }
  void kernel1D_MovingPointers(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      *a++ += *b++;
  }

  /* The loop is over a pointer. */
  void PointerLoop(float *a, float x, int n) { kernel1D_PointerLoop(a, x, n); }
  void kernel1D_PointerLoop(float *a, float x, int n) {
    float *p;
    for (p = a; p < a + n; p++)
      *p *= x;
  }

  /* A statement function. */
  void StatementFunction(float *a, const float *b, const float *c, int n) { kernel1D_StatementFunction(a, b, c, n); }
  void kernel1D_StatementFunction(float *a, const float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++)
      a[i] = square(b[i]) + square(c[i]);
  }

  /* A call that changes an element through a pointer. */
  void CallThroughPointer(float *a, int n) { kernel1D_CallThroughPointer(a, n); }
  void kernel1D_CallThroughPointer(float *a, int n) {
    int i;
    for (i = 0; i < n; i++)
      addOne(&a[i]);
  }

  /* A call that is given the arrays and the index. */
  void CallWithArrays(float *a, const float *b, float s, int n) { kernel1D_CallWithArrays(a, b, s, n); }
  void kernel1D_CallWithArrays(float *a, const float *b, float s, int n) {
    int i;
    for (i = 0; i < n; i++)
      scaleTo(a, b, i, s);
  }

  /* A call that decides. */
  void CallDecides([[vkmorph::size("n")]] float *a, const float *b, int n) { kernel1D_CallDecides(a, b, n); }
  void kernel1D_CallDecides(float *a, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      if (inRange(b[i]))
        a[i] = b[i];
  }

  /* Bounds and step are members that the control function is given first. */
  void MemberBounds(float *a, const float *b, int n, int first, int step) {
    if (first < 1 || step < 1)
      return;
    n1 = first;
    n3 = step;
    kernel1D_MemberBounds(a, b, n);
  }
  void kernel1D_MemberBounds(float *a, const float *b, int n) {
    int i;
    for (i = n1 - 1; i < n; i += n3)
      a[i] += b[i];
  }

  /* A constant that is declared in the function. */
  void LocalConstants(float *a, const float *b, int n) { kernel1D_LocalConstants(a, b, n); }
  void kernel1D_LocalConstants(float *a, const float *b, int n) {
    static const float weights[3] = {0.25f, 0.5f, 0.25f};
    const int last = n - 1;
    int i, k;
    for (i = 1; i < last; i++) {
      float s = 0.0f;
      for (k = 0; k < 3; k++)
        s += weights[k] * b[i + k - 1];
      a[i] = s;
    }
  }

  /* Repeated as a benchmark does it. */
  void Repeated(float *a, const float *b, int n) {
    for (int nl = 0; nl < 3; nl++)
      kernel1D_Repeated(a, b, n, 0.25f * (float)nl);
  }
  void kernel1D_Repeated(float *a, const float *b, int n, float s) {
    for (int i = 0; i < n; i++)
      a[i] += s * b[i];
  }
};
