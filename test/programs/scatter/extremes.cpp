// Origin: written with the part of the compiler that it tests.
// Elements that are NaN before the loop, which one form keeps and the other replaces; zeros of both signs, of which the sequential
// loop keeps one by their order; several operations on one array by constant numbers; bodies that take long, beside a count, which
// one workgroup takes in order.
// RUN: %check %s --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --class Unset,Fixed --size n=0,1,500,700 -- -std=c++17 -Wno-attributes
// RUN: %check %s --variants=deterministic,scatter-ordered --class Zeros,Long --size n=0,1,700 -- -std=c++17 -Wno-attributes
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

class Unset {
public:
  virtual ~Unset() = default;
  virtual void Range(const int *x, int n, [[vkmorph::size("90")]] float *low, [[vkmorph::size("90")]] float *high) {
    kernel1D_Forget(low, high);
    kernel1D_Range(x, n, low, high);
  }

private:
  void kernel1D_Forget(float *low, float *high) {
    for (int i = 0; i < 90; i++) {
      low[i] = std::numeric_limits<float>::quiet_NaN();
      high[i] = std::numeric_limits<float>::quiet_NaN();
      m_low[i] = std::numeric_limits<float>::quiet_NaN();
      m_high[i] = i % 2 == 0 ? std::numeric_limits<float>::quiet_NaN() : 0.0f;
      m_kept[i] = i % 2 == 0 ? std::numeric_limits<float>::quiet_NaN() : 0.0f;
    }
  }
  void kernel1D_Range(const int *x, int n, float *low, float *high) {
    for (int i = 0; i < n; i++) {
      const uint32_t k = uint32_t(x[i]) % 90u;
      const float v = float(x[i]);
      // The second operand is NaN, and the first one is returned.
      low[k] = std::min(v, low[k]);
      if (!(v <= high[k]))
        high[k] = v;
      m_low[k] = std::fmin(m_low[k], x[i] == 5 ? std::numeric_limits<float>::infinity() : v);
      m_high[k] = std::fmax(v, m_high[k]);
      // The first operand is NaN, and returned.
      m_kept[k] = std::max(m_kept[k], v);
    }
  }

  float m_low[90] = {}, m_high[90] = {}, m_kept[90] = {};
};

class Zeros {
public:
  virtual ~Zeros() = default;
  virtual void Signs(const uint32_t *k, int n, [[vkmorph::size("45")]] float *first, [[vkmorph::size("45")]] float *last) {
    kernel1D_Begin();
    kernel1D_Largest(k, n);
    kernel1D_Show(first, last);
  }

private:
  void kernel1D_Begin() {
    for (int i = 0; i < 90; i++) {
      m_first[i] = -1.0f;
      m_last[i] = -1.0f;
    }
  }
  void kernel1D_Largest(const uint32_t *k, int n) {
    for (int i = 0; i < n; i++) {
      const float v = (k[i] & 64) != 0 ? 0.0f : -0.0f;
      if (v > m_first[k[i] % 45])
        m_first[k[i] % 45] = v;
      m_last[k[i] % 45] = std::max(v, m_last[k[i] % 45]);
    }
  }
  void kernel1D_Show(float *first, float *last) {
    for (int i = 0; i < 45; i++) {
      first[i] = 1.0f / m_first[i];
      last[i] = 1.0f / m_last[i];
    }
  }

  float m_first[90] = {}, m_last[90] = {};
};

class Fixed {
public:
  virtual ~Fixed() = default;
  virtual void Sum(const uint32_t *x, int n, [[vkmorph::size("6")]] uint32_t *out) { kernel1D_Sum(x, n, out); }

private:
  void kernel1D_Sum(const uint32_t *x, int n, uint32_t *out) {
    for (int i = 0; i < n; i++) {
      out[0] *= x[i] | 1u;
      out[1] |= x[i];
      out[2] &= ~(x[i] & 0x11u);
      out[3] ^= x[i];
      out[4] = std::max(out[4], x[i]);
      out[5] += x[i];
    }
  }
};

class Long {
public:
  virtual ~Long() = default;
  virtual void Vote(const uint32_t *k, [[vkmorph::size("n")]] const float *x, int n) { kernel1D_Vote(k, x, n); }

private:
  void Spread(uint32_t at, float weight) {
    if (weight < 0)
      return;
    for (uint32_t b = 0; b < 4; b++) {
      if (float(b) * 0.25f > weight)
        return;
      m_votes[(at + b) % 500] += weight;
    }
  }
  void kernel1D_Vote(const uint32_t *k, const float *x, int n) {
    for (int i = 0; i < n; i++) {
      for (uint32_t j = 0; j < 40; j++)
        Spread(k[i] + 7 * j, x[i]);
      if (x[i] > 0)
        m_count++;
    }
  }

  float m_votes[500] = {};
  int m_count = 0;
};
