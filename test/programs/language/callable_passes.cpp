// Origin: written as a user would, before its first translation.
// Control functions that take what their kernels apply, and pass it on: members that are templates, structs with operator(), pointers to functions.
// RUN: %check %s --class Image --size w=1,17 --size h=1,9 -- -std=c++17
// RUN: %check %s --class Pipeline --size n=1,70 -- -std=c++17
// RUN: %check %s --class Integrator --size n=1,70 --size steps=0,3 -- -std=c++17
#include <cmath>
#include <vector>

namespace tone {
struct Curve {
  float exposure = 1.0f;
  float white = 2.0f;
  float operator()(float c) const {
    const float v = c * exposure;
    return v * (1.0f + v / (white * white)) / (1.0f + std::fabs(v));
  }
};
} // namespace tone

/// An image whose rows are given to what callers name.
class Image {
public:
  virtual ~Image() = default;

  // The curve is the caller's.
  virtual void Transform(const float *in, float *out, int w, int h, tone::Curve op) {
    kernel2D_Map(in, out, w, h, op);
  }
  virtual void Vignette(const float *in, float *out, int w, int h, float strength) {
    ForEachPixel(w, h, [=](int x, int y) {
      const float dx = x - 0.5f * w, dy = y - 0.5f * h;
      out[y * w + x] = in[y * w + x] * (1.0f - strength * 0.01f * (dx * dx + dy * dy));
    });
  }
  virtual void Fade(float *out, int w, int h) {
    const float step = 1.0f / (w + h);
    ForEachPixel(w, h, [out, w, step](int x, int y) { out[y * w + x] *= step * (x + y); });
  }

private:
  template <class Op> void kernel2D_Map(const float *in, float *out, int w, int h, Op op) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        out[y * w + x] = op(in[y * w + x]);
  }
  template <class F> void ForEachPixel(int w, int h, F f) { kernel2D_ForEach(w, h, f); }
  template <class F> void kernel2D_ForEach(int w, int h, F f) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        f(x, y);
  }
};

static float Doubled(float x) { return 2.0f * x; }
static float Lowered(float x) { return x - 0.5f; }

/// Passes over a vector of the class.
class Pipeline {
public:
  virtual ~Pipeline() = default;

  virtual void Load(const float *in, int n) {
    m_values.resize(n);
    kernel1D_Fill(n, [in](int i) { return in[i]; });
  }
  virtual void Run(float *out, int n, float cut) {
    m_values.resize(n);
    kernel1D_Fill(n, [](int i) { return 0.125f * i; });
    Map(Doubled);
    Map(&Lowered);
    Twice([cut](float x) { return x < cut ? x : cut; });
    kernel1D_Out(out, n);
  }

private:
  void Map(float (*f)(float)) { kernel1D_Map(f); }
  template <class F> void Twice(const F &f) {
    for (int k = 0; k < 2; ++k)
      kernel1D_Each(f);
  }
  template <class F> void kernel1D_Fill(int n, F f) {
    for (int i = 0; i < n; ++i)
      m_values[i] = f(i);
  }
  void kernel1D_Map(float (*f)(float)) {
    for (size_t i = 0; i < m_values.size(); ++i)
      m_values[i] = f(m_values[i]);
  }
  template <class F> void kernel1D_Each(const F &f) {
    for (size_t i = 0; i < m_values.size(); ++i)
      m_values[i] = f(m_values[i]) + 1.0f;
  }
  void kernel1D_Out(float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = m_values[i];
  }

  std::vector<float> m_values;
};

struct Spring {
  float stiffness;
  float damping;
  float operator()(float x, float v) const { return -stiffness * x - damping * v; }
};
struct Pendulum {
  float operator()(float x, float v) const { return -std::sin(x) - 0.01f * v; }
};

/// One kind of step for several forces.
class Integrator {
public:
  virtual ~Integrator() = default;

  virtual void Springs(float *x, float *v, int n, int steps, float stiffness) {
    Advance(x, v, n, steps, Spring{stiffness, 0.1f});
  }
  virtual void Pendulums(float *x, float *v, int n, int steps) { Advance(x, v, n, steps, Pendulum{}); }
  virtual void Driven(float *x, float *v, const float *drive, int n, int steps) {
    for (int k = 0; k < steps; ++k) {
      const float t = k * m_dt;
      kernel1D_Drive(x, v, n, [&](int i) { return drive[i] * t - x[i]; });
    }
  }

  float m_dt = 0.05f;

private:
  template <class Force> void Advance(float *x, float *v, int n, int steps, Force force) {
    for (int k = 0; k < steps; ++k)
      kernel1D_Step(x, v, n, force);
  }
  template <class Force> void kernel1D_Step(float *x, float *v, int n, Force force) {
    for (int i = 0; i < n; ++i) {
      v[i] += m_dt * force(x[i], v[i]);
      x[i] += m_dt * v[i];
    }
  }
  template <class Force> void kernel1D_Drive(float *x, float *v, int n, Force force) {
    for (int i = 0; i < n; ++i) {
      v[i] += m_dt * force(i);
      x[i] += m_dt * v[i];
    }
  }
};
