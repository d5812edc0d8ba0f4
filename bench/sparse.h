// A sparse matrix in compressed rows times a vector, and conjugate gradients with it: loops whose
// lengths differ.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bench {

class Sparse {
public:
  virtual ~Sparse() = default;

  /// The mark of all others: what the device copies in a second.
  virtual void Copy(const float *in, float *out, uint32_t count) { kernel1D_Copy(in, out, count); }

  /// y = A x, of n rows.
  virtual void Multiply(const int *rows, const int *columns, const float *values, const float *x,
                        float *y, int n) {
    kernel1D_Multiply(rows, columns, values, x, y, n);
  }

  /// Steps of conjugate gradients towards A x = b, from x = 0.
  virtual void Solve(const int *rows, const int *columns, const float *values, const float *b,
                     float *x, float *r, float *p, float *q, int n, int steps) {
    kernel1D_Begin(b, x, r, p, n);
    for (int step = 0; step < steps; ++step) {
      kernel1D_Multiply(rows, columns, values, p, q, n);
      kernel1D_Curvature(p, q, n);
      kernel1D_Advance(x, r, p, q, n);
      kernel1D_Turn(r, p, n);
    }
  }

protected:
  virtual void kernel1D_Copy(const float *in, float *out, uint32_t count);
  virtual void kernel1D_Multiply(const int *rows, const int *columns, const float *values,
                                 const float *x, float *y, int n);
  virtual void kernel1D_Begin(const float *b, float *x, float *r, float *p, int n);
  virtual void kernel1D_Curvature(const float *p, const float *q, int n);
  virtual void kernel1D_Advance(float *x, float *r, const float *p, const float *q, int n);
  virtual void kernel1D_Turn(const float *r, float *p, int n);

  float rr = 0, next = 0, pq = 0;
};

} // namespace bench
