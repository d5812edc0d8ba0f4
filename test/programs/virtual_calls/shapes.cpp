// Origin: written as a user would, before its first translation.
// Shapes behind an interface in several levels: qualified calls of bases, virtual calls in other virtual functions, march loops.
// RUN: %check %s --class March --size w=1,19,64 --size h=3,33 -- -std=c++17
// RUN: %check %s --class Densities --size n=0,1,65,257,1000 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <vector>

struct Vec3 {
  float x, y, z;
};
inline Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator*(Vec3 a, float k) { return {a.x * k, a.y * k, a.z * k}; }
inline float length(Vec3 a) { return std::sqrt(a.x * a.x + a.y * a.y + a.z * a.z); }

namespace shapes {

class Shape {
public:
  virtual ~Shape() = default;
  virtual float Distance(const Vec3 &p) const = 0;
  virtual float Emission() const { return 0.0f; }
};

class Placed : public Shape {
public:
  explicit Placed(Vec3 center) : m_center(center) {}

protected:
  Vec3 Local(const Vec3 &p) const { return p - m_center; }
  Vec3 m_center;
};

class Sphere : public Placed {
public:
  Sphere(Vec3 center, float radius) : Placed(center), m_radius(radius) {}
  float Distance(const Vec3 &p) const override { return length(Local(p)) - m_radius; }

private:
  float m_radius;
};

class Box : public Placed {
public:
  Box(Vec3 center, Vec3 half) : Placed(center), m_half(half) {}
  float Distance(const Vec3 &p) const override {
    const Vec3 q = Local(p);
    const Vec3 d{std::fabs(q.x) - m_half.x, std::fabs(q.y) - m_half.y, std::fabs(q.z) - m_half.z};
    const Vec3 outside{std::fmax(d.x, 0.0f), std::fmax(d.y, 0.0f), std::fmax(d.z, 0.0f)};
    return length(outside) + std::fmin(std::fmax(d.x, std::fmax(d.y, d.z)), 0.0f);
  }

protected:
  Vec3 m_half;
};

class RoundedBox final : public Box {
public:
  RoundedBox(Vec3 center, Vec3 half, float rounding) : Box(center, half), m_rounding(rounding) {}
  float Distance(const Vec3 &p) const override { return Box::Distance(p) - m_rounding; }
  float Emission() const override { return 0.5f; }

private:
  float m_rounding;
};

} // namespace shapes

/// Rays march through a scene until they are near a shape.
class March {
public:
  March() : m_ball({-0.5f, 0.0f, 3.0f}, 0.75f), m_box({1.0f, 0.25f, 4.0f}, {0.5f, 0.5f, 0.5f}),
            m_soft({0.0f, -1.25f, 3.5f}, {2.0f, 0.125f, 1.0f}, 0.125f), m_scene{&m_ball, &m_box, &m_soft} {}
  virtual ~March() = default;

  virtual void Render(uint32_t w, uint32_t h, float *depth, float *light, uint32_t *steps) {
    kernel2D_March(w, h, depth, light, steps);
  }

  void kernel2D_March(uint32_t w, uint32_t h, float *depth, float *light, uint32_t *steps) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        Vec3 direction{(float(x) + 0.5f) / float(w) - 0.5f, (float(y) + 0.5f) / float(h) - 0.5f, 1.0f};
        direction = direction * (1.0f / length(direction));
        float t = 0.0f;
        int hit = -1;
        uint32_t count = 0;
        while (t < 8.0f && count < 64 && hit < 0) {
          int nearest = 0;
          const float distance = Nearest(direction * t, &nearest);
          if (distance < 0.01f)
            hit = nearest;
          else
            t += distance;
          ++count;
        }
        depth[y * w + x] = hit < 0 ? -1.0f : t;
        light[y * w + x] = hit < 0 ? 0.0f : 0.25f + m_scene[hit]->Emission();
        steps[y * w + x] = count;
      }
  }

protected:
  float Nearest(const Vec3 &p, int *which) const {
    float best = 1e9f;
    for (int i = 0; i < int(m_scene.size()); ++i) {
      const float d = m_scene[i]->Distance(p);
      if (d < best) {
        best = d;
        *which = i;
      }
    }
    return best;
  }

  shapes::Sphere m_ball;
  shapes::Box m_box;
  shapes::RoundedBox m_soft;
  std::vector<shapes::Shape *> m_scene;
};

/// Virtual functions call virtual functions, and plain ones of the base.
class Field {
public:
  virtual ~Field() = default;
  float Sample(float x) const { return Weight() * Value(x); }
  virtual float Value(float x) const { return Weight() + x; }
  virtual float Weight() const = 0;
  virtual float operator()(float x, int times) const {
    for (int i = 0; i < times; ++i)
      x = Sample(x) * 0.5f;
    return x;
  }
};

class Constant : public Field {
public:
  explicit Constant(float weight) : m_weight(weight) {}
  float Weight() const override { return m_weight; }

protected:
  float m_weight;
};

class Square : public Constant {
public:
  using Constant::Constant;
  float Value(float x) const override { return Constant::Value(x) * x; }
};

class Wave : public Field {
public:
  Wave(float frequency, int harmonics) : m_frequency(frequency), m_harmonics(harmonics) {}
  float Weight() const override { return 1.0f / float(m_harmonics); }
  float Value(float x) const override {
    float sum = 0.0f;
    for (int k = 1; k <= m_harmonics; ++k)
      sum += std::sin(m_frequency * x * float(k)) / float(k);
    return sum;
  }
  float operator()(float x, int) const override { return Value(x); }

private:
  float m_frequency;
  int m_harmonics;
};

class Densities {
public:
  Densities() : m_constant(0.75f), m_square(0.5f), m_wave(1.5f, 3) {
    m_fields = {&m_square, &m_constant, &m_wave};
  }
  virtual ~Densities() = default;

  virtual void Evaluate(const float *x, float *out, unsigned n, int times) {
    kernel1D_Evaluate(x, out, n, times);
  }
  virtual float Total(const float *x, unsigned n) {
    m_total = 0.0f;
    kernel1D_Total(x, n);
    return m_total;
  }

  void kernel1D_Evaluate(const float *x, float *out, unsigned n, int times) {
    for (unsigned i = 0; i < n; ++i) {
      const Field *field = m_fields[i % m_fields.size()];
      out[i] = (*field)(x[i], times) + field->Sample(x[i]);
    }
  }
  void kernel1D_Total(const float *x, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      m_total += m_fields[i % 3]->Value(x[i]);
  }

private:
  Constant m_constant;
  Square m_square;
  Wave m_wave;
  std::vector<const Field *> m_fields;
  float m_total = 0.0f;
};

/// Two bases: an interface, and data that other classes have, too.
struct Tuned {
  float stiffness = 2.0f;
  float damping[2] = {0.5f, 0.25f};
};

class IForce {
public:
  virtual ~IForce() = default;
  virtual bool Apply(float x, float v, float &force) const = 0;
};

class Spring : public IForce, public Tuned {
public:
  explicit Spring(float rest) : m_rest(rest) { stiffness = 3.0f; }
  bool Apply(float x, float v, float &force) const override {
    force -= stiffness * (x - m_rest) + damping[0] * v;
    return true;
  }

private:
  float m_rest;
};

class Wall : private Tuned, public IForce {
public:
  bool Apply(float x, float, float &force) const override {
    if (x > 0.0f)
      return false;
    force += stiffness * 10.0f - damping[1];
    return true;
  }
};

class Gravity : public IForce {
public:
  bool Apply(float, float, float &force) const override {
    force -= 9.81f;
    return true;
  }
};

/// Which forces act is a member; the host changes the forces between the runs.
class Springs {
public:
  Springs() {
    m_forces.push_back(&m_gravity);
    m_forces.push_back(&m_spring);
  }
  virtual ~Springs() = default;

  virtual void Step(float *x, float *v, int *contacts, unsigned n, float dt) {
    kernel1D_Forces(x, v, contacts, n, dt);
    kernel1D_Move(x, v, n, dt);
  }

  void kernel1D_Forces(const float *x, float *v, int *contacts, unsigned n, float dt) {
    for (unsigned i = 0; i < n; ++i) {
      float force = 0.0f;
      int acting = 0;
      for (unsigned k = 0; k < m_forces.size(); ++k)
        acting += m_forces[k]->Apply(x[i], v[i], force) ? 1 : 0;
      if (m_wall.Apply(x[i], v[i], force))
        ++acting;
      v[i] += force * dt;
      contacts[i] = acting;
    }
  }
  void kernel1D_Move(float *x, const float *v, unsigned n, float dt) {
    for (unsigned i = 0; i < n; ++i)
      x[i] += v[i] * dt;
  }

private:
  Spring m_spring{0.5f};
  Wall m_wall;
  Gravity m_gravity;
  std::vector<IForce *> m_forces;
};
