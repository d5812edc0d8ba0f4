// Origin: written as a user would.
// What depends on the order of loops, or might: reductions, places of extremes among equal ones, combinations in order, and
// appended elements, over columns first.
// RUN: %check %s --class Survey --size w=1,7,40 --size h=1,6,35 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class Finds --variant=stable=--append=stable --size w=1,7,40 --size h=1,6,35 -- -std=c++17
// RUN: %check %s --class Finds --option=--append=atomic --size w=40 --size h=35 --variants=default -- -std=c++17
#include <cstddef>
#include <vector>

struct Line {
  int a, b;
};

class Survey {
public:
  virtual ~Survey() = default;
  virtual float Total(const float *a, int w, int h) {
    kernel2D_Total(a, w, h);
    return m_total;
  }
  // Few different numbers: there are many equal ones.
  virtual int Highest(const int *a, int w, int h) {
    kernel2D_Highest(a, w, h);
    return m_x * 1000 + m_y;
  }
  virtual int Lowest(const int *a, int w, int h) {
    kernel2D_Lowest(a, w, h);
    return m_x * 1000 + m_y;
  }
  virtual void Chain(const int *a, int w, int h) { kernel2D_Chain(a, w, h); }
  virtual int Bits(const unsigned *a, int w, int h) {
    kernel2D_Bits(a, w, h);
    return int(m_bits & 0xffff);
  }
  [[vkmorph::associative]] static Line Then(Line f, const Line &g) { return {f.a * g.a, f.b * g.a + g.b}; }

protected:
  void kernel2D_Total(const float *a, int w, int h) {
    m_total = 0;
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        m_total += a[y * w + x];
  }
  void kernel2D_Highest(const int *a, int w, int h) {
    m_highest = -100;
    m_x = m_y = -1;
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        if (a[y * w + x] % 3 > m_highest) {
          m_highest = a[y * w + x] % 3;
          m_x = x;
          m_y = y;
        }
  }
  void kernel2D_Lowest(const int *a, int w, int h) {
    m_highest = 100;
    m_x = m_y = -1;
    for (int x = w - 1; x >= 0; x--)
      for (int y = 0; y < h; y++)
        if (a[y * w + x] % 3 <= m_highest) {
          m_highest = a[y * w + x] % 3;
          m_x = x;
          m_y = y;
        }
  }
  void kernel2D_Chain(const int *a, int w, int h) {
    m_line = {1, 0};
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        m_line = Then(m_line, Line{a[y * w + x] % 2 ? 3 : 1, x - y});
  }
  void kernel2D_Bits(const unsigned *a, int w, int h) {
    m_bits = 0;
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        m_bits ^= a[y * w + x];
  }

  float m_total = 0;
  int m_highest = 0, m_x = 0, m_y = 0;
  unsigned m_bits = 0;
  Line m_line = {1, 0};
};

class Finds {
public:
  virtual ~Finds() = default;
  virtual void Find(const int *a, int w, int h) {
    m_found.clear();
    m_found.reserve(size_t(w) * h);
    kernel2D_Find(a, w, h);
    kernel1D_Double();
  }

protected:
  void kernel2D_Find(const int *a, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        if (a[y * w + x] % 4 == 0)
          m_found.push_back(y * w + x);
  }
  void kernel1D_Double() {
    for (size_t i = 0; i < m_found.size(); ++i)
      m_found[i] *= 2;
  }

  std::vector<int> m_found;
};
