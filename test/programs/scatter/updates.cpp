// Origin: written with the part of the compiler that it tests.
// Every operation of every width, of arrays that are given, vectors, members and parts of structs; beside reductions, appended
// elements and plain updates; in inner loops, with early ends, in several dimensions.
// RUN: %check %s --variants=all --class Kinds,Beside --size n=0,1,700 -- -std=c++17 -Wno-attributes
// RUN: %check %s --class Dimensions --variants=all --size w=1,9 --size h=1,7 --size d=3 -- -std=c++17 -Wno-attributes
#include <algorithm>
#include <cstdint>
#include <vector>

class Kinds {
public:
  virtual ~Kinds() = default;
  virtual void Words([[vkmorph::size("n")]] const uint32_t *k, const int *x, int n, [[vkmorph::size("33")]] int *sum,
                     [[vkmorph::size("33")]] int *product) {
    kernel1D_Words(k, x, n, sum, product);
  }
  virtual void Longs(const uint32_t *k, const int64_t *x, int n) { kernel1D_Longs(k, x, n); }
  virtual void Floats(const uint32_t *k, const float *x, int n) { kernel1D_Floats(k, x, n); }
  virtual void Doubles(const uint32_t *k, const double *x, int n) { kernel1D_Doubles(k, x, n); }

private:
  void kernel1D_Words(const uint32_t *k, const int *x, int n, int *sum, int *product) {
    for (int i = 0; i < n; i++) {
      sum[k[i] % 33] -= x[i];
      product[k[i] % 33] *= x[i] | 1;
      m_all[k[i] & 255] &= ~(1u << (i & 31));
      m_any[k[i] & 255] |= uint32_t(x[i]);
      m_odd[k[i] & 255] = uint32_t(x[i]) ^ m_odd[k[i] & 255];
      m_low[k[i] % 100] = std::min(m_low[k[i] % 100], x[i]);
      m_high[k[i] % 100] = x[i] > m_high[k[i] % 100] ? x[i] : m_high[k[i] % 100];
    }
  }
  void kernel1D_Longs(const uint32_t *k, const int64_t *x, int n) {
    for (int i = 0; i < n; i++) {
      m_long[k[i] % 90] += x[i];
      if (x[i] < m_least[k[i] % 90])
        m_least[k[i] % 90] = x[i];
    }
  }
  void kernel1D_Floats(const uint32_t *k, const float *x, int n) {
    for (int i = 0; i < n; i++) {
      m_sums[k[i] % 90] += x[i];
      if (x[i] < m_lowest[k[i] % 90])
        m_lowest[k[i] % 90] = x[i];
      if (i > 3 && x[i] > m_highest[k[i] % 90])
        m_highest[k[i] % 90] = x[i];
    }
  }
  void kernel1D_Doubles(const uint32_t *k, const double *x, int n) {
    for (int i = 0; i < n; i++) {
      m_doubles[k[i] % 90] += x[i];
      if (x[i] > m_largest[k[i] % 90])
        m_largest[k[i] % 90] = x[i];
    }
  }

  uint32_t m_all[256] = {}, m_any[256] = {}, m_odd[256] = {};
  int m_low[100] = {}, m_high[100] = {};
  int64_t m_long[90] = {}, m_least[90] = {};
  float m_sums[90] = {}, m_lowest[90] = {}, m_highest[90] = {};
  double m_doubles[90] = {}, m_largest[90] = {};
};

class Beside {
public:
  virtual ~Beside() = default;
  virtual void Count([[vkmorph::size("n")]] const uint32_t *k, int *own, int n) {
    m_found.clear();
    m_found.reserve(n);
    kernel1D_Count(k, own, n);
  }
  virtual void Divide([[vkmorph::size("n")]] const uint32_t *k, [[vkmorph::size("n")]] const float *x, int n) {
    kernel1D_Divide(k, x, n);
  }

private:
  void Add(uint32_t bin, int by) { m_bins[bin] += by; }
  void kernel1D_Count(const uint32_t *k, int *own, int n) {
    m_total = 0;
    for (int i = 0; i < n; i++) {
      own[i] += 2;
      if (k[i] % 3 == 0)
        continue;
      Add(k[i] % 70, i);
      Add(70 + k[i] % 7, 1);
      m_total += int(k[i] & 15);
      if (k[i] % 5 == 0)
        m_found.push_back(i);
    }
    m_mean = m_total / 2;
  }
  // The digits of a number.
  void kernel1D_Divide(const uint32_t *k, const float *x, int n) {
    for (int i = 0; i < n; i++)
      for (uint32_t rest = k[i] % 1000u; rest > 0; rest /= 10) {
        m_digits[100 + rest % 10] += x[i];
        m_digits[rest % 10] += 1.0f;
      }
  }

  int m_bins[80] = {};
  float m_digits[200] = {};
  std::vector<int> m_found;
  int m_total = 0, m_mean = 0;
};

class Dimensions {
public:
  virtual ~Dimensions() = default;
  virtual void Plane([[vkmorph::size("w * h")]] const uint32_t *k, const float *x, int w, int h) {
    kernel2D_Plane(k, x, w, h);
  }
  virtual void Box([[vkmorph::size("w * h * d")]] const uint32_t *k, const float *x, int w, int h, int d,
                   [[vkmorph::size("10")]] float *sums) {
    kernel3D_Box(k, x, w, h, d, sums);
  }

private:
  void kernel2D_Plane(const uint32_t *k, const float *x, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int i = 0; i < w; i++) {
        m_table[k[y * w + i] % 8][y % 16] += x[y * w + i];
        m_table[7][15] += 1.0f;
        m_hits[y % 16][k[y * w + i] % 8]++;
      }
  }
  void kernel3D_Box(const uint32_t *k, const float *x, int w, int h, int d, float *sums) {
    for (int z = 0; z < d; z++)
      for (int y = h - 1; y >= 0; y--)
        for (int i = 1; i < w; i += 2) {
          const int at = (z * h + y) * w + i;
          sums[k[at] % 10] += x[at] * 0.5f;
        }
  }

  float m_table[8][16] = {};
  int m_hits[16][8] = {};
};
