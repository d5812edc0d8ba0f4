#pragma once
#include <cstdint>
#include <algorithm>
namespace seq {
// A run of equal bytes at both ends: the monoid of longest runs.
struct Run { uint8_t head; uint8_t tail; bool uniform; int16_t longest; int length; int ends[2]; };
[[vkmorph::associative]] inline Run join(Run a, const Run& b) {
  Run r;
  r.head = a.head; r.tail = b.tail;
  r.uniform = a.uniform && b.uniform && a.tail == b.head;
  r.length = a.length + b.length;
  int across = a.tail == b.head ? a.ends[1] + b.ends[0] : 0;
  r.longest = int16_t(std::max(std::max(int(a.longest), int(b.longest)), across));
  r.ends[0] = a.uniform && a.tail == b.head ? a.length + b.ends[0] : a.ends[0];
  r.ends[1] = b.uniform && a.tail == b.head ? b.length + a.ends[1] : b.ends[1];
  return r;
}
[[vkmorph::associative]] inline int right(int a, int b) { (void)a; return b; }
struct Moments { double count, mean, m2; };
[[vkmorph::associative]] inline Moments merge(const Moments& a, const Moments& b) {
  double n = a.count + b.count;
  if (n == 0.0) return a;
  double d = b.mean - a.mean;
  return {n, a.mean + d * b.count / n, a.m2 + b.m2 + d * d * a.count * b.count / n};
}
struct Mat2 { uint32_t m[2][2]; };
template <class T> struct Ring {
  [[vkmorph::associative]] static T mul(const T& a, const T& b) {
    T r;
    for (int i = 0; i < 2; ++i) for (int j = 0; j < 2; ++j) r.m[i][j] = a.m[i][0]*b.m[0][j] + a.m[i][1]*b.m[1][j];
    return r;
  }
};
class Monoids {
public:
  virtual ~Monoids() = default;
  virtual void Scan(const uint8_t* a_bytes, int a_n) { kernel1D_Runs(a_bytes, a_n); }
  virtual void Plane(const uint32_t* a_img, int a_w, int a_h) { kernel2D_Plane(a_img, a_w, a_h); }
  virtual void Block(int a_depth, uint32_t a_seed) { kernel3D_Block(a_depth, a_depth + 1, 3, a_seed); }
  virtual void Collect(const float* a_values, uint32_t a_count) { kernel1D_Collect(a_values, a_count); }
  int longest() const { return m_run.longest; }
  Run m_run{};
  uint32_t m_mod = 65521;
  uint32_t m_hash[4] = {1, 1, 1, 1};
  Mat2 m_matrix{{{1, 0}, {0, 1}}};
  int m_last = -1;
  uint32_t m_sum = 0, m_best = 0; int m_bestAt = -1;
  Moments m_moments{};
protected:
  void kernel1D_Collect(const float* a_values, uint32_t a_count) {
    for (uint32_t i = 0; i < a_count; i++)
      if (a_values[i] > 0.0f) m_moments = merge(m_moments, Moments{1.0, a_values[i], 0.0});
  }
  [[vkmorph::associative]] uint32_t mulmod(uint32_t a, uint32_t b) const { return uint32_t(uint64_t(a) * b % m_mod); }
  void kernel1D_Runs(const uint8_t* a_bytes, int a_n) {
    m_run = Run{0, 1, false, 0, 0, {0, 0}};
    for (int i = a_n - 1; i >= 0; i--) {
      uint8_t b = a_bytes[i] / 86;
      m_run = join(Run{b, b, true, 1, 1, {1, 1}}, m_run); // from the back
    }
  }
  void kernel2D_Plane(const uint32_t* a_img, int a_w, int a_h) {
    for (int y = 1; y < a_h; y += 2)
      for (int x = 0; x < a_w; x++) {
        uint32_t v = a_img[y * a_w + x];
        m_matrix = Ring<Mat2>::mul(m_matrix, Mat2{{{v, 1u}, {uint32_t(x), uint32_t(y)}}});
        if (v % 3u == 0u) continue;
        m_hash[2] = mulmod(m_hash[2], v % m_mod + 1u);
        m_last = right(m_last, y * 1000 + x);
        m_sum += v;
        if (v > m_best) { m_best = v; m_bestAt = y * a_w + x; }
      }
  }
  void kernel3D_Block(int a_n, int a_m, int a_k, uint32_t a_seed) {
    m_matrix = Mat2{{{1, 0}, {0, 1}}};
    for (int z = 0; z < a_n; z++)
      for (int y = a_m; y > 0; y--)
        for (int x = 0; x < a_k; x++)
          m_matrix = Ring<Mat2>::mul(m_matrix, Mat2{{{a_seed + uint32_t(z), uint32_t(y)}, {uint32_t(x), 1u}}});
  }
};
}
