// Origin: written as a user would, before its first translation.
// What a kernel found, in order: how many there are, only the device knows. Rows in order, one after another.
// RUN: %check %s --class CrowdedCells --variants=default,sort-radix --control=Crowded --size n=0,1,2,3000,9000 --arg least=0..4 -- -std=c++17
// RUN: %check %s --class CrowdedCells --variants=sort-radix --control=Rows --control=Coarse --size w=1,600,1300 --size h=1,3 --size n=0,1,2100,4097 --arg bits=0..9 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

struct Cell {
  uint32_t index;
  int count;
};

class CrowdedCells {
public:
  virtual ~CrowdedCells() = default;

  virtual void Crowded(const uint32_t *counts, uint32_t n, int least) {
    m_cells.reserve(n);
    m_where.reserve(n);
    kernel1D_Find(counts, n, least);
    std::sort(m_cells.begin(), m_cells.end(), [](const Cell &a, const Cell &b) {
      return a.count != b.count ? a.count > b.count : a.index < b.index;
    });
    std::sort(m_where.begin(), m_where.end());
  }
  virtual void Rows([[vkmorph::size("w*h")]] int *values, int w, int h) {
    kernel2D_Shift(values, w, h);
    for (int y = 0; y < h; y++)
      std::sort(values + y * w, values + (y + 1) * w);
  }
  // By a part of the key that is asked for.
  virtual void Coarse(uint32_t *keys, uint32_t n, uint32_t bits) {
    kernel1D_Mix(keys, n);
    std::stable_sort(keys, keys + n, [bits](uint32_t a, uint32_t b) { return (a >> bits) < (b >> bits); });
  }

protected:
  void kernel1D_Find(const uint32_t *counts, uint32_t n, int least) {
    m_cells.clear();
    m_where.clear();
    for (uint32_t i = 0; i < n; i++) {
      const int count = int(counts[i] % 9u);
      if (count > least) {
        m_cells.push_back({i, count});
        m_where.push_back(i);
      }
    }
  }
  void kernel2D_Shift(int *values, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        values[y * w + x] = values[y * w + x] % 1000 - 500;
  }
  void kernel1D_Mix(uint32_t *keys, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      keys[i] = keys[i] * 2654435761u >> 16;
  }

  std::vector<Cell> m_cells;
  std::vector<uint32_t> m_where;
};
