// Origin: written as a user would, before its first translation.
// One count or sum of much work for each point: totals that wrap around, that go below zero, of a plane, and what is
// computed of them behind the loop.
// RUN: %check %s --class Orbits --size count=0,1,255,256,1000,5000 --size w=0,1,70 --size h=1,33 --variants=default,vulkan10 \
// RUN:   -- -std=c++17
// The total and the number of workgroups that are done are one number of 64 bits.
// RUN: vkmorph %s --class Orbits --emit=planned -- -std=c++17 | FileCheck %s
// CHECK-COUNT-4: vkm.packed_total
// RUN: vkmorph %s --class Orbits --emit=planned --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=SMALL
// SMALL-NOT: vkm.packed_total
#include <cstdint>

class Orbits {
public:
  virtual ~Orbits() = default;
  virtual void Steps(const float *points, uint32_t count) { kernel1D_Steps(points, count); }
  virtual void Balance(const float *points, int count) { kernel1D_Balance(points, count); }
  virtual void Hash(const float *points, uint32_t count) { kernel1D_Hash(points, count); }
  virtual void Plane(int w, int h) { kernel2D_Plane(w, h); }

  uint32_t steps = 5;
  float meanSteps = 0;
  int balance = 3;
  uint32_t hash = 17;
  uint32_t inside = 0;

protected:
  static uint32_t Escape(float re, float im) {
    float x = 0, y = 0;
    uint32_t n = 0;
    while (n < 100 && x * x + y * y < 4.0f) {
      const float next = x * x - y * y + re;
      y = 2.0f * x * y + im;
      x = next;
      ++n;
    }
    return n;
  }

  void kernel1D_Steps(const float *points, uint32_t count) {
    steps = 0;
    for (uint32_t i = 0; i < count; ++i)
      steps += Escape(points[i], 0.25f);
    meanSteps = count > 0 ? float(steps) / float(count) : 0.0f;
  }
  // Goes on from what it is, and below zero.
  void kernel1D_Balance(const float *points, int count) {
    for (int i = 0; i < count; ++i)
      balance += 20 - int(Escape(points[i], -0.5f));
  }
  // Wraps around.
  void kernel1D_Hash(const float *points, uint32_t count) {
    hash = 0;
    for (uint32_t i = 0; i < count; ++i)
      hash += (i * 2654435761u) ^ (Escape(points[i], 0.1f) * 0x9e3779b9u);
  }
  void kernel2D_Plane(int w, int h) {
    inside = 0;
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        inside += Escape(float(x) * 0.04f - 2.0f, float(y) * 0.08f - 1.2f);
  }
};
