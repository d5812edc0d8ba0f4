// Counters of 8 and 16 bits with something added to them.
#include "narrow_counters.h"

void Comb::kernel1D_bytes(int *a) {
  for (uint8_t i = 2; i + 1 < 17; i++)
    a[i] = i * 3;
}

void Comb::kernel1D_shorts(int *b, int16_t n) {
  for (int16_t i = n; i - 1 >= 0; i -= 2) {
    int16_t kept = i;
    b[i] += kept;
  }
}

void Comb::kernel2D_both(uint8_t *c, int16_t n) {
  for (int16_t y = 0; y + 2 < n; ++y)
    for (uint8_t x = 1; 9 > x + 1; x += 2)
      c[y * 9 + x] = uint8_t(x + y);
}

void Comb::Fill(int *a, int *b, uint8_t *c, int16_t n) {
  kernel1D_bytes(a);
  kernel1D_shorts(b, n);
  kernel2D_both(c, n);
}
