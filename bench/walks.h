// Threads that take rounds until they leave: few or many of them after each round, with little and
// with much to do in each.
#pragma once

#include <cmath>
#include <cstdint>

namespace bench {

class Walks {
public:
  virtual ~Walks() = default;

// Of 256 threads, STAY take another round, of eight; a round is WORK steps.
#define BENCH_WALKS(NAME, WORK, STAY)                                                              \
public:                                                                                            \
  void Walk##NAME(unsigned tid, const uint32_t *seeds, float *out) {                               \
    uint32_t state = 0;                                                                            \
    float x = 0.0f;                                                                                \
    kernel_Begin(tid, seeds, &state, &x);                                                          \
    for (int round = 0; round < 8; ++round)                                                        \
      if (!kernel_Round##NAME(tid, &state, &x))                                                    \
        break;                                                                                     \
    kernel_End(tid, x, out);                                                                       \
  }                                                                                                \
  virtual void Walk##NAME##Block(unsigned tid, const uint32_t *seeds, float *out,                  \
                                 unsigned passes) {                                                \
    for (unsigned pass = 0; pass < passes; ++pass)                                                 \
      for (unsigned i = 0; i < tid; ++i)                                                           \
        Walk##NAME(i, seeds, out);                                                                 \
  }                                                                                                \
                                                                                                   \
protected:                                                                                         \
  bool kernel_Round##NAME(unsigned tid, uint32_t *state, float *x) {                               \
    float y = *x;                                                                                  \
    for (int i = 0; i < WORK; ++i)                                                                 \
      y = 0.5f * std::sqrt(y * y + 0.25f) + 0.125f * std::floor(4.0f * y) + 0.0625f;               \
    *x = y;                                                                                        \
    *state = *state * 1664525u + 1013904223u;                                                      \
    return (*state >> 24) < STAY;                                                                  \
  }

  BENCH_WALKS(LightMost, 8, 243u)
  BENCH_WALKS(LightHalf, 8, 128u)
  BENCH_WALKS(HeavyMost, 256, 243u)
  BENCH_WALKS(HeavyThree, 256, 192u)
  BENCH_WALKS(HeavyHalf, 256, 128u)
  BENCH_WALKS(HeavyFew, 256, 64u)
#undef BENCH_WALKS

protected:
  void kernel_Begin(unsigned tid, const uint32_t *seeds, uint32_t *state, float *x) {
    *state = seeds[tid];
    *x = float(seeds[tid] & 255u) / 256.0f;
  }
  void kernel_End(unsigned tid, float x, float *out) { out[tid] = x; }
};

} // namespace bench
