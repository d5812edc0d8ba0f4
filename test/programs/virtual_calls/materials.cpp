// Origin: written as a user would, before its first translation.
// Materials behind an interface: pointers, owned pointers and shared ones, of classes of different sizes with private data.
// RUN: %check %s --class Palette --variants=default,virtual-sort,vulkan10 --tolerance 1e-6,1e-6 --size w=0,1,64 --size h=1,65 -- -std=c++17
// RUN: %check %s --class Layers,Lamps --size w=0,17,64 --size h=1,15 -- -std=c++17
// RUN: %check %s --class Paint --size n=0,1,257 -- -std=c++17
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

struct Color {
  float r = 0.0f, g = 0.0f, b = 0.0f;
};

inline Color operator*(const Color &a, float k) { return Color{a.r * k, a.g * k, a.b * k}; }
inline Color operator+(const Color &a, const Color &b) {
  return Color{a.r + b.r, a.g + b.g, a.b + b.b};
}

class IMaterial {
public:
  virtual ~IMaterial() = default;
  /// The color at a point of the surface.
  virtual Color Shade(float u, float v) const = 0;
};

class Plain : public IMaterial {
public:
  Plain(float r, float g, float b) : m_color{r, g, b} {}
  Color Shade(float, float) const override { return m_color; }

private:
  Color m_color;
};

class Checker : public IMaterial {
public:
  Checker(Color even, Color odd, int cells) : m_even(even), m_odd(odd), m_cells(cells) {}
  Color Shade(float u, float v) const override {
    const int x = int(u * float(m_cells)), y = int(v * float(m_cells));
    return ((x + y) & 1) ? m_odd : m_even;
  }

private:
  Color m_even, m_odd;
  int m_cells;
};

class Ramp : public IMaterial {
public:
  Ramp() {
    for (int i = 0; i < 8; ++i)
      m_table[i] = 0.125f * float(i * i);
  }
  Color Shade(float u, float v) const override {
    int i = int(u * 8.0f);
    i = i < 0 ? 0 : (i > 7 ? 7 : i);
    return Color{m_table[i], m_table[7 - i] * v, 0.25f};
  }

private:
  float m_table[8];
};

/// Pixels choose a material each.
class Palette {
public:
  Palette() : m_red(0.75f, 0.125f, 0.0f), m_checker({1.0f, 1.0f, 1.0f}, {0.25f, 0.5f, 0.0f}, 6) {
    m_materials.push_back(&m_red);
    m_materials.push_back(&m_checker);
    m_materials.push_back(&m_ramp);
    m_materials.push_back(&m_checker);
  }
  virtual ~Palette() = default;

  virtual void Render(uint32_t w, uint32_t h, const uint32_t *ids, Color *out) {
    kernel2D_Shade(w, h, ids, out);
  }

  void kernel2D_Shade(uint32_t w, uint32_t h, const uint32_t *ids, Color *out) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        const uint32_t id = ids[y * w + x] % uint32_t(m_materials.size());
        const float u = float(x) / float(w), v = float(y) / float(h);
        out[y * w + x] = m_materials[id]->Shade(u, v);
      }
  }

private:
  Plain m_red;
  Checker m_checker;
  Ramp m_ramp;
  std::vector<IMaterial *> m_materials;
};

/// All layers on top of each other.
class Layers {
public:
  Layers() {
    m_layers.push_back(std::make_unique<Plain>(0.5f, 0.5f, 0.5f));
    m_layers.push_back(std::make_unique<Ramp>());
    m_layers.push_back(std::make_unique<Checker>(Color{0.0f, 0.0f, 1.0f}, Color{1.0f, 0.0f, 0.0f}, 3));
  }
  virtual ~Layers() = default;

  void SetOpacity(float opacity) { m_opacity = opacity; }

  virtual void Blend(uint32_t w, uint32_t h, Color *out) {
    kernel2D_Blend(w, h, out);
    kernel1D_Darken(w * h, out);
  }

  void kernel2D_Blend(uint32_t w, uint32_t h, Color *out) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        Color sum;
        for (const auto &layer : m_layers)
          sum = sum * (1.0f - m_opacity) + layer->Shade(float(x) / float(w), float(y) / float(h)) * m_opacity;
        out[y * w + x] = sum;
      }
  }
  void kernel1D_Darken(uint32_t n, Color *out) {
    for (uint32_t i = 0; i < n; ++i)
      out[i] = out[i] * 0.5f;
  }

private:
  float m_opacity = 0.25f;
  std::vector<std::unique_ptr<IMaterial>> m_layers;
};

struct ILamp {
  virtual ~ILamp() = default;
  virtual bool Reaches(float x, float y) const { return x * x + y * y < 1e6f; }
  virtual float Power(float x, float y) const = 0;
};

struct PointLamp : ILamp {
  float px = 0.0f, py = 0.0f, power = 1.0f;
  float Power(float x, float y) const override {
    const float dx = x - px, dy = y - py;
    return power / (1.0f + dx * dx + dy * dy);
  }
};

struct ColumnLamp final : ILamp {
  int column = 3;
  double gain = 0.5;
  bool Reaches(float x, float) const override { return int(x) == column; }
  float Power(float, float y) const override { return float(gain * double(y)); }
};

/// Shared lamps, some of which are off.
class Lamps {
public:
  Lamps() {
    auto near = std::make_shared<PointLamp>();
    near->px = 4.0f;
    near->power = 2.0f;
    m_lamps.push_back(near);
    m_lamps.push_back(nullptr);
    m_lamps.push_back(std::make_shared<ColumnLamp>());
    m_lamps.push_back(near);
  }
  virtual ~Lamps() = default;

  virtual void Light(uint32_t w, uint32_t h, float *out) { kernel2D_Light(w, h, out); }

  void kernel2D_Light(uint32_t w, uint32_t h, float *out) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        float sum = 0.0f;
        for (size_t i = 0; i < m_lamps.size(); ++i) {
          if (!m_lamps[i])
            continue;
          const ILamp &lamp = *m_lamps[i];
          if (lamp.Reaches(float(x), float(y)))
            sum += lamp.Power(float(x), float(y));
        }
        out[y * w + x] = sum;
      }
  }

private:
  std::vector<std::shared_ptr<ILamp>> m_lamps;
};

enum class BrushKind { Dot, Stripe, Cloud };

class Brush {
public:
  explicit Brush(BrushKind kind) : m_kind(kind) {}
  virtual ~Brush() {}
  BrushKind Kind() const { return m_kind; }
  virtual void Stroke(float x, float y, float &ink, float &water) const = 0;

protected:
  float m_strength = 0.5f;

private:
  BrushKind m_kind;
};

class Dot : public Brush {
public:
  explicit Dot(float radius) : Brush(BrushKind::Dot), m_radius(radius) {}
  void Stroke(float x, float y, float &ink, float &water) const override {
    if (x * x + y * y < m_radius * m_radius)
      ink += m_strength;
    else
      water += 0.125f;
  }

private:
  float m_radius;
};

class Stripe : public Brush {
public:
  explicit Stripe(int step) : Brush(BrushKind::Stripe), m_step(step) { m_strength = 0.75f; }
  void Stroke(float x, float, float &ink, float &water) const override {
    if (int(x) % m_step != 0)
      return;
    ink += m_strength;
    water *= 0.5f;
  }

private:
  int m_step;
};

/// A factory makes the brushes; each canvas point gets a stroke of each.
class Paint {
public:
  Paint() {
    for (int i = 0; i < 5; ++i)
      Add(i % 2 ? BrushKind::Dot : BrushKind::Stripe, i + 1);
  }
  virtual ~Paint() = default;

  void Add(BrushKind kind, int size) {
    if (kind == BrushKind::Dot)
      m_brushes.emplace_back(new Dot(float(size)));
    else
      m_brushes.emplace_back(new Stripe(size));
  }

  virtual void Strokes(uint32_t n, const float *x, const float *y, float *ink, float *water, uint32_t *stripes) {
    kernel1D_Strokes(n, x, y, ink, water, stripes);
  }

  void kernel1D_Strokes(uint32_t n, const float *x, const float *y, float *ink, float *water, uint32_t *stripes) {
    for (uint32_t i = 0; i < n; ++i) {
      float sum = 0.0f, wet = 1.0f;
      uint32_t count = 0;
      for (const std::unique_ptr<Brush> &brush : m_brushes) {
        brush->Stroke(x[i], y[i], sum, wet);
        if (brush->Kind() == BrushKind::Stripe)
          count++;
      }
      ink[i] = sum;
      water[i] = wet;
      stripes[i] = count;
    }
  }

private:
  std::vector<std::unique_ptr<Brush>> m_brushes;
};
