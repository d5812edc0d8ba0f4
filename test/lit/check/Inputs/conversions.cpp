#include "conversions.h"

static float Half(float x) { return x < 0 ? -x : x; }

void Conversions::kernel1D_Round(const int64_t *wide, const int *narrow, double *rounded, int n) {
  for (int i = 0; i < n; ++i) {
    const int64_t x = wide[i] * 123456789ll;
    const int y = narrow[i] * 12345678;
    double sum = (float)x;
    sum += (float)(uint64_t)x;
    sum -= (float)y;
    float kept = (float)(unsigned)y;
    if (y > 5) kept = Half((float)(x * 0.3));
    rounded[i] = sum * 3 + kept;
  }
}

void Conversions::kernel1D_Rows(const float (*rows)[3], float *sums, int n) {
  for (int i = 0; i < n; ++i) sums[i] = rows[i][0] - rows[i][2];
}
