// Kernels and control functions without the names of the convention.
#include "renamed_roles.h"

namespace img {

void Blur::rows(const float *in, float *out, int w, int h) {
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = kernel1D_weight(in[y * w + x]) + x;
}

void Blur::unusual(float *values, int n) {
  for (int i = 0; i < n; i++)
    values[i] += 1.0f;
}

// What overrides a kernel is one.
void Mover::move(const float *in, const int *to, float *out, int n) {
  for (int i = 0; i < n; i++)
    out[to[i]] = in[i] * m_gain;
}

void Blur::run(const float *in, float *out, int w, int h) { rows(in, out, w, h); }
void Blur::run(float *values, int n) { unusual(values, n); }
void Blur::scatter(const float *in, const int *to, float *out, int n) { move(in, to, out, n); }

} // namespace img
