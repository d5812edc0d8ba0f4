// Origin: written with the part of the compiler that it tests.
// Iterations that are sorted by the class of an object: results that depend on their order are not, and those of kernels per thread are.
// RUN: %check %s --variants=default,virtual-switch --class Ties,Hits --size n=0,1,65,300 -- -std=c++17
// RUN: %check %s --class Pictures --variants=virtual-sort,virtual-switch --size tidX=1,17,33 --size tidY=1,9 -- -std=c++17
// RUN: %check %s --class Pictures --variants=virtual-sort --shaders=openclc --size tidX=33 --size tidY=9 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

struct Vote {
  virtual ~Vote() = default;
  virtual bool IsFor(int i) const { return Weigh(i, 0.5f) > 3.0f || i % 3 != 0; }

protected:
  static float Weigh(int i, float by) {
    float weight = float(i & 15);
    for (int k = 0; k < 40; ++k)
      weight = weight * 0.5f + by * std::sqrt(weight + 1.0f);
    return weight;
  }
};
struct Against : Vote {
  bool IsFor(int i) const override { return Weigh(i, 0.25f) > 1e9f || i % 2 == 0; }
};

/// The first of the largest values, whichever object gave it.
class Ties {
public:
  Ties() {
    for (int i = 0; i < 30; ++i)
      m_votes.push_back(i % 3 == 0 ? std::make_unique<Against>() : std::make_unique<Vote>());
  }
  virtual ~Ties() = default;
  virtual void Go(uint32_t n) { kernel1D_Find(n); }

protected:
  void kernel1D_Find(uint32_t n) {
    m_best = -1.0f;
    m_at = -1;
    for (uint32_t i = 0; i < n; ++i) {
      const float value = m_votes[i % 30]->IsFor(int(i)) ? 1.0f : 0.0f;
      if (value > m_best) {
        m_best = value;
        m_at = int(i);
      }
    }
  }
  std::vector<std::unique_ptr<Vote>> m_votes;
  float m_best = 0.0f;
  int m_at = 0;
};

/// Elements that are appended behind a call.
class Hits {
public:
  Hits() {
    for (int i = 0; i < 30; ++i)
      m_votes.push_back(i % 3 == 0 ? std::make_unique<Vote>() : std::make_unique<Against>());
  }
  virtual ~Hits() = default;
  virtual void Go(uint32_t n) { kernel1D_Find(n); }

protected:
  void kernel1D_Find(uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      if (m_votes[i % 30]->IsFor(int(i)))
        m_hits.push_back(int(i));
  }
  std::vector<std::unique_ptr<Vote>> m_votes;
  std::vector<int> m_hits;
};

struct Surface {
  virtual ~Surface() = default;
  virtual float Shade(float u, float v, int &steps) const = 0;
};
struct Flat : Surface {
  float Shade(float u, float, int &) const override { return u; }
};
struct Wavy : Surface {
  float Shade(float u, float v, int &steps) const override {
    steps += 2;
    return 0.5f * u + 0.25f * v;
  }
};
struct Steep : Wavy {
  float Shade(float u, float v, int &steps) const override {
    const float shade = Wavy::Shade(v, u, steps);
    steps *= 3;
    return shade + 1.0f;
  }
};

/// The call stands in a kernel of a thread: what the thread does is written out up to it.
class Pictures {
public:
  Pictures() {
    m_surfaces.push_back(std::make_unique<Wavy>());
    m_surfaces.push_back(std::make_unique<Flat>());
    m_surfaces.push_back(std::make_unique<Steep>());
    m_surfaces.push_back(std::make_unique<Flat>());
  }
  virtual ~Pictures() = default;

  void Trace(uint32_t tidX, uint32_t tidY, const uint8_t *ids, float *out, int *counts) {
    float u = 0.0f, v = 0.0f, shade = 0.0f;
    int steps = int(tidX);
    kernel_Start(tidX, tidY, &u, &v);
    kernel_Shade(tidX, tidY, ids, u, v, &steps, &shade);
    kernel_Finish(tidX, tidY, steps, shade, out, counts);
  }
  virtual void TraceBlock(uint32_t tidX, uint32_t tidY, [[vkmorph::size("tidX * tidY")]] const uint8_t *ids,
                          [[vkmorph::size("tidX * tidY")]] float *out, [[vkmorph::size("tidX * tidY")]] int *counts, uint32_t passes) {
    m_width = tidX;
    for (uint32_t pass = 0; pass < passes; ++pass)
      for (uint32_t y = 0; y < tidY; ++y)
        for (uint32_t x = 0; x < tidX; ++x)
          Trace(x, y, ids, out, counts);
  }

protected:
  void kernel_Start(uint32_t tidX, uint32_t tidY, float *u, float *v) {
    *u = 0.25f * float(tidX);
    *v = 0.5f * float(tidY);
  }
  void kernel_Shade(uint32_t tidX, uint32_t tidY, const uint8_t *ids, float u, float v, int *steps, float *shade) {
    const uint32_t id = ids[tidY * m_width + tidX] % 4u;
    *shade = m_surfaces[id]->Shade(u + 1.0f, v, *steps);
    if (id == 1u)
      *steps += 100;
  }
  void kernel_Finish(uint32_t tidX, uint32_t tidY, int steps, float shade, float *out, int *counts) {
    out[tidY * m_width + tidX] = 0.75f * shade;
    counts[tidY * m_width + tidX] = steps;
  }
  std::vector<std::unique_ptr<Surface>> m_surfaces;
  uint32_t m_width = 0;
};
