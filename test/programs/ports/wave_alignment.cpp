// Origin: written as a user would, before its first translation.
// Alignment of two sequences in a table with a border, rows of m + 1, one diagonal per launch.
// RUN: %check %s --class WaveAlignment --size n=1,9 --size m=1,12 -- -std=c++17
#include <algorithm>

class WaveAlignment {
public:
  virtual ~WaveAlignment() = default;

  virtual void Align(const int *a, const int *b,
                     int *table, int n, int m) {
    kernel1D_Rows(table, n, m);
    kernel1D_Columns(table, m);
    for (int d = 2; d <= n + m; ++d) {
      const int first = std::max(1, d - m), last = std::min(n, d - 1);
      kernel1D_Diagonal(a, b, table, m, d, first, last);
    }
  }

protected:
  void kernel1D_Rows(int *table, int n, int m) {
    for (int i = 0; i <= n; ++i)
      table[i * (m + 1)] = -i;
  }
  void kernel1D_Columns(int *table, int m) {
    for (int j = 0; j <= m; ++j)
      table[j] = -j;
  }
  void kernel1D_Diagonal(const int *a, const int *b, int *table, int m, int d, int first, int last) {
    for (int i = first; i <= last; ++i) {
      const int j = d - i;
      const int match = table[(i - 1) * (m + 1) + j - 1] + ((a[i - 1] & 3) == (b[j - 1] & 3) ? 2 : -1);
      const int gap = std::max(table[(i - 1) * (m + 1) + j], table[i * (m + 1) + j - 1]) - 1;
      table[i * (m + 1) + j] = std::max(match, gap);
    }
  }
};
