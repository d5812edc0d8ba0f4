// Origin: written with the part of the compiler that it tests.
// Members of all sorts that some ways through a control function do not write: early returns in branches and switches.
// RUN: %check %s --class Ways --size n=1,33 --size mode=0,1,2,3 -- -std=c++17
#include <algorithm>
#include <array>
#include <vector>
struct Pair { int a, b; };
class Ways {
public:
  Ways() : m_data(64, 7), m_out(64, 9) {}
  virtual ~Ways() = default;
  virtual int Some([[vkmorph::size("n")]] const int *x, int n, int mode) {
    switch (mode) {
    case 0:
      return m_count;
    case 1:
      kernel1D_Count(x, n);
      break;
    case 2:
      kernel1D_Fill(x, std::min(n, 64));
      return m_pair.a;
    default:
      kernel1D_Pair(x, n);
      if (n > 10)
        return m_pair.b;
    }
    kernel1D_Table(x, n);
    return m_count + m_pair.a;
  }
  virtual void Last([[vkmorph::size("n")]] const int *x, int n, int mode) {
    int k = 0;
    do {
      if (mode == 1 && k == 1)
        break;
      kernel1D_Count(x, n);
      ++k;
    } while (k < mode);
    while (k < 3) {
      ++k;
      if (k == mode)
        continue;
      kernel1D_Table(x, n);
      if (mode == 2)
        return;
    }
    kernel1D_Pair(x, n);
  }
  virtual int Nested([[vkmorph::size("n")]] const int *x, int n, int mode) {
    if (n > 0) {
      if (mode == 0) {
        kernel1D_Count(x, n);
        return m_count;
      }
      if (mode == 1)
        return -1;
      kernel1D_Pair(x, n);
    } else {
      m_pair = {1, 2};
    }
    kernel1D_Fill(x, std::min(n, 64));
    return m_pair.b;
  }

protected:
  void kernel1D_Count(const int *x, int n) {
    m_count = 0;
    for (int i = 0; i < n; ++i)
      if (x[i] > 0)
        ++m_count;
  }
  void kernel1D_Fill(const int *x, int n) {
    for (int i = 0; i < n; ++i)
      m_out[i] = x[i] + m_data[i];
  }
  void kernel1D_Pair(const int *x, int n) {
    m_pair = {0, 100};
    for (int i = 0; i < n; ++i) {
      m_pair.a += x[i];
      m_pair.b = std::min(m_pair.b, x[i]);
    }
  }
  void kernel1D_Table(const int *x, int n) {
    m_table.fill(0);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < 4; ++k)
        if ((x[i] & 3) == k)
          m_table[k]++;
  }
  std::vector<int> m_data, m_out;
  std::array<int, 4> m_table{5, 6, 7, 8};
  Pair m_pair{3, 4};
  int m_count = 11;
};
