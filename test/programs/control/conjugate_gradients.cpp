// Origin: written with the part of the compiler that it tests.
// Conjugate gradients: the loop on the host, options in a struct, one control function that returns what another one does.
// RUN: %check %s --class Solver --arg w=9 --arg h=6 --size x=54 --size b=54 --size iterations=0,1,5 --variants=default,vulkan10 --adversarial -- -std=c++17
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

struct Options {
  int iterations = 10;
  float tolerance = 1e-4f;
  enum Preconditioner { None, Jacobi } preconditioner = Jacobi;
};

class Solver {
public:
  Solver(int w, int h) : w(w), h(h) {
    const size_t n = size_t(w) * h;
    r.resize(n); z.resize(n); p.resize(n); q.resize(n);
  }
  virtual ~Solver() = default;
  virtual float Solve(float *x, const float *b, int iterations, int preconditioner) {
    Options options;
    options.iterations = std::min(iterations, 12);
    options.preconditioner = preconditioner ? Options::Jacobi : Options::None;
    return Run(x, b, options);
  }

protected:
  float Run(float *x, const float *b, const Options &options) {
    const int n = w * h;
    kernel1D_Start(x, b, n, options.preconditioner == Options::Jacobi ? 0.25f : 1.0f);
    for (int k = 0; k < options.iterations; ++k) {
      if (k > 0)
        kernel1D_Direction(n);
      kernel2D_Apply(w, h);
      kernel1D_Alpha(n);
      kernel1D_Advance(x, n);
      switch (options.preconditioner) {
      case Options::Jacobi:
        kernel1D_Scale(n, 0.25f);
        break;
      case Options::None:
        std::copy(r.begin(), r.end(), z.begin());
        break;
      }
      kernel1D_Beta(n);
    }
    return m_rz;
  }
  void kernel1D_Start(float *x, const float *b, int n, float scale) {
    m_rz = 0;
    for (int i = 0; i < n; ++i) {
      x[i] = 0;
      r[i] = b[i];
      z[i] = scale * b[i];
      p[i] = z[i];
      m_rz += r[i] * z[i];
    }
  }
  void kernel1D_Direction(int n) {
    for (int i = 0; i < n; ++i)
      p[i] = z[i] + m_beta * p[i];
  }
  float P(int x, int y) const { return x < 0 || y < 0 || x >= w || y >= h ? 0.0f : p[y * w + x]; }
  void kernel2D_Apply(int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        q[y * w + x] = 4 * P(x, y) - P(x - 1, y) - P(x + 1, y) - P(x, y - 1) - P(x, y + 1);
  }
  void kernel1D_Alpha(int n) {
    float pq = 0;
    for (int i = 0; i < n; ++i)
      pq += p[i] * q[i];
    m_alpha = pq > 1e-12f ? m_rz / pq : 0;
  }
  void kernel1D_Advance(float *x, int n) {
    for (int i = 0; i < n; ++i) {
      x[i] += m_alpha * p[i];
      r[i] -= m_alpha * q[i];
    }
  }
  void kernel1D_Scale(int n, float s) {
    for (int i = 0; i < n; ++i)
      z[i] = s * r[i];
  }
  void kernel1D_Beta(int n) {
    float rz = 0;
    for (int i = 0; i < n; ++i)
      rz += r[i] * z[i];
    if (m_rz > 1e-12f)
      m_beta = rz / m_rz;
    else
      m_beta = 0;
    m_rz = rz;
  }

  int w, h;
  std::vector<float> r, z, p, q;
  float m_alpha = 0, m_beta = 0, m_rz = 0;
};
