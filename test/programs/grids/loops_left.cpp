// Origin: written for the test.
// Kernels whose loops end early, where what the iterations change does not decide on that; and loops that conditions choose.
// RUN: %check %s --class Leavers --largest-size=300 -- -std=c++17
// RUN: %check %s --class Chosen --largest-size=70 -- -std=c++17
#include <cstdint>

class Leavers {
public:
  virtual ~Leavers() {}
  virtual int First([[vkmorph::size("n")]] const int *a, int n) {
    kernel1D_First(a, n);
    return m_found;
  }
  virtual int Last([[vkmorph::size("n")]] const int *a, int n) {
    kernel1D_Last(a, n);
    return m_found;
  }
  virtual void Until([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, [[vkmorph::size("n")]] int *c, int n) { kernel1D_Until(a, b, c, n); }
  virtual int Returns([[vkmorph::size("n")]] const int *a, [[vkmorph::size("n")]] int *out, int n) {
    m_found = -7;
    kernel1D_Returns(a, out, n);
    return m_found;
  }
  virtual int64_t Steps([[vkmorph::size("n")]] const int *a, uint64_t n) {
    kernel1D_Steps(a, n);
    return m_sum + int64_t(m_place);
  }
  virtual int Match([[vkmorph::size("n + 3")]] const int *text, int n) {
    kernel1D_Match(text, n);
    return m_found;
  }
  virtual int Behind([[vkmorph::size("n")]] const int *a, int n) {
    kernel1D_Behind(a, n);
    return m_found;
  }

private:
  void kernel1D_First(const int *a, int n) {
    m_found = -1;
    for (int i = 0; i < n; i++)
      if (a[i] > 95) {
        m_found = i;
        break;
      }
  }
  // Counted down, by two.
  void kernel1D_Last(const int *a, int n) {
    m_found = n;
    for (int i = n - 1; i >= 0; i -= 2) {
      if (a[i] < -40) {
        m_found = i;
        break;
      }
    }
  }
  // Statements before and behind two exits, and an iteration that ends early.
  void kernel1D_Until(float *a, const float *b, int *c, int n) {
    for (int i = 0; i < n; i++) {
      a[i] += b[i];
      if (b[i] > 3.9f)
        break;
      if (b[i] < -2.5f)
        continue;
      c[i] = i;
      if (b[i] == 0.0f) {
        c[i] = -1;
        break;
      }
      a[i] *= 2.0f;
    }
  }
  static bool Ends(int x) { return x == 17 || x == 60; }
  void kernel1D_Returns(const int *a, int *out, int n) {
    for (int i = 0; i < n; i++) {
      switch (a[i] & 63) {
      case 3:
        out[i] = 1;
        break;
      case 5:
        out[i] = 2;
        m_found = i;
        return;
      default:
        out[i] = 3;
      }
      if (Ends(a[i])) {
        m_found = -i;
        return;
      }
    }
  }
  // A sum up to there, and a counter of 64 bits without a sign.
  void kernel1D_Steps(const int *a, uint64_t n) {
    m_sum = 0;
    m_place = 0;
    for (uint64_t i = 1; i < n; i += 3) {
      if (a[i] == 50)
        break;
      m_sum += a[i];
      m_place = i;
    }
  }
  // What decides has a loop and variables of its own.
  void kernel1D_Match(const int *text, int n) {
    m_found = -1;
    for (int i = 0; i != n; i++) {
      int same = 0;
      for (int k = 0; k < 4; k++)
        if ((text[i + k] & 1) == 0)
          same++;
      if (same == 4) {
        m_found = i;
        break;
      }
    }
  }
  // A variable that is read behind the loop.
  void kernel1D_Behind(const int *a, int n) {
    int i, j, t;
    j = -1;
    for (i = 0; i < n; ++i) {
      t = a[i] * 2;
      if (t > 180) {
        j = i;
        break;
      }
    }
    m_found = j < 0 ? -1 : a[j] + j;
  }
  int m_found = 0;
  int64_t m_sum = 0;
  uint64_t m_place = 0;
};

class Chosen {
public:
  virtual ~Chosen() {}
  virtual void Modes([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] const float *b, int n) { kernel1D_Modes(a, b, n); }
  virtual void Tables([[vkmorph::size("w * h")]] float *a, int w, int h, bool isOnes) { kernel2D_Tables(a, w, h, isOnes); }
  virtual int Search([[vkmorph::size("n")]] const int *a, int n, bool isLow) {
    m_found = -1;
    kernel1D_Search(a, n, isLow);
    return m_found;
  }

private:
  // Statements beside the loops.
  void kernel1D_Modes(float *a, const float *b, int n) {
    int i;
    m_sum = 0;
    if (m_mode > 1) {
      m_count = n;
      for (i = 0; i < n; i++) {
        a[i] = b[i];
        m_sum += b[i];
      }
    } else {
      const int half = n / 2;
      for (i = half; i < n; i++)
        a[i] = -b[i];
      m_count = half;
    }
  }
  void kernel2D_Tables(float *a, int w, int h, bool isOnes) {
    if (isOnes) {
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          a[y * w + x] = 1.0f;
    } else
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          a[y * w + x] *= float(x + y);
  }
  // A loop that ends early in each branch.
  void kernel1D_Search(const int *a, int n, bool isLow) {
    if (isLow) {
      for (int i = 0; i < n; i++)
        if (a[i] < -30) {
          m_found = i;
          break;
        }
    } else {
      for (int i = 0; i < n; i++)
        if (a[i] > 80) {
          m_found = i;
          break;
        }
    }
  }
  int m_mode = 0, m_count = 0, m_found = 0;
  float m_sum = 0;
};
