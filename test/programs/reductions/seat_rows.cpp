// Origin: written as a user would, before its first translation.
// Results per row and per column, of every kind, beside totals of the whole; in 1D, 2D and 3D.
// RUN: %check %s --class SeatRows --size h=1,3,40 --size w=1,6,130 --size d=1,2,5 --variants=default,vulkan10,tree-last-workgroup,deterministic -- -std=c++17
#include <algorithm>
#include <cstdint>

class SeatRows {
public:
  virtual ~SeatRows() = default;
  virtual void Rows(const int *taken, int *perRow, int *firstFree, uint8_t *isFull, int w, int h) {
    kernel1D_Rows(taken, perRow, firstFree, isFull, w, h);
  }
  virtual void Accumulate(const double *price, double *income, float *best, int w, int h) {
    kernel2D_Income(price, income, w, h);
    kernel2D_Best(price, best, w, h);
  }
  virtual void Columns(const float *price, [[vkmorph::size("w")]] float *perColumn, int w, int h) {
    kernel2D_Columns(price, perColumn, w, h);
  }
  virtual void Floors(const int *taken, unsigned *perRow, int w, int h, int d) {
    kernel3D_Floors(taken, perRow, w, h, d);
  }
  virtual void Triangle(const int *taken, int *sums, int w) { kernel1D_Triangle(taken, sums, w); }

private:
  void kernel1D_Rows(const int *taken, int *perRow, int *firstFree, uint8_t *isFull, int w, int h) {
    m_total = 0;
    m_fullest = 0;
    for (int row = 0; row < h; ++row) {
      int count = 0, least = 1 << 20, where = -1;
      bool full = true;
      for (int seat = 0; seat < w; ++seat) {
        const int x = taken[row * w + seat];
        if (x > 0)
          count++;
        if (x < least) {
          least = x;
          where = seat;
        }
        full = full && x != 0;
      }
      perRow[row] = count;
      firstFree[row] = where;
      isFull[row] = full;
      m_total += count;
      m_fullest = std::max(m_fullest, count);
    }
  }

  void kernel2D_Income(const double *price, double *income, int w, int h) {
    for (int row = 0; row < h; ++row)
      for (int seat = 0; seat < w; ++seat)
        income[row] += price[row * w + seat];
  }

  void kernel2D_Best(const double *price, float *best, int w, int h) {
    for (int row = 0; row < h; ++row)
      for (int seat = 0; seat < w; ++seat) {
        const float p = static_cast<float>(price[row * w + seat]);
        if (p > best[row])
          best[row] = p;
      }
  }

  void kernel2D_Columns(const float *price, float *perColumn, int w, int h) {
    for (int row = 0; row < h; ++row)
      for (int seat = 0; seat < w; ++seat) {
        if (price[row * w + seat] < 0)
          continue;
        perColumn[seat] += price[row * w + seat];
      }
  }

  void kernel3D_Floors(const int *taken, unsigned *perRow, int w, int h, int d) {
    for (int level = 0; level < d; ++level)
      for (int row = 0; row < h; ++row)
        for (int seat = 0; seat < w; ++seat)
          perRow[level * h + row] ^= unsigned(taken[(level * h + row) * w + seat]) << (seat & 15);
  }

  void kernel1D_Triangle(const int *taken, int *sums, int w) {
    for (int i = 0; i < w; ++i) {
      sums[i] = 0;
      for (int j = 0; j <= i; ++j)
        sums[i] += taken[j] * (i - j);
    }
  }

  int m_total = 0, m_fullest = 0;
};
