/* Numerical recipes that came from an older library and kept its ways of counting. */
#ifndef QUADRATURE_H
#define QUADRATURE_H

#include <stdint.h>

class quadrature {
public:
  quadrature() {}
  virtual ~quadrature() {}

  /* Integrals of a function that is given at n + 1 points f[0] ... f[n], h apart. */
  virtual float simpson(const float *f, int n, float h); /* n is even */
  virtual float trapezoid(const float *f, int n, float h);

  /* dst becomes src from the last to the first. */
  virtual void reverse(const int *src, int *dst, int n);

  /* The largest index of a negative number, -1 if there is none. */
  virtual int last_negative(const int *src, int n);

  /* Sums of x[1] ... x[n], as people count who start at one: x itself points to the first. */
  virtual void moments(const int *x, int n);

  /* z holds `count` complex numbers, real part first. Conjugates them in place and gives the square
     of the modulus of each. */
  virtual void conjugate(float *z, float *power, uint32_t count);

  /* A checksum of every stride-th word, beginning with word number `first`. */
  virtual uint32_t sample_words(const uint32_t *words, uint32_t n, uint32_t first, uint32_t stride);

  /* One Jacobi step on w times h cells with a frame of one cell around them, so that a row has w +
     2 cells and there are h + 2 rows. The frame of `next` is left alone. */
  virtual void relax(const float *cells, float *next, int w, int h);

  /* Adds `amount` to the black fields of a chess board. */
  virtual void blacken(int *board, int width, int height, int amount);

  float odd() const { return odd_sum; }
  float even() const { return even_sum; }
  int sum() const { return moment_0; }
  int index_sum() const { return moment_1; }
  int small_ones() const { return smalls; }
  int calls() const { return call_count; }

protected:
  void kernel1D_simpson(const float *f, int n, float h);
  void kernel1D_trapezoid(const float *f, int n, float h);
  void kernel1D_reverse(const int *src, int *dst, int n);
  void kernel1D_last_negative(const int *src, int n);
  void kernel1D_moments(const int *x, int n);
  void kernel1D_conjugate(float *z, uint32_t count);
  void kernel1D_power(const float *z, float *power, uint32_t count);
  void kernel1D_sample_words(const uint32_t *words, uint32_t n, uint32_t first, uint32_t stride);
  void kernel2D_relax(const float *cells, float *next, int w, int h);
  void kernel2D_black_even_rows(int *board, int width, int height, int amount);
  void kernel2D_black_odd_rows(int *board, int width, int height, int amount);

private:
  float integral = 0;
  float odd_sum = 0;
  float even_sum = 0;
  int last = -1;
  int moment_0 = 0;
  int moment_1 = 0;
  int smalls = 0;
  uint32_t checksum = 0;
  int call_count = 0;
};

#endif
