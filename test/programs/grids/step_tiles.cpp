// Origin: written as a user would, before its first translation.
// Tables and sweeps whose diagonals workgroups take in tiles: what their elements need of each other, in many forms.
// Where a pitch is only known to be the width and something of either sign, nothing says that rows lie apart.
// RUN: not vkmorph %s --class=Costs --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=COSTS
// COSTS: error: iterations of kernel 'kernel2D_Cheapest' depend on each other{{.*}} [vkm2101
// Nor is an order certain where the first number of a loop may be negative.
// RUN: vkmorph %s --class=Bordered --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=BORDERED
// BORDERED: warning: cannot prove that iterations of kernel 'kernel2D_Fill' are independent{{.*}} [vkm2104
// RUN: %check %s --class=SmithWaterman,AffineGaps,Warp,SeidelSweep,Sparse,Columns,Stored,Ages,Bytes,Particles --size n=1,2,31,33,70 --size m=1,3,32,65,100 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

// Scores of local alignments, and where they come from.
class SmithWaterman {
public:
  virtual ~SmithWaterman() = default;
  virtual void Align(const uint8_t *a, const uint8_t *b, int n, int m,
                     [[vkmorph::size("(n + 1) * (m + 1)")]] int *score,
                     [[vkmorph::size("(n + 1) * (m + 1)")]] int *from) {
    kernel1D_Clear(score, from, n, m);
    kernel2D_Fill(a, b, n, m, score, from);
  }

protected:
  int m_match = 3, m_mismatch = -1, m_gap = -2;
  void kernel1D_Clear(int *score, int *from, int n, int m) {
    for (int i = 0; i < (n + 1) * (m + 1); ++i) {
      score[i] = 0;
      from[i] = 0;
    }
  }
  void kernel2D_Fill(const uint8_t *a, const uint8_t *b, int n, int m, int *score, int *from) {
    const int pitch = m + 1;
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= m; ++j) {
        const int at = i * pitch + j;
        const int diagonal = score[at - pitch - 1] + ((a[i - 1] & 3) == (b[j - 1] & 3) ? m_match : m_mismatch);
        int best = 0, way = 0;
        if (diagonal > best) {
          best = diagonal;
          way = 1;
        }
        if (score[at - pitch] + m_gap > best) {
          best = score[at - pitch] + m_gap;
          way = 2;
        }
        if (score[at - 1] + m_gap > best) {
          best = score[at - 1] + m_gap;
          way = 3;
        }
        score[at] = best;
        from[at] = way;
      }
  }
};

// Three tables that need each other.
class AffineGaps {
public:
  virtual ~AffineGaps() = default;
  virtual void Align(const int *a, const int *b, int n, int m, [[vkmorph::size("(n + 1) * (m + 1)")]] float *best,
                     [[vkmorph::size("(n + 1) * (m + 1)")]] float *down, [[vkmorph::size("(n + 1) * (m + 1)")]] float *right) {
    kernel2D_Fill(a, b, n, m, best, down, right);
  }

protected:
  float m_open = 2.0f, m_extend = 0.5f;
  void kernel2D_Fill(const int *a, const int *b, int n, int m, float *best, float *down, float *right) {
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= m; ++j) {
        down[i * (m + 1) + j] = std::max(best[(i - 1) * (m + 1) + j] - m_open, down[(i - 1) * (m + 1) + j] - m_extend);
        right[i * (m + 1) + j] = std::max(best[i * (m + 1) + j - 1] - m_open, right[i * (m + 1) + j - 1] - m_extend);
        const float both = best[(i - 1) * (m + 1) + j - 1] + (a[i - 1] % 4 == b[j - 1] % 4 ? 1.0f : -1.0f);
        best[i * (m + 1) + j] = std::max(both, std::max(down[i * (m + 1) + j], right[i * (m + 1) + j]));
      }
  }
};

// Borders by conditions: nothing is read that is not there.
class Warp {
public:
  virtual ~Warp() = default;
  virtual void Distance(const double *a, const double *b, int n, int m, [[vkmorph::size("n * m")]] double *cost) {
    kernel2D_Warp(a, b, n, m, cost);
  }

protected:
  void kernel2D_Warp(const double *a, const double *b, int n, int m, double *cost) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j) {
        const double d = a[i] > b[j] ? a[i] - b[j] : b[j] - a[i];
        double least = 0.0;
        if (i > 0 && j > 0)
          least = std::min(cost[(i - 1) * m + j - 1], std::min(cost[(i - 1) * m + j], cost[i * m + j - 1]));
        else if (i > 0)
          least = cost[(i - 1) * m + j];
        else if (j > 0)
          least = cost[i * m + j - 1];
        cost[i * m + j] = d + least;
      }
  }
};

// Old values to the right and below, new ones to the left and above; some rounds, and points that stay.
class SeidelSweep {
public:
  virtual ~SeidelSweep() = default;
  virtual void Relax([[vkmorph::size("n * m")]] float *u, [[vkmorph::size("n * m")]] const float *f, [[vkmorph::size("n * m")]] const int *isFixed, int n, int m) {
    for (int round = 0; round < 3; ++round)
      kernel2D_Sweep(u, f, isFixed, n, m);
  }

protected:
  void kernel2D_Sweep(float *u, const float *f, const int *isFixed, int n, int m) {
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1; x < m - 1; ++x) {
        if (isFixed[y * m + x] % 3 == 0)
          continue;
        u[y * m + x] = 0.25f * (u[(y - 1) * m + x] + u[(y + 1) * m + x] + u[y * m + x - 1] + u[y * m + x + 1] - f[y * m + x]);
      }
  }
};

// Elements that only some iterations write.
class Sparse {
public:
  virtual ~Sparse() = default;
  virtual void Spread([[vkmorph::size("n * m")]] int *level, int n, int m, int limit) { kernel2D_Spread(level, n, m, limit); }

protected:
  void kernel2D_Spread(int *level, int n, int m, int limit) {
    for (int y = 1; y < n; ++y)
      for (int x = 2; x < m; ++x)
        if (level[(y - 1) * m + x] > level[y * m + x - 2] && level[y * m + x] < limit)
          level[y * m + x] += level[y * m + x - 2] / 2;
  }
};

// The loop over columns is the outer one.
class Columns {
public:
  virtual ~Columns() = default;
  virtual void Sum([[vkmorph::size("n * m")]] unsigned *a, int n, int m) { kernel2D_Sum(a, n, m); }

protected:
  void kernel2D_Sum(unsigned *a, int n, int m) {
    for (int x = 1; x < m; ++x)
      for (int y = 1; y < n; ++y)
        a[y * m + x] = a[y * m + x] + a[(y - 1) * m + x] + a[y * m + x - 1] - a[(y - 1) * m + x - 1];
  }
};

// Tables that are members: a vector, and an array of two dimensions.
class Stored {
public:
  virtual ~Stored() = default;
  virtual int Count(const int *a, const int *b, int n, int m) {
    m_table.resize((n + 1) * (m + 1));
    kernel1D_Begin(n, m);
    kernel2D_Table(a, b, n, m);
    kernel2D_Square(a);
    kernel1D_Take(n, m);
    return m_result;
  }

protected:
  std::vector<int> m_table;
  int m_square[80][70] = {};
  int m_result = 0;
  void kernel1D_Begin(int n, int m) {
    for (int i = 0; i < (n + 1) * (m + 1); ++i)
      m_table[i] = i % 5;
  }
  void kernel2D_Table(const int *a, const int *b, int n, int m) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        m_table[(i + 1) * (m + 1) + j + 1] = std::min(std::min(m_table[i * (m + 1) + j + 1], m_table[(i + 1) * (m + 1) + j]) + 1,
                                                      m_table[i * (m + 1) + j] + (a[i] % 3 == b[j] % 3 ? 0 : 1));
  }
  void kernel2D_Square(const int *a) {
    for (int i = 1; i < 80; ++i)
      for (int j = 1; j < 70; ++j)
        m_square[i][j] = (m_square[i - 1][j] + m_square[i][j - 1] + a[0] % 7) % 1000;
  }
  void kernel1D_Take(int n, int m) {
    for (int i = 0; i < 1; ++i)
      m_result = m_table[n * (m + 1) + m] + m_square[79][69];
  }
};

// A distance of three rows, and of two columns.
class Ages {
public:
  virtual ~Ages() = default;
  virtual void Grow([[vkmorph::size("n * m")]] int *age, int n, int m) { kernel2D_Grow(age, n, m); }

protected:
  void kernel2D_Grow(int *age, int n, int m) {
    for (int y = 3; y < n; ++y)
      for (int x = 2; x < m; ++x)
        age[y * m + x] = (age[(y - 3) * m + x] + 2 * age[y * m + x - 2] + age[(y - 1) * m + x - 1]) % 977;
  }
};

// Elements of bytes.
class Bytes {
public:
  virtual ~Bytes() = default;
  virtual void Paint([[vkmorph::size("n * m")]] uint8_t *image, int n, int m) { kernel2D_Paint(image, n, m); }

protected:
  void kernel2D_Paint(uint8_t *image, int n, int m) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x)
        image[y * m + x] = uint8_t((image[(y - 1) * m + x] + image[y * m + x - 1] + image[y * m + x]) / 3);
  }
};

struct Cell {
  float mass, speed;
};

// Elements that are structs.
class Particles {
public:
  virtual ~Particles() = default;
  virtual void Push([[vkmorph::size("n * m")]] Cell *cells, int n, int m) { kernel2D_Push(cells, n, m); }

protected:
  static float Share(float value) { return 0.25f * value; }
  void kernel2D_Push(Cell *cells, int n, int m) {
    for (int y = 1; y < n; ++y)
      for (int x = 1; x < m; ++x) {
        cells[y * m + x].mass += Share(cells[(y - 1) * m + x].mass) + Share(cells[y * m + x - 1].mass);
        cells[y * m + x].speed = 0.5f * cells[(y - 1) * m + x].speed - 0.5f * cells[y * m + x - 1].speed;
      }
  }
};

// A table of costs that is looked up, an inner loop, and rows that are longer than they are read.
class Costs {
public:
  virtual ~Costs() = default;
  virtual void Cheapest(const int *a, const int *b, [[vkmorph::size("16")]] const int *price, int n, int m, int extra,
                        [[vkmorph::size("(n + 1) * (m + 1 + extra)")]] int *table) {
    kernel2D_Cheapest(a, b, price, n, m, m + 1 + extra, table);
  }

protected:
  void kernel2D_Cheapest(const int *a, const int *b, const int *price, int n, int m, int pitch, int *table) {
    for (int i = 1; i <= n; ++i)
      for (int j = 1; j <= m; ++j) {
        int best = 1 << 20;
        for (int k = 0; k < 4; ++k)
          best = std::min(best, price[(a[i - 1] & 3) * 4 + (b[j - 1] & 3)] % 100 + k * table[(i - 1) * pitch + j - 1] % 50);
        table[i * pitch + j] = best + std::min(table[(i - 1) * pitch + j], table[i * pitch + j - 1]) % 1000;
      }
  }
};

// What a border leaves out is kept.
class Bordered {
public:
  virtual ~Bordered() = default;
  virtual void Fill(int first, int last, int n, int m, [[vkmorph::size("n * m")]] int *a) {
    kernel2D_Fill(first % 40 < 0 ? 0 : first % 40, last, n, m, a);
  }

protected:
  void kernel2D_Fill(int first, int last, int n, int m, int *a) {
    for (int y = first + 1; y < n; ++y)
      for (int x = first + 1; x < m; ++x) {
        if (x > last)
          continue;
        if (a[y * m + x - 1] % 2 == 0)
          a[y * m + x] = a[(y - 1) * m + x] + 1;
        else
          a[y * m + x] = a[y * m + x - 1] - 1;
      }
  }
};
