// Origin: written from README.md and docs/Language.md before its first translation.
// Fits that the host solves: it takes what kernels have summed, computes with its own library, and goes on.
// RUN: %check %s --size n=2,200 --arg x=-2..2 --arg y=-2..2 --arg eps=0.001..0.01 -- -std=c++17
#include <array>
#include <cmath>

class LineFit {
public:
  virtual ~LineFit() = default;

  // Iteratively reweighted: members are computed on the host between the kernels.
  virtual int Fit([[vkmorph::size("n")]] const float *x, [[vkmorph::size("n")]] const float *y, [[vkmorph::size("n")]] float *w, int n, float eps) {
    m_slope = 0.0f;
    m_offset = 0.0f;
    kernel1D_Fill(w, n);
    for (int round = 1; round <= 10; round++) {
      kernel1D_Moments(x, y, w, n);
      const float det = m_w * m_xx - m_x * m_x;
      if (std::fabs(det) < 1e-3f)
        return -round;
      const float slope = (m_w * m_xy - m_x * m_y) / det;
      const float change = std::fabs(slope - m_slope);
      m_slope = slope;
      m_offset = (m_y - slope * m_x) / m_w;
      if (change < eps)
        return round;
      kernel1D_Weights(x, y, w, n);
    }
    return 10;
  }

  // Coefficients in an array of the host's.
  virtual float Smooth([[vkmorph::size("n")]] float *w, int n) {
    std::array<float, 3> masses{};
    for (int round = 0; round < 3; round++) {
      kernel1D_Mass(w, n);
      masses[round] = m_w;
      if (round == 2)
        break;
      kernel1D_Add(w, n, masses[round] / static_cast<float>(n));
    }
    return masses[0] + 2.0f * masses[1] - masses[2];
  }

protected:
  void kernel1D_Fill(float *w, int n) {
    for (int i = 0; i < n; i++)
      w[i] = 1.0f;
  }
  void kernel1D_Moments(const float *x, const float *y, const float *w, int n) {
    m_w = m_x = m_y = m_xx = m_xy = 0.0f;
    for (int i = 0; i < n; i++) {
      m_w += w[i];
      m_x += w[i] * x[i];
      m_y += w[i] * y[i];
      m_xx += w[i] * x[i] * x[i];
      m_xy += w[i] * x[i] * y[i];
    }
  }
  void kernel1D_Weights(const float *x, const float *y, float *w, int n) {
    for (int i = 0; i < n; i++)
      w[i] = 1.0f / (1.0f + std::fabs(y[i] - m_slope * x[i] - m_offset));
  }
  void kernel1D_Mass(const float *w, int n) {
    m_w = 0.0f;
    for (int i = 0; i < n; i++)
      m_w += w[i];
  }
  void kernel1D_Add(float *w, int n, float by) {
    for (int i = 0; i < n; i++)
      w[i] += by;
  }

  float m_w = 0.0f, m_x = 0.0f, m_y = 0.0f, m_xx = 0.0f, m_xy = 0.0f;
  float m_slope = 0.0f, m_offset = 0.0f;
};
