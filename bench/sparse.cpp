// The loops of bench::Sparse.
#include "sparse.h"

namespace bench {

void Sparse::kernel1D_Copy(const float *in, float *out, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    out[i] = in[i];
}

void Sparse::kernel1D_Multiply(const int *rows, const int *columns, const float *values,
                               const float *x, float *y, int n) {
  for (int i = 0; i < n; ++i) {
    float sum = 0.0f;
    for (int k = rows[i]; k < rows[i + 1]; ++k)
      sum += values[k] * x[columns[k]];
    y[i] = sum;
  }
}

void Sparse::kernel1D_Begin(const float *b, float *x, float *r, float *p, int n) {
  rr = 0.0f;
  for (int i = 0; i < n; ++i) {
    x[i] = 0.0f;
    r[i] = b[i];
    p[i] = b[i];
    rr += b[i] * b[i];
  }
}

void Sparse::kernel1D_Curvature(const float *p, const float *q, int n) {
  pq = 0.0f;
  for (int i = 0; i < n; ++i)
    pq += p[i] * q[i];
}

void Sparse::kernel1D_Advance(float *x, float *r, const float *p, const float *q, int n) {
  next = 0.0f;
  const float alpha = pq > 0.0f ? rr / pq : 0.0f;
  for (int i = 0; i < n; ++i) {
    x[i] += alpha * p[i];
    r[i] -= alpha * q[i];
    next += r[i] * r[i];
  }
}

void Sparse::kernel1D_Turn(const float *r, float *p, int n) {
  const float beta = rr > 0.0f ? next / rr : 0.0f;
  for (int i = 0; i < n; ++i)
    p[i] = r[i] + beta * p[i];
  rr = next;
}

} // namespace bench
