#pragma once

// Row statistics of a height map, written by somebody who thinks in pointers.
class RowTool {
public:
  virtual ~RowTool() = default;
  virtual void Rows(const int *map, int *sums, int *peaks, int width, int height);
  virtual void Parts(const float *values, int *whole, float *part, int n);

private:
  void kernel1D_Rows(const int *map, int *sums, int *peaks, int width, int height);
  void kernel1D_Parts(const float *values, int *whole, float *part, int n);
  int m_taps[4] = {1, -2, 3, 5};
};
