// Origin: loops of a test suite for vectorising compilers that are refused (test/lit/passes/suite-loops.cpp), changed as the messages say.
// RUN: %check %s --class Remedies --largest-size=40 -- -std=c++17

class Remedies {
public:
  float m_max = 0.0f, m_min = 0.0f;
  int m_found = 0;

  /* The control function counts, so that elements are made in order. */
  void DecidesOnPrevious([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, int n) {
    int i;
    for (i = 1; i < n; i++)
      kernel1D_DecidesOnPrevious(a, b, i);
  }
  void kernel1D_DecidesOnPrevious(float *a, const float *b, int k) {
    int i;
    for (i = k; i < k + 1; i++) {
      if (a[i - 1] > b[i])
        a[i] = b[i];
      else
        a[i] = a[i - 1];
    }
  }

  void AgainstItself([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      kernel1D_AgainstItself(a, b, n, i);
  }
  void kernel1D_AgainstItself(float *a, const float *b, int n, int k) {
    int i;
    for (i = k; i < k + 1; i++)
      a[i] = a[n - 1 - i] + b[i];
  }

  void GatherSelf([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, [[vkmorph::size("n")]] const int *index, int n) {
    int i;
    for (i = 0; i < n; i++)
      kernel1D_GatherSelf(a, b, index, n, i);
  }
  void kernel1D_GatherSelf(float *a, const float *b, const int *index, int n, int k) {
    int i;
    for (i = k; i < k + 1; i++)
      if (index[i] >= 0 && index[i] < n)
        a[i] = a[index[i]] + b[i];
  }

  /* The kernel is split in two. */
  void PeelFirst([[vkmorph::size("n")]] float *a, const float *b, int n) {
    if (n > 0) {
      kernel1D_First(a, b);
      kernel1D_Rest(a, b, n);
    }
  }
  void kernel1D_First(float *a, const float *b) {
    int i;
    for (i = 0; i < 1; i++)
      a[i] = a[i] * 0.5f + b[i];
  }
  void kernel1D_Rest(float *a, const float *b, int n) {
    int i;
    for (i = 1; i < n; i++)
      a[i] = a[0] * 0.5f + b[i];
  }

  /* The kernel is what one iteration of the outer loop does. */
  void Convolved([[vkmorph::size("n")]] float *w, [[vkmorph::size("n * n")]] const float *b, int n) {
    int i;
    for (i = 1; i < n; i++)
      kernel1D_Convolved(w, b, i, n);
  }
  void kernel1D_Convolved(float *w, const float *b, int i, int n) {
    int k;
    for (k = 0; k < i; k++)
      w[i] += b[k * n + i] * w[i - k - 1] * 0.01f;
  }

  /* A statement of its own. */
  float Spread(const float *a, int n) {
    if (n > 0)
      kernel1D_Spread(a, n);
    return m_max - m_min;
  }
  void kernel1D_Spread(const float *a, int n) {
    int i;
    float max, min;
    max = a[0];
    min = a[0];
    for (i = 1; i < n; i++) {
      if (a[i] > max)
        max = a[i];
      if (a[i] < min)
        min = a[i];
    }
    m_max = max;
    m_min = min;
  }

  /* A local variable keeps what is read. */
  void RecurrenceBeside(float *a, float *b, const float *c, int n) { kernel1D_RecurrenceBeside(a, b, c, n); }
  void kernel1D_RecurrenceBeside(float *a, float *b, const float *c, int n) {
    int i;
    for (i = 1; i < n; i++) {
      const float sum = a[i] + c[i] * 0.5f;
      a[i] = sum;
      b[i] = b[i - 1] + sum;
    }
  }

  /* A counted loop that 'break' leaves. */
  int WhileSearch([[vkmorph::size("n")]] const int *a, int key, int n) {
    kernel1D_WhileSearch(a, key, n);
    return m_found;
  }
  void kernel1D_WhileSearch(const int *a, int key, int n) {
    int i;
    m_found = n;
    for (i = 0; i < n; i++)
      if (a[i] == key) {
        m_found = i;
        break;
      }
  }

  /* Branches in place of jumps. */
  void JumpOver(float *a, const float *b, [[vkmorph::size("n")]] const float *c, int n) { kernel1D_JumpOver(a, b, c, n); }
  void kernel1D_JumpOver(float *a, const float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++) {
      if (b[i] < 0.0f) {
        a[i] = -b[i];
        continue;
      }
      a[i] = b[i] * c[i];
    }
  }
};
