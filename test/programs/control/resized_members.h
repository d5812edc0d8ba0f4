#pragma once
#include <cstdint>
#include <vector>

// Members that control functions give their sizes before the first kernel.
class Resized {
public:
  virtual ~Resized() = default;

  virtual void Square(const int *in, int n);
  virtual int Totals(const int *in, int n, int width);

private:
  void kernel1D_Square(const int *in, int n);
  void kernel1D_Rows(const int *in, int rows, int width);

  std::vector<int> m_squares;
  std::vector<long long> m_rows;
  int m_sum = 0;
};
