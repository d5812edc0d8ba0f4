#pragma once
#include <cstdint>

class Conversions {
public:
  virtual ~Conversions() {}
  virtual void Round(const int64_t *wide, const int *narrow, double *rounded, int n) {
    kernel1D_Round(wide, narrow, rounded, n);
  }
  virtual void Rows(const float (*rows)[3], float *sums, int n) { kernel1D_Rows(rows, sums, n); }

private:
  void kernel1D_Round(const int64_t *wide, const int *narrow, double *rounded, int n);
  void kernel1D_Rows(const float (*rows)[3], float *sums, int n);
};
