// Origin: written with the part of the compiler that it tests.
// Calls in rounds, of which kernels keep running totals, append in order, combine by a function of their own, or update floats in one order: a grid behind them does.
// RUN: %check %s --class LeftBehind --variants=virtual-workgroup --variant='stable=--virtual=workgroup --append=stable' --control=Run --size n=1,1300 -- -std=c++20
// RUN: %check %s --class LeftBehind --variants=virtual-workgroup,virtual-callable --variant='det=--virtual=workgroup --deterministic' --control=Two --size w=1,37 --size h=1,23 -- -std=c++20
#include <cstdint>
#include <memory>
#include <vector>
#include <algorithm>
struct Op { virtual ~Op() = default; virtual int Do(int x, int &s) const = 0; };
struct A : Op { int Do(int x, int &s) const override { s += 3; return x * 3 + 1; } };
struct B : Op { int k = 5; int Do(int x, int &s) const override { if (s > 100) return x - k; s += x & 7; return x / 2 + k; } };
struct C : Op { int Do(int x, int &s) const override { for (int i = 0; i < (x & 3); ++i) s ^= i; return x ^ 21; } };
struct Rot { int a = 1, b = 0; };
[[vkmorph::associative]] inline Rot Compose(const Rot &f, const Rot &g) { return {f.a * g.a, g.a * f.b + g.b}; }
inline std::vector<std::unique_ptr<Op>> Make() {
  std::vector<std::unique_ptr<Op>> o;
  o.push_back(std::make_unique<A>()); o.push_back(std::make_unique<B>()); o.push_back(std::make_unique<C>());
  o.push_back(std::make_unique<B>()); o.push_back(std::make_unique<A>());
  return o;
}
class LeftBehind {
public:
  virtual ~LeftBehind() = default;
  virtual void Run(const uint32_t *ids, [[vkmorph::size("n")]] int *out, uint32_t n) { m_sum = 0; m_list.clear(); m_list.reserve(n); kernel1D_Total(ids, out, n); kernel1D_List(ids, n); kernel1D_Comb(ids, n); }
  virtual void Two(const uint32_t *ids, [[vkmorph::size("w * h")]] int *out, float *f, uint32_t w, uint32_t h) { m_depth = 2; for (int i = 0; i < 1024; ++i) m_w[i] = 0.5f; kernel2D_Held(ids, out, w, h); kernel1D_Weights(ids, f, w); }
protected:
  int Walk(uint32_t id, int &s) const {
    int v = int(id & 63u);
    for (int k = 0; k < int(id >> 29); ++k) {
      v = m_ops[uint32_t(v + s + k) % 5u]->Do(v, s) & 0xfff;
      if (v % 23 == 7) return v - 1;
      if (v % 9 == 4) continue;
      s += 1;
    }
    return v;
  }
  void kernel1D_Total(const uint32_t *ids, int *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t id = (ids[i] + i) * 2654435761u;
      int s = int(i % 9u);
      if (id % 7u == 0u) continue;
      const int v = Walk(id, s);
      if (v % 5 == 1) { out[i] = -v; continue; }
      m_sum += v & 31;
      if (s > 4) m_sum += s & 3;
      out[i] += m_sum + v;
    }
  }
  void kernel1D_List(const uint32_t *ids, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t id = (ids[i] + i) * 2654435761u;
      int s = 1;
      const int v = Walk(id, s);
      if (v % 3 == 0) continue;
      if (s > 3) m_list.push_back(v + s);
      m_count += v & 1;
    }
  }
  void kernel1D_Comb(const uint32_t *ids, uint32_t n) {
    m_rot = Rot();
    for (uint32_t i = 0; i < n; ++i) {
      int s = 2;
      const int v = Walk((ids[i] + i) * 2654435761u, s);
      Rot r;
      r.a = v | 1; r.b = s;
      if (v % 4 != 2) m_rot = Compose(m_rot, r);
    }
  }
  void kernel2D_Held([[vkmorph::size("w * h")]] const uint32_t *ids, [[vkmorph::size("w * h")]] int *out, uint32_t w, uint32_t h) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        const uint32_t i = y * w + x;
        int s = int(x);
        int v = Walk((ids[i] + i) * 2654435761u, s);
        v = m_ops[(ids[i] + y) % 5u]->Do(v & 7, s);
        m_depth = std::clamp(m_depth + (v & 1 ? 1 : -1), 0, 9);
        out[i] = m_depth * 10 + (v & 7);
      }
  }
  void kernel1D_Weights(const uint32_t *ids, float *f, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int s = int(i & 3u);
      const int v = Walk((ids[i] + i) * 2654435761u, s);
      f[i] = 0.1f * float(s & 15);
      if (v & 4) m_w[v & 1023] += 0.1f * float(s & 7);
    }
  }
  std::vector<std::unique_ptr<Op>> m_ops = Make();
  int m_sum = 0, m_count = 0, m_depth = 2;
  Rot m_rot;
  float m_w[1024] = {};
  std::vector<int> m_list;
};
