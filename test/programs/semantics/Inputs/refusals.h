// Arrays and sizes that a caller may get wrong.
#pragma once
#include <cstddef>
#include <cstdint>

class Refusals {
public:
  virtual ~Refusals() {}
  virtual int Fill(int *a, std::size_t count) {
    kernel1D_Fill(a, count);
    return m_sum;
  }
  virtual unsigned Count(std::size_t first, std::size_t last) {
    kernel1D_Count(first, last);
    return m_count;
  }
  virtual void Copy(const int *from, int *to, int n) { kernel1D_Copy(from, to, n); }
  virtual void Plane(float *p, std::uint64_t w, std::uint64_t h) { kernel2D_Plane(p, w, h); }

private:
  void kernel1D_Fill(int *a, std::size_t count) {
    m_sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      a[i] = int(i) * 3;
      m_sum += a[i];
    }
  }
  void kernel1D_Count(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i)
      m_count += unsigned(i % 5);
  }
  void kernel1D_Copy(const int *from, int *to, int n) {
    for (int i = 0; i < n; ++i)
      to[i] = from[i] + 1;
  }
  void kernel2D_Plane(float *p, std::uint64_t w, std::uint64_t h) {
    for (std::uint64_t y = 0; y < h; ++y)
      for (std::uint64_t x = 0; x < w; ++x)
        p[y * w + x] = 1.0f;
  }
  int m_sum = 0;
  unsigned m_count = 0;
};
