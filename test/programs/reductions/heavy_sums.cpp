// Origin: written with the part of the compiler that it tests.
// Reductions whose iterations cost much: sums of series, steps that are counted, extremes with their places, products in
// order, several of them in one loop, planes of any shape; few iterations and many.
// RUN: %check %s --class HeavySums --control Line --control Together --control Plane --control Box --control Kept \
// RUN:   --size n=0,1,255,257,3000 --size Kept.n=0,1,300 --size w=1,300 --size h=1,19 --size d=2 -- -std=c++17 -Wno-unknown-attributes
// More iterations than there are threads at most, and planes with more tiles along one axis than there are workgroups:
// with small workgroups they go round.
// RUN: %check %s --class HeavySums --control Line --variant="small=--workgroup-size=16" \
// RUN:   --variant="dispatches=--finish=extra-dispatches --workgroup-size=16" --size n=65600 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class HeavySums --control Plane --control Box --variant="small=--workgroup-size=16" \
// RUN:   --variant="atomics=--finish=atomics --workgroup-size=16" --size w=16400 --size h=1,5 --size d=1 -- -std=c++17 -Wno-unknown-attributes
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Modular {
  uint32_t factor, offset;
};

class HeavySums {
public:
  virtual ~HeavySums() = default;
  virtual void Line(const float *a, const uint32_t *keys, int n) {
    kernel1D_Series(a, n);
    kernel1D_Steps(keys, n);
    kernel1D_Best(keys, n);
    kernel1D_Chain(keys, n);
  }
  virtual void Together(const uint32_t *keys, int n) { kernel1D_Together(keys, n); }
  virtual void Plane([[vkmorph::size("w*h")]] const uint32_t *keys, int w, int h) { kernel2D_Plane(keys, w, h); }
  virtual void Box([[vkmorph::size("w*h*d")]] const uint32_t *keys, int w, int h, int d) {
    kernel3D_Box(keys, w, h, d);
  }
  /// What the second kernel takes only the first one knows.
  virtual void Kept(const uint32_t *keys, int n) {
    kept.clear();
    kept.reserve(n);
    kernel1D_Keep(keys, n);
    kernel1D_SumKept();
    kernel2D_Pairs();
  }

  float sum = 0;
  uint32_t steps = 0, most = 0, mostAt = 0, least = 0, mask = 0, longest = 0;
  uint32_t counts[3] = {};
  bool all = false;
  Modular chain = {1, 0};
  std::vector<uint32_t> kept;

private:
  /// Steps of the 3n + 1 problem, at most so many.
  static uint32_t CountSteps(uint32_t n) {
    uint32_t count = 0;
    n = n % 5000 + 1;
    while (n != 1 && count < 120) {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      count++;
    }
    return count;
  }
  static uint32_t Mix(uint32_t x) {
    for (int k = 0; k < 150; k++)
      x = (x ^ (x >> 15)) * 2246822519u + uint32_t(k);
    return x;
  }
  [[vkmorph::associative]] static Modular Then(Modular a, Modular b) {
    return {b.factor * a.factor, b.factor * a.offset + b.offset};
  }

  void kernel1D_Series(const float *a, int n) {
    sum = 0;
    for (int i = 0; i < n; i++) {
      float term = 1, total = 0;
      for (int k = 1; k <= 60; k++) {
        term *= a[i] / float(k);
        total += term;
      }
      sum += total;
    }
  }
  void kernel1D_Steps(const uint32_t *keys, int n) {
    steps = 0;
    for (int i = 0; i < n; i++)
      steps += CountSteps(keys[i]);
  }
  void kernel1D_Best(const uint32_t *keys, int n) {
    most = 0;
    mostAt = 0;
    for (int i = 0; i < n; i++) {
      const uint32_t mixed = Mix(keys[i]) % 1000;
      if (mixed > most) {
        most = mixed;
        mostAt = uint32_t(i);
      }
    }
  }
  void kernel1D_Chain(const uint32_t *keys, int n) {
    chain = {1, 0};
    for (int i = 0; i < n; i++)
      chain = Then(chain, {Mix(keys[i]) | 1, CountSteps(keys[i])});
  }
  void kernel1D_Together(const uint32_t *keys, int n) {
    least = 0xffffffffu;
    most = 0;
    steps = 5;
    all = true;
    mask = 0;
    counts[0] = counts[1] = counts[2] = 0;
    for (int i = 0; i < n; i++) {
      const uint32_t mixed = Mix(keys[i]), count = CountSteps(mixed);
      least = std::min(least, mixed);
      most = std::max(most, mixed);
      steps += count;
      all &= count < 119;
      mask |= 1u << (mixed % 32);
      counts[mixed % 3]++;
    }
    longest = steps / 2;
  }
  void kernel2D_Plane(const uint32_t *keys, int w, int h) {
    steps = 0;
    most = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        steps += CountSteps(keys[y * w + x]);
        most = std::max(most, Mix(keys[y * w + x]));
      }
  }
  void kernel3D_Box(const uint32_t *keys, int w, int h, int d) {
    steps = 0;
    mask = 0;
    for (int z = 0; z < d; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
          steps += CountSteps(keys[(z * h + y) * w + x]);
          mask ^= Mix(keys[(z * h + y) * w + x]);
        }
  }
  void kernel1D_Keep(const uint32_t *keys, int n) {
    for (int i = 0; i < n; i++)
      if (keys[i] % 3 == 0)
        kept.push_back(keys[i]);
  }
  void kernel1D_SumKept() {
    steps = 0;
    for (uint32_t i = 0; i < kept.size(); i++)
      steps += CountSteps(kept[i]);
  }
  void kernel2D_Pairs() {
    longest = 0;
    for (uint32_t i = 0; i < kept.size(); i++)
      for (uint32_t j = 0; j < kept.size(); j++)
        longest = std::max(longest, Mix(kept[i] ^ kept[j]));
  }
};
