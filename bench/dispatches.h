// Threads that call methods of objects behind an interface: classes with few and with many
// subclasses, with little and with much to do in each.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace bench {

/// What colours a point. `Types` is how many subclasses there are, `Work` how many rounds each
/// method takes.
template <int Types, int Work> class Surface {
public:
  virtual ~Surface() = default;
  virtual float Shade(float u, float v) const = 0;
};

/// One of four ways to compute, with numbers of its own.
template <int Types, int Work, int Kind> class Painted final : public Surface<Types, Work> {
public:
  explicit Painted(float tone) : m_tone(tone) {}
  float Shade(float u, float v) const override {
    float x = u, y = v;
    for (int i = 0; i < Work; ++i) {
      const float before = x;
      if constexpr (Kind % 4 == 0)
        x = 0.5f * std::sqrt(x * x + y * y + 0.125f * float(Kind + 1));
      else if constexpr (Kind % 4 == 1)
        x = m_tone / (1.0f + x * x + 0.25f * float(Kind + 1));
      else if constexpr (Kind % 4 == 2)
        x = 0.25f * std::fabs(x - y) +
            0.5f * std::floor(4.0f * m_tone) * 0.03125f * float(Kind + 1);
      else
        x = 0.5f * x + 0.125f * std::fmin(y, m_tone) * float(Kind + 1) * 0.0625f;
      y = 0.5f * before + 0.25f * y;
    }
    return x + y;
  }

private:
  float m_tone;
};

template <int Types, int Work> using Surfaces = std::vector<std::unique_ptr<Surface<Types, Work>>>;

/// One object of each kind.
template <int Types, int Work, int... Kinds>
void Fill(Surfaces<Types, Work> &surfaces, std::integer_sequence<int, Kinds...>) {
  (surfaces.push_back(std::make_unique<Painted<Types, Work, Kinds>>(0.25f + 0.02f * float(Kinds))),
   ...);
}

class Dispatches {
public:
  Dispatches();
  virtual ~Dispatches() = default;

  unsigned m_width = 0;

// A picture by a kernel over all points, and by three kernels of each point, which
// `--kernels=split` makes three dispatches.
#define BENCH_SURFACES(NAME, TYPES, WORK)                                                          \
public:                                                                                            \
  virtual void Paint##NAME(const uint8_t *ids, float *out, unsigned width, unsigned height) {      \
    kernel2D_Paint##NAME(ids, out, width, height);                                                 \
  }                                                                                                \
  void Trace##NAME(unsigned tidX, unsigned tidY, const uint8_t *ids, float *out) {                 \
    float u = 0.0f, v = 0.0f, shade = 0.0f;                                                        \
    kernel_Start(tidX, tidY, &u, &v);                                                              \
    kernel_Shade##NAME(tidX, tidY, ids, u, v, &shade);                                             \
    kernel_Finish(tidX, tidY, shade, out);                                                         \
  }                                                                                                \
  virtual void Trace##NAME##Block(unsigned tidX, unsigned tidY, const uint8_t *ids, float *out,    \
                                  unsigned passes) {                                               \
    for (unsigned pass = 0; pass < passes; ++pass)                                                 \
      for (unsigned y = 0; y < tidY; ++y)                                                          \
        for (unsigned x = 0; x < tidX; ++x)                                                        \
          Trace##NAME(x, y, ids, out);                                                             \
  }                                                                                                \
                                                                                                   \
protected:                                                                                         \
  void kernel2D_Paint##NAME(const uint8_t *ids, float *out, unsigned width, unsigned height) {     \
    for (unsigned y = 0; y < height; ++y)                                                          \
      for (unsigned x = 0; x < width; ++x) {                                                       \
        const float u = float(x) / 1024.0f, v = float(y) / 1024.0f;                                \
        const float shade = m_surfaces##NAME[ids[y * width + x]]->Shade(u, v);                     \
        out[y * width + x] = 0.75f * shade + 0.125f;                                               \
      }                                                                                            \
  }                                                                                                \
  void kernel_Shade##NAME(unsigned tidX, unsigned tidY, const uint8_t *ids, float u, float v,      \
                          float *shade) {                                                          \
    *shade = m_surfaces##NAME[ids[tidY * m_width + tidX]]->Shade(u, v);                            \
  }                                                                                                \
  Surfaces<TYPES, WORK> m_surfaces##NAME;

  BENCH_SURFACES(Light2, 2, 1)
  BENCH_SURFACES(Light4, 4, 1)
  BENCH_SURFACES(Light8, 8, 1)
  BENCH_SURFACES(Light16, 16, 1)
  BENCH_SURFACES(Light32, 32, 1)
  BENCH_SURFACES(Heavy2, 2, 64)
  BENCH_SURFACES(Heavy4, 4, 64)
  BENCH_SURFACES(Heavy8, 8, 64)
  BENCH_SURFACES(Heavy16, 16, 64)
  BENCH_SURFACES(Heavy32, 32, 64)
#undef BENCH_SURFACES

protected:
  void kernel_Start(unsigned tidX, unsigned tidY, float *u, float *v) {
    *u = float(tidX) / 1024.0f;
    *v = float(tidY) / 1024.0f;
  }
  void kernel_Finish(unsigned tidX, unsigned tidY, float shade, float *out) {
    out[tidY * m_width + tidX] = 0.75f * shade + 0.125f;
  }
};

} // namespace bench
