// Origin: written as a user would who ports a test suite for vectorising compilers, before its first translation; the sizes of arrays as messages asked.
// Recurrences, searches that end early, packing and unpacking.
// RUN: %check %s --class Recurrences --largest-size=66 -- -std=c++17

class Recurrences {
public:
  int m_found = -1, m_count = 0;
  float m_value = 0.0f;

  /* First order, with a factor that changes. */
  void FirstOrder(float *a, const float *b, const float *c, int n) { kernel1D_FirstOrder(a, b, c, n); }
  void kernel1D_FirstOrder(float *a, const float *b, const float *c, int n) {
    int i;
    for (i = 1; i < n; i++)
      a[i] = b[i] + a[i - 1] * c[i] * 0.25f;
  }

  /* Second order. */
  void SecondOrder(float *a, const float *b, int n) { kernel1D_SecondOrder(a, b, n); }
  void kernel1D_SecondOrder(float *a, const float *b, int n) {
    int i;
    for (i = 2; i < n; i++)
      a[i] = b[i] + 0.5f * a[i - 1] - 0.25f * a[i - 2];
  }

  /* Running sums. */
  void Prefix(float *a, const float *b, int n) { kernel1D_Prefix(a, b, n); }
  void kernel1D_Prefix(float *a, const float *b, int n) {
    int i;
    float s = 0.0f;
    for (i = 0; i < n; i++) {
      s += b[i];
      a[i] = s;
    }
  }

  /* The first element above a limit. */
  int FirstAbove([[vkmorph::size("n")]] const float *a, float limit, int n) {
    kernel1D_FirstAbove(a, limit, n);
    return m_found;
  }
  void kernel1D_FirstAbove(const float *a, float limit, int n) {
    int i;
    m_found = -1;
    for (i = 0; i < n; i++)
      if (a[i] > limit) {
        m_found = i;
        break;
      }
  }

  /* The same, with a local that is wanted behind the loop. */
  float FirstNegative([[vkmorph::size("n")]] const float *a, int n) {
    kernel1D_FirstNegative(a, n);
    return m_value;
  }
  void kernel1D_FirstNegative(const float *a, int n) {
    int i, j;
    j = -1;
    for (i = 0; i < n; i++) {
      if (a[i] < 0.0f) {
        j = i;
        break;
      }
    }
    m_found = j;
    m_value = j < 0 ? 0.0f : a[j];
  }

  /* What is done up to the first that ends it. */
  void UntilNegative([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, [[vkmorph::size("n")]] const float *c, int n) { kernel1D_UntilNegative(a, b, c, n); }
  void kernel1D_UntilNegative(float *a, const float *b, const float *c, int n) {
    int i;
    for (i = 0; i < n; i++) {
      a[i] = a[i] + b[i] * c[i];
      if (c[i] < -2.5f)
        break;
    }
  }

  /* The function returns as soon as it knows. */
  int FirstEqual([[vkmorph::size("n")]] const int *a, [[vkmorph::size("n")]] const int *b, int n) {
    m_found = n;
    kernel1D_FirstEqual(a, b, n);
    return m_found;
  }
  void kernel1D_FirstEqual(const int *a, const int *b, int n) {
    int i;
    for (i = 0; i < n; i++)
      if (a[i] == b[i]) {
        m_found = i;
        return;
      }
  }

  /* Positive elements are packed. */
  int Pack([[vkmorph::size("n")]] float *a, const float *b, int n) {
    kernel1D_Pack(a, b, n);
    return m_count;
  }
  void kernel1D_Pack(float *a, const float *b, int n) {
    int i, j;
    j = -1;
    for (i = 0; i < n; i++)
      if (b[i] > 0.0f) {
        j++;
        a[j] = b[i];
      }
    m_count = j + 1;
  }

  /* Packed elements go back to their places. */
  void Unpack([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, const float *mask, int n) { kernel1D_Unpack(a, b, mask, n); }
  void kernel1D_Unpack(float *a, const float *b, const float *mask, int n) {
    int i, j;
    j = -1;
    for (i = 0; i < n; i++)
      if (mask[i] > 0.0f) {
        j++;
        a[i] = b[j];
      }
  }

  /* Packed under one of two conditions, with an arithmetic of its own. */
  int PackTwice([[vkmorph::size("n")]] float *low, [[vkmorph::size("n")]] float *high, const float *b, int n) {
    kernel1D_PackTwice(low, high, b, n);
    return m_count;
  }
  void kernel1D_PackTwice(float *low, float *high, const float *b, int n) {
    int i, j = 0, k = 0;
    for (i = 0; i < n; i++) {
      if (b[i] < 0.0f)
        low[j++] = -b[i];
      else
        high[k++] = b[i];
    }
    m_count = j * 1000 + k;
  }
};
