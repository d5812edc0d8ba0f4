/* Numerical recipes: the loops. */
#include "quadrature.h"

#include <algorithm>

float quadrature::simpson(const float *f, int n, float h) {
  kernel1D_simpson(f, n, h);
  return integral;
}

float quadrature::trapezoid(const float *f, int n, float h) {
  kernel1D_trapezoid(f, n, h);
  return integral;
}

void quadrature::reverse(const int *src, int *dst, int n) { kernel1D_reverse(src, dst, n); }

int quadrature::last_negative(const int *src, int n) {
  kernel1D_last_negative(src, n);
  return last;
}

void quadrature::moments(const int *x, int n) { kernel1D_moments(x, n); }

void quadrature::conjugate(float *z, float *power, uint32_t count) {
  kernel1D_conjugate(z, count);
  kernel1D_power(z, power, count);
}

uint32_t quadrature::sample_words(const uint32_t *words, uint32_t n, uint32_t first,
                                  uint32_t stride) {
  kernel1D_sample_words(words, n, first, stride);
  return checksum;
}

void quadrature::relax(const float *cells, float *next, int w, int h) {
  kernel2D_relax(cells, next, w, h);
}

void quadrature::blacken(int *board, int width, int height, int amount) {
  kernel2D_black_even_rows(board, width, height, amount);
  kernel2D_black_odd_rows(board, width, height, amount);
}

void quadrature::kernel1D_simpson(const float *f, int n, float h) {
  odd_sum = 0;
  even_sum = 0;
  for (int i = 1; i < n; i += 2)
    odd_sum += f[i];
  for (int i = 2; i <= n - 2; i += 2)
    even_sum += f[i];
  integral = h / 3 * (f[0] + 4 * odd_sum + 2 * even_sum + f[n]);
  call_count++;
}

void quadrature::kernel1D_trapezoid(const float *f, int n, float h) {
  integral = 0;
  for (int i = 0; i <= n; i++) {
    float value = f[i];
    if (i == 0 || i == n)
      value *= 0.5f;
    integral += value;
  }
  integral *= h;
  call_count++;
}

void quadrature::kernel1D_reverse(const int *src, int *dst, int n) {
  for (int i = n; i > 0; --i)
    dst[n - i] = src[i - 1];
}

void quadrature::kernel1D_last_negative(const int *src, int n) {
  last = -1;
  for (int i = n - 1; i >= 0; i--) {
    if (src[i] >= 0)
      continue;
    last = std::max(last, i);
  }
  call_count++;
}

void quadrature::kernel1D_moments(const int *x, int n) {
  moment_0 = 0;
  moment_1 = 0;
  smalls = 0;
  for (int i = 1; i <= n; ++i) {
    int value = x[i - 1];
    moment_0 += value;
    moment_1 += (i & 7) * value;
    smalls += value * value < 100 ? 1 : 0;
  }
  call_count++;
}

void quadrature::kernel1D_conjugate(float *z, uint32_t count) {
  for (uint32_t i = 1; i < 2 * count; i += 2)
    z[i] = -z[i];
}

void quadrature::kernel1D_power(const float *z, float *power, uint32_t count) {
  for (uint32_t k = 0; k != count; k++) {
    const float re = z[2 * k];
    const float im = z[2 * k + 1];
    power[k] = re * re + im * im;
  }
}

void quadrature::kernel1D_sample_words(const uint32_t *words, uint32_t n, uint32_t first,
                                       uint32_t stride) {
  checksum = 5381;
  for (uint32_t i = first; i < n; i += stride)
    checksum = checksum + (words[i] ^ (words[i] >> 15)) * 33;
  call_count++;
}

void quadrature::kernel2D_relax(const float *cells, float *next, int w, int h) {
  const int pitch = w + 2;
  for (int y = 1; y <= h; ++y) {
    for (int x = 1; x <= w; ++x) {
      const float beside = cells[y * pitch + x - 1] + cells[y * pitch + x + 1];
      const float above_below = cells[(y - 1) * pitch + x] + cells[(y + 1) * pitch + x];
      next[y * pitch + x] = 0.25f * (beside + above_below);
    }
  }
}

void quadrature::kernel2D_black_even_rows(int *board, int width, int height, int amount) {
  for (int y = 0; y < height; y += 2)
    for (int x = 0; x < width; x += 2)
      board[y * width + x] += amount;
}

void quadrature::kernel2D_black_odd_rows(int *board, int width, int height, int amount) {
  for (int y = 1; y < height; y += 2)
    for (int x = 1; x < width; x += 2)
      board[y * width + x] += amount;
}
