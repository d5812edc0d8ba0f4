// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Control flow: conditions on data and counters, jumps over statements, nested conditions, and loops of which parts are chosen.
// RUN: %check %s --class ControlFlow --largest-size=66 -- -std=c++17
#include <math.h>

class ControlFlow {
public:
  int m_mode = 0;

  /* A guarded statement. */
  void Guarded([[vkmorph::size("n")]] float *a, const float *b, [[vkmorph::size("n")]] const float *c, int n) { kernel1D_Guarded(a, b, c, n); }
  void kernel1D_Guarded(float *a, const float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++)
      if (b[i] > 0.0f)
        a[i] += b[i] * c[i];
  }

  /* What one statement decides, another one uses. */
  void DecidesOnOwn(float *a, float *b, [[vkmorph::size("n")]] const float *c, int n) { kernel1D_DecidesOnOwn(a, b, c, n); }
  void kernel1D_DecidesOnOwn(float *a, float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++) {
      a[i] -= 1.0f;
      if (a[i] < 0.0f) {
        b[i] = -a[i];
        continue;
      }
      b[i] = c[i] * a[i];
      if (b[i] > 4.0f)
        continue;
      a[i] = b[i] + 2.0f;
    }
  }

  /* The middle of the loop is different. */
  void MiddleIsDifferent(float *a, const float *b, int n) { kernel1D_MiddleIsDifferent(a, b, n); }
  void kernel1D_MiddleIsDifferent(float *a, const float *b, int n) {
    int i, middle;
    middle = n / 2;
    for (i = 0; i < n; i++) {
      if (i < middle)
        a[i] = b[i] + 1.0f;
      else if (i == middle)
        a[i] = 0.0f;
      else
        a[i] = b[i] - 1.0f;
    }
  }

  /* A condition that does not change. */
  void UnchangingCondition(float *a, const float *b, [[vkmorph::size("n")]] const float *c, float x, int n) { kernel1D_UnchangingCondition(a, b, c, x, n); }
  void kernel1D_UnchangingCondition(float *a, const float *b, const float *c, float x, int n) {
    int i;
    for (i = 0; i < n; i++) {
      a[i] += b[i];
      if (x > 0.0f)
        a[i] *= c[i];
    }
  }

  /* Loops in the branches of a mode. */
  void LoopInBranches([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, int n) { kernel1D_LoopInBranches(a, b, n); }
  void kernel1D_LoopInBranches(float *a, const float *b, int n) {
    int i;
    if (m_mode == 0) {
      for (i = 0; i < n; i++)
        a[i] = b[i];
    } else {
      for (i = 0; i < n; i++)
        a[i] = -b[i];
    }
  }

  /* A mode chooses in the iteration. */
  void SwitchOnElement([[vkmorph::size("n")]] float *a, const int *kind, [[vkmorph::size("n")]] const float *b, int n) { kernel1D_SwitchOnElement(a, kind, b, n); }
  void kernel1D_SwitchOnElement(float *a, const int *kind, const float *b, int n) {
    int i;
    for (i = 0; i < n; i++) {
      switch (kind[i] & 3) {
      case 0:
        a[i] = b[i];
        break;
      case 1:
        a[i] = b[i] * 2.0f;
        /* and on */
      case 2:
        a[i] += 1.0f;
        break;
      default:
        break;
      }
    }
  }

  /* A while loop as the source of the counter. */
  void WhileLoop(float *a, const float *b, int n) { kernel1D_WhileLoop(a, b, n); }
  void kernel1D_WhileLoop(float *a, const float *b, int n) {
    int i = 0;
    while (i < n) {
      a[i] = b[i] > 0.0f ? sqrtf(b[i]) : 0.0f;
      i++;
    }
  }

  /* Nested conditions of three arrays. */
  void NestedConditions(float *a, [[vkmorph::size("n")]] float *b, [[vkmorph::size("n")]] const float *c, int n) { kernel1D_NestedConditions(a, b, c, n); }
  void kernel1D_NestedConditions(float *a, float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++) {
      if (a[i] > 0.0f) {
        if (b[i] > a[i]) {
          if (c[i] > 0.0f)
            b[i] = c[i];
          else
            b[i] = 0.0f;
        } else
          a[i] = b[i];
      } else
        a[i] = c[i];
    }
  }
};
