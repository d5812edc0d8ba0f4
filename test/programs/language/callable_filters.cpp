// Origin: written as a user would, before its first translation.
// Kernels that take what they apply: lambdas with and without captures, function objects with numbers inside, plain functions.
// RUN: %check %s --class PointOps,Stencils,Particles --size n=0,1,3,70 -- -std=c++17
// RUN: %check %s --class Folds --size n=0,1,300 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <vector>

static float Halve(float x) { return 0.5f * x; }

struct Gain {
  float factor;
  float offset;
  float operator()(float x) const { return factor * x + offset; }
};

struct Square {
  float operator()(float x) const { return x * x; }
};

/// Point operations on a signal.
class PointOps {
public:
  virtual ~PointOps() = default;

  virtual void Brighten(float *a, int n, float by) {
    kernel1D_Apply(a, n, [by](float x) { return x + by; });
    kernel1D_Apply(a, n, [=](float x) { return x > by ? by : x; });
  }
  virtual void Shape(float *a, int n) {
    kernel1D_Apply(a, n, Square());
    kernel1D_Apply(a, n, Gain{2.0f, 0.25f});
    kernel1D_Apply(a, n, Halve);
    kernel1D_Apply(a, n, [](float x) { return std::min(x, 4.0f); });
  }
  virtual void Levels(float *a, int n, float low, float high) {
    const Gain stretch{1.0f / (high - low + 2.5f), -low};
    kernel1D_Apply(a, n, stretch);
    auto clampIt = [&](float x) { return std::clamp(x, -m_limit, m_limit); };
    kernel1D_Apply(a, n, clampIt);
  }

  float m_limit = 0.75f;

private:
  template <class F> void kernel1D_Apply(float *a, int n, F f) {
    for (int i = 0; i < n; ++i)
      a[i] = f(a[i]);
  }
};

/// Neighbourhoods, given by what is done with three samples.
class Stencils {
public:
  virtual ~Stencils() = default;

  virtual void Smooth(const float *in, float *out, int n, float weight) {
    kernel1D_Neighbours(in, out, n, [weight](float l, float m, float r) {
      return weight * m + 0.5f * (1.0f - weight) * (l + r);
    });
  }
  virtual void Edges(const float *in, float *out, int n) {
    auto gradient = [](float l, float, float r) { return r - l; };
    kernel1D_Neighbours(in, out, n, gradient);
    kernel1D_InPlace(out, n, [](float &x) { x = std::fabs(x); });
  }
  virtual void Median(const float *in, float *out, int n, int rounds) {
    for (int round = 0; round < rounds; ++round)
      kernel1D_Neighbours(in, out, n, [round](float l, float m, float r) {
        return std::max(std::min(l, m), std::min(std::max(l, m), r)) + float(round);
      });
  }

protected:
  template <typename Op> void kernel1D_Neighbours(const float *in, float *out, int n, const Op &op) {
    for (int i = 1; i < n - 1; ++i)
      out[i] = op(in[i - 1], in[i], in[i + 1]);
  }
  template <typename Op> void kernel1D_InPlace(float *a, int n, Op &&op) {
    for (int i = 0; i < n; ++i)
      op(a[i]);
  }
};

/// Reductions over what a callable says.
class Folds {
public:
  virtual ~Folds() = default;

  virtual int CountAbove(const int *a, int n, int limit) {
    kernel1D_CountIf(a, n, [limit](int v) { return v > limit; });
    return m_count;
  }
  virtual int CountOdd(const int *a, int n) {
    kernel1D_CountIf(a, n, [](int v) { return (v & 1) != 0; });
    return m_count;
  }
  virtual int Norm(const int *a, int n) {
    kernel1D_Sum(a, n, [](int v) { return v * v; });
    const int squares = m_sum;
    kernel1D_Sum(a, n, [this](int v) { return v - m_bias; });
    return squares + m_sum;
  }

  int m_bias = 3;

private:
  template <class Predicate> void kernel1D_CountIf(const int *a, int n, Predicate keep) {
    m_count = 0;
    for (int i = 0; i < n; ++i)
      if (keep(a[i]))
        m_count++;
  }
  template <class Map> void kernel1D_Sum(const int *a, int n, Map map) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += map(a[i]);
  }

  int m_count = 0;
  int m_sum = 0;
};

struct Body {
  float x, y, vx, vy;
};

/// What happens to each body is given by the control function.
class Particles {
public:
  virtual ~Particles() = default;

  virtual void Step(Body *bodies, int n, float dt, float gravity) {
    auto kick = [dt, gravity](Body &b) { b.vy -= gravity * dt; };
    auto drift = [dt](Body &b) {
      b.x += b.vx * dt;
      b.y += b.vy * dt;
    };
    kernel1D_ForEach(bodies, n, kick);
    kernel1D_ForEach(bodies, n, drift);
    kernel1D_ForEach(bodies, n, [this](Body &b) { Bounce(b); });
  }
  virtual void Blow(Body *bodies, const float *wind, int n) {
    kernel1D_Indexed(n, [=](int i) { bodies[i].vx += wind[i]; });
  }

  float m_floor = -1.0f;

private:
  void Bounce(Body &b) const {
    if (b.y < m_floor) {
      b.y = m_floor;
      b.vy = -b.vy;
    }
  }
  template <class F> void kernel1D_ForEach(Body *bodies, int n, F &&f) {
    for (int i = 0; i < n; ++i)
      f(bodies[i]);
  }
  template <class F> void kernel1D_Indexed(int n, F f) {
    for (int i = 0; i < n; ++i)
      f(i);
  }
};
