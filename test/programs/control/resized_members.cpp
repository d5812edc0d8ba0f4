// Origin: written as a user would.
// resize and assign of members in control functions, before kernels write the elements; smaller and larger than before.
// RUN: %check %s --class Resized --size n=0,1,5,100,1000 --size width=1,3,10 -- -std=c++17
// RUN: %check %s --class Resized --setup 'int p[50] = {3, 1, 4}; object.Square(p, 50);' --size n=0,1,5,100,1000 --size width=1,3,10 -- -std=c++17
#include "resized_members.h"

void Resized::kernel1D_Square(const int *in, int n) {
  for (int i = 0; i < n; i++)
    m_squares[i] = in[i] % 1000 * (in[i] % 1000);
}

void Resized::kernel1D_Rows(const int *in, int rows, int width) {
  m_sum = 0;
  for (int row = 0; row < rows; row++) {
    for (int x = 0; x < width; x++)
      m_rows[row] += in[row * width + x] % 100;
    m_sum += (int)m_rows[row];
  }
}

void Resized::Square(const int *in, int n) {
  m_squares.resize(n);
  kernel1D_Square(in, n);
}

int Resized::Totals(const int *in, int n, int width) {
  const int rows = n / width;
  m_rows.assign(rows, 7);
  kernel1D_Rows(in, rows, width);
  return m_sum + (int)m_rows.size();
}
