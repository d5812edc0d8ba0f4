// Origin: written as a user would.
// Function, member and variable templates, values as parameters, packs, `if constexpr`, constexpr functions.
// RUN: %check %s --class Meter -- -std=c++17
#include "templates.h"

namespace meter {

void Meter::kernel1D_Levels(const float *volts, const int *counts, int *levels, int n) {
  for (int i = 0; i < n; ++i)
    levels[i] = Convert<int>(Clip(volts[i])) * 1000 + Clip(counts[i]) + Convert<int>(Clip(7L + counts[i]) > 60);
}

void Meter::kernel1D_Smooth(const float *volts, const int *counts, float *smooth, int n) {
  const float cubic[] = {0.5f, -1.0f, 0.25f, 2.0f};
  const int line[2] = {4, -3};
  for (int i = 0; i < n; ++i)
    smooth[i] = Polynomial(cubic, Convert<float>(volts[i])) + Convert<float>(Polynomial(line, counts[i] % 32));
}

void Meter::kernel1D_Codes(const int *counts, uint32_t *codes, int n) {
  constexpr unsigned step = Power(3, 4);
  for (int i = 0; i < n; ++i) {
    const int v = counts[i] % 1000;
    codes[i] = Field<5>(v) | Field<7, 5>(v * 2) | Field<Power(2, 3), 12>(v + int(step));
    codes[i] ^= uint32_t(Total(v, int8_t(v % 100), v < 0, 2u)) << 20;
    codes[i] += uint32_t(Code<true>::Shift(v)) + Code<false>::Shift(unsigned(v));
  }
}

void Meter::Read(const float *volts, const int *counts, int *levels, float *smooth, uint32_t *codes, int n) {
  kernel1D_Levels(volts, counts, levels, n);
  kernel1D_Smooth(volts, counts, smooth, n);
  kernel1D_Codes(counts, codes, n);
}

} // namespace meter
