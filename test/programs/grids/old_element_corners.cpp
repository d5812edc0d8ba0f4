// Origin: written for the corners of copies of old elements.
// RUN: %check --largest-size=300 %s --class=Exchange,Behind,Window,Pairs,Twice,Borders,Records,Whole,Grid,Box,Bytes,Total,Last,Ends,Search,Wide,Halves,Down3 -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Two arrays, each of which takes the next elements of the other one.
class Exchange { public: virtual ~Exchange() = default;
  virtual void Run(int *a, int *b, int n) { kernel1D_Run(a, b, n); }
private:
  void kernel1D_Run(int *a, int *b, int n) {
    for (int i = 0; i < n; i++) { a[i] = b[i + 1]; b[i] = a[i + 1]; }
  }
};

/// Own elements are read behind their change, others too.
class Behind { public: virtual ~Behind() = default;
  virtual void Run(int *a, int *b, int n) { kernel1D_Run(a, b, n); }
private:
  void kernel1D_Run(int *a, int *b, int n) {
    for (int i = 0; i < n; i++) {
      a[i] *= 2;
      const int next = a[i + 1];
      b[i] = a[i] + next;
      a[i] -= next;
    }
  }
};

/// A range of elements, of which the first is the iteration's own.
class Window { public: virtual ~Window() = default;
  virtual void Run([[vkmorph::size("n + 4")]] int *a, int n, int m) { if (m >= 0) kernel1D_Run(a, n, m); }
private:
  void kernel1D_Run(int *a, int n, int m) {
    for (int i = 0; i < n; i++) {
      int sum = 0;
      for (int k = 0; k < m % 5; k++) sum += a[i + k];
      if (sum % 3 == 0) continue;
      a[i] = sum;
    }
  }
};

/// Two elements of an iteration, in steps of two.
class Pairs { public: virtual ~Pairs() = default;
  virtual void Run(int *a, int n) { kernel1D_Run(a, n); }
private:
  void kernel1D_Run(int *a, int n) {
    for (int i = 0; i + 3 < n; i += 2) { a[i] = a[i + 2] + 1; a[i + 1] = a[i + 3] - 1; }
  }
};

/// A kernel of two loops: each has a copy of its own. Statements before and behind the loops read and write elements.
class Twice { public: virtual ~Twice() = default;
  virtual void Run(int *a, int n) { kernel1D_Run(a, n); kernel1D_Run(a, n); }
  int m_first = 0, m_last = 0;
private:
  void kernel1D_Run(int *a, int n) {
    m_first = a[0];
    a[0] = 7;
    for (int i = 0; i < n; i++) a[i] = a[i + 1];
    for (int i = n; i > 0; i--) a[i] += a[i - 1];
    m_last = a[n];
  }
};

/// Borders by minima and choices.
class Borders { public: virtual ~Borders() = default;
  virtual void Run(int *a, int w, int h) { kernel2D_Run(a, w, h); }
private:
  void kernel2D_Run(int *a, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        a[y * w + x] += a[std::min(y + 1, h - 1) * w + x] * (x + 1 < w ? a[y * w + x + 1] : 3);
  }
};

struct Bone { float at[3]; int kind; };

/// Members of structs that are arrays.
class Records { public: virtual ~Records() = default;
  virtual void Run(Bone *p, int n) { kernel1D_Run(p, n); }
private:
  void kernel1D_Run(Bone *p, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++) p[i].at[k] = p[i + 1].at[k] + p[i + 2].kind;
  }
};

/// Whole structs, from the end down.
class Whole { public: virtual ~Whole() = default;
  virtual void Run() { kernel1D_Run(); }
  std::vector<Bone> m_bones;
private:
  void kernel1D_Run() { for (int i = int(m_bones.size()) - 1; i > 2; i--) if (m_bones[i].kind > 0) m_bones[i] = m_bones[i - 2]; }
};

/// A table in class data.
class Grid { public: virtual ~Grid() = default;
  virtual void Run(int n) { for (int i = 0; i < n % 5; i++) kernel2D_Run(); }
  int m_cells[8][16] = {};
private:
  void kernel2D_Run() {
    for (int y = 0; y < 7; y++)
      for (int x = 0; x < 15; x++) m_cells[y][x] = m_cells[y + 1][x] + m_cells[y][x + 1];
  }
};

struct Line { int length; int points[20]; };

/// An array in a struct of the class.
class Box { public: virtual ~Box() = default;
  virtual void Run(int n) { kernel1D_Run(n); }
  Line m_line = {};
private:
  void kernel1D_Run(int n) { for (int i = 0; i < 19; i++) m_line.points[i] += m_line.points[i + 1] * n; }
};

/// Small elements.
class Bytes { public: virtual ~Bytes() = default;
  virtual void Run(uint8_t *a, int16_t *b, int n) { kernel1D_Run(a, b, n); }
private:
  void kernel1D_Run(uint8_t *a, int16_t *b, int n) {
    for (int i = 0; i < n; i++) { a[i] = uint8_t(a[i + 1] + 1); b[i] = int16_t(b[i + 3] - a[i]); }
  }
};

/// A running total, and a sum.
class Total { public: virtual ~Total() = default;
  virtual void Run(int *a, int n) { kernel1D_Run(a, n); }
  int m_sum = 0;
private:
  void kernel1D_Run(int *a, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
      total += a[i + 1];
      m_sum += a[i];
      a[i] = total;
    }
  }
};

/// The element of the last iteration.
class Last { public: virtual ~Last() = default;
  virtual void Run(int *a, int n) { kernel1D_Run(a, n); }
private:
  void kernel1D_Run(int *a, int n) { for (int i = 0; i < n; i++) a[i] -= a[n - 1]; }
};

/// Halves that lie behind.
class Ends { public: virtual ~Ends() = default;
  virtual void Run(int *a, int n) { if (n > 0) kernel1D_Run(a, n); }
private:
  void kernel1D_Run(int *a, int n) { for (int i = 0; i < n; i++) a[i] = a[2 * i + 1] + a[2 * i]; }
};

/// How far is decided by what is read.
class Search { public: virtual ~Search() = default;
  virtual void Run([[vkmorph::size("n")]] int *a, int n) { kernel1D_Run(a, n); }
private:
  void kernel1D_Run(int *a, int n) {
    for (int i = 0; i < n; i++) {
      int far = 0;
      for (int k = i + 1; k < n; k++) {
        if (a[k] <= a[i]) break;
        far = k - i;
      }
      a[i] = far;
    }
  }
};

/// Indices of 64 bits.
class Wide { public: virtual ~Wide() = default;
  virtual void Run(double *a, std::size_t w, std::size_t h) { kernel2D_Run(a, w, h); }
private:
  void kernel2D_Run(double *a, std::size_t w, std::size_t h) {
    for (std::size_t y = 0; y < h; y++)
      for (std::size_t x = 0; x < w; x++) a[y * w + x] = 0.5 * a[(y + 1) * w + x];
  }
};

/// One row of many, at a place that is given.
class Halves { public: virtual ~Halves() = default;
  virtual void Run(int *a, int w, int h) { for (int y = 0; y < h; y++) kernel1D_Row(a, w, y); }
private:
  void kernel1D_Row(int *a, int w, int y) { for (int x = 0; x + 1 < w; x++) a[y * w + x] = a[y * w + x + 1]; }
};

/// Three dimensions, from the end down, through functions.
class Down3 { public: virtual ~Down3() = default;
  virtual void Run(int *a, int w, int h, int d) { kernel3D_Run(a, w, h, d); }
private:
  static int At(const int *a, int w, int h, int z, int y, int x) { return a[(z * h + y) * w + x]; }
  void kernel3D_Run(int *a, int w, int h, int d) {
    for (int z = d - 1; z > 0; z--)
      for (int y = h - 1; y > 0; y--)
        for (int x = w - 1; x > 0; x--)
          a[(z * h + y) * w + x] += At(a, w, h, z - 1, y, x) - At(a, w, h, z, y - 1, x) + At(a, w, h, z, y, x - 1);
  }
};
