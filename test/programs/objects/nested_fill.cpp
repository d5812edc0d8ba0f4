// Origin: written with the part of the compiler that it tests.
// std::array::fill of a part of a member: before and behind the loops of a kernel, at an index that is a parameter or a
// member, by values that change later.
// RUN: %check %s --class Levels --size n=0,1,9,300 --arg row=0..1 --variants=default,vulkan10 -- -std=c++17
#include <array>

struct Point {
  float x = 0, y = 0;
};

class Levels {
public:
  virtual ~Levels() = default;
  virtual void Before(int *out, int n) { kernel1D_Before(out, n); }
  virtual void Chosen(int *out, int n, int row) { kernel1D_Chosen(out, n, row); }
  virtual void Behind(int *out, int n) { kernel1D_Behind(out, n); }
  virtual void Between(int *out, int n) { kernel1D_Between(out, n); }
  virtual void Points(Point *out, int n) { kernel1D_Points(out, n); }
  virtual void Beside(int *out, int n) {
    m_levels[1].fill(6);
    kernel1D_Read(out, n);
  }

protected:
  void kernel1D_Before(int *out, int n) {
    m_levels[1].fill(3);
    for (int i = 0; i < n; i++)
      out[i] = m_levels[1][i % 4] + m_levels[0][i % 4];
  }
  void kernel1D_Chosen(int *out, int n, int row) {
    m_levels[row].fill(n);
    for (int i = 0; i < n; i++)
      out[i] = m_levels[i % 2][i % 4];
  }
  void kernel1D_Behind(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_levels[1][i % 4];
    m_levels[1].fill(5);
  }
  void kernel1D_Between(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_levels[0][i % 4];
    m_levels[1].fill(m_value);
    m_value = 2;
    for (int i = 0; i < n; i++)
      out[i] += m_levels[1][i % 4];
  }
  void kernel1D_Points(Point *out, int n) {
    m_points[1].fill(Point{1, 2});
    for (int i = 0; i < n; i++)
      out[i] = m_points[1][i % 3];
  }
  void kernel1D_Read(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_levels[1][i % 4];
  }

  std::array<std::array<int, 4>, 2> m_levels{};
  std::array<std::array<Point, 3>, 2> m_points{};
  int m_value = 7;
};
