// A Gaussian blur in rows and columns, as often as one likes.
#pragma once
#include <vector>

class GaussBlur {
public:
  GaussBlur(int maxWidth, int maxHeight);
  virtual ~GaussBlur() = default;

  /// sigma is clamped so that the kernel has at most 2 * kMaxRadius + 1 taps.
  void SetSigma(float sigma);
  virtual void Blur(const float *source, float *target, int width, int height, int passes);

  static constexpr int kMaxRadius = 6;

protected:
  void kernel2D_Rows(const float *from, float *to, int width, int height);
  void kernel2D_Columns(const float *from, float *to, int width, int height);

private:
  int m_radius = 1;
  std::vector<float> m_weights;
  std::vector<float> m_ping, m_pong;
};
