// Origin: written as a user would, before its first translation.
// Each point has a surface of its own, whose bodies are heavy: the call stands at statement level of the grid.
// RUN: %check %s --class Surfaces --variants=default,virtual-sort,virtual-callable -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

struct Hit {
  float distance = -1.0f;
  int steps = 0;
};

class Surface {
public:
  virtual ~Surface() = default;
  virtual float Height(float x, float y) const = 0;
  virtual Hit Drop(float x, float y, float from) const {
    Hit hit;
    float z = from;
    for (int i = 0; i < 48; ++i) {
      const float gap = z - Height(x, y);
      ++hit.steps;
      if (gap < 0.0009765625f)
        break;
      z -= gap * 0.5f;
    }
    hit.distance = from - z;
    return hit;
  }
};

class Ground : public Surface {
public:
  explicit Ground(float level) : m_level(level) {}
  float Height(float, float) const override { return m_level; }

private:
  float m_level;
};

class Hills : public Surface {
public:
  explicit Hills(float size) : m_size(size) {}
  float Height(float x, float y) const override {
    float sum = 0.0f, amplitude = m_size;
    for (int octave = 0; octave < 6; ++octave) {
      const float fx = x - float(int(x)), fy = y - float(int(y));
      sum += amplitude * fx * (1.0f - fx) * fy * (1.0f - fy);
      x = x * 2.0f + 0.25f;
      y = y * 2.0f - 0.125f;
      amplitude *= 0.5f;
    }
    return sum;
  }

private:
  float m_size;
};

class Stairs : public Surface {
public:
  Stairs(float width, float rise) : m_width(width), m_rise(rise) {}
  float Height(float x, float) const override { return float(int(x / m_width)) * m_rise; }
  Hit Drop(float x, float y, float from) const override {
    Hit hit;
    hit.distance = from - Height(x, y);
    hit.steps = 1;
    return hit;
  }

private:
  float m_width, m_rise;
};

class Surfaces {
public:
  Surfaces() {
    m_surfaces.push_back(std::make_unique<Hills>(2.0f));
    m_surfaces.push_back(std::make_unique<Ground>(0.25f));
    m_surfaces.push_back(std::make_unique<Stairs>(0.5f, 0.125f));
    m_surfaces.push_back(std::make_unique<Hills>(0.75f));
  }
  virtual ~Surfaces() = default;

  virtual void Drop(const uint32_t *ids, const float *x, const float *y, uint32_t n, float *distances, int *steps) {
    kernel1D_Drop(ids, x, y, n, distances, steps);
  }

  void kernel1D_Drop(const uint32_t *ids, const float *x, const float *y, uint32_t n, float *distances, int *steps) {
    for (uint32_t i = 0; i < n; ++i) {
      const float px = x[i], py = y[i];
      const Surface &surface = *m_surfaces[ids[i] % uint32_t(m_surfaces.size())];
      const Hit hit = surface.Drop(px, py, 8.0f);
      distances[i] = hit.distance * 0.5f + px;
      steps[i] = hit.steps;
    }
  }

private:
  std::vector<std::unique_ptr<Surface>> m_surfaces;
};
