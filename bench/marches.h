// Points that call a method of another object in each step of a march: light and heavy methods of
// few and of many classes, by objects that neighbours share or do not.
#pragma once

#include "dispatches.h"

namespace bench {

class Marches {
public:
  Marches();
  virtual ~Marches() = default;

// `ids` is a map of objects, along which the points of a picture march: 8 to 16 steps.
#define BENCH_MARCH(NAME, TYPES, WORK)                                                             \
public:                                                                                            \
  virtual void March##NAME(const uint8_t *ids, float *out, unsigned width, unsigned height) {      \
    kernel2D_March##NAME(ids, out, width, height);                                                 \
  }                                                                                                \
                                                                                                   \
protected:                                                                                         \
  void kernel2D_March##NAME(const uint8_t *ids, float *out, unsigned width, unsigned height) {     \
    for (unsigned y = 0; y < height; ++y)                                                          \
      for (unsigned x = 0; x < width; ++x) {                                                       \
        float u = float(x) / 1024.0f, v = float(y) / 1024.0f;                                      \
        const unsigned steps = 8 + ids[y * width + x] % 9;                                         \
        for (unsigned step = 0; step < steps; ++step) {                                            \
          const unsigned at = y * width + (x + 32 * step) % width;                                 \
          const float shade = m_surfaces##NAME[ids[at]]->Shade(u, v);                              \
          if (shade > 8.0f)                                                                        \
            break;                                                                                 \
          u = 0.5f * u + 0.125f * shade;                                                           \
          v += 0.0625f * u;                                                                        \
        }                                                                                          \
        out[y * width + x] = u + v;                                                                \
      }                                                                                            \
  }                                                                                                \
  Surfaces<TYPES, WORK> m_surfaces##NAME;

  BENCH_MARCH(Light2, 2, 1)
  BENCH_MARCH(Light8, 8, 1)
  BENCH_MARCH(Light32, 32, 1)
  BENCH_MARCH(Middle2, 2, 16)
  BENCH_MARCH(Middle8, 8, 16)
  BENCH_MARCH(Middle32, 32, 16)
  BENCH_MARCH(Heavy2, 2, 64)
  BENCH_MARCH(Heavy8, 8, 64)
  BENCH_MARCH(Heavy32, 32, 64)
#undef BENCH_MARCH
};

} // namespace bench
