// Members that decide what runs, and that no constructor sets to much: all of them are inputs.
#pragma once

#include <vector>

#ifndef PLANTED
#define PLANTED 0
#endif

class Brush {
public:
  enum class Mode { Copy = 3, Fade = 5, Mark = 8 };

  explicit Brush(int taps = 3) : m_taps(taps, 0.25f) {}
  virtual ~Brush() = default;

  /// Each of the three modes is one of the branches.
  virtual void Paint(const float *in, float *out, int n) { kernel1D_Paint(in, out, n); }
  /// The number of points is the object's own.
  virtual void Fill([[vkmorph::size("m_width * m_height")]] float *out) { kernel2D_Fill(out); }
  /// Weights from the first on that is used: there are no more than `taps`.
  virtual void Weigh(const float *in, float *out, int n) { kernel1D_Weigh(in, out, n); }
  /// No other value of m_version is one that the class knows.
  virtual void Verify(float *out, int n) {
    if (m_version != 4321)
      throw m_version;
    kernel1D_Verify(out, n);
  }
  /// An enumeration of the caller's.
  virtual void Apply(float *out, int n, Mode mode) { kernel1D_Apply(out, n, mode); }

protected:
  void kernel1D_Paint(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      if (m_mode == Mode::Copy)
        out[i] = in[i];
      else if (m_mode == Mode::Fade)
        out[i] = PLANTED == 1 ? in[i] : in[i] * m_strength;
      else if (m_isOpaque)
        out[i] = 1.0f;
    }
  }
  void kernel2D_Fill(float *out) {
    for (int y = 0; y < m_height; ++y)
      for (int x = 0; x < m_width; ++x)
        out[y * m_width + x] = m_strength * m_ramp[x % 4] + (PLANTED == 2 && y > 4 ? 1.0f : 0.0f);
  }
  void kernel1D_Weigh(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = in[i] * m_taps[m_first + i % 2];
  }
  void kernel1D_Verify(float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] += m_strength;
  }
  void kernel1D_Apply(float *out, int n, Mode mode) {
    for (int i = 0; i < n; ++i)
      switch (mode) {
      case Mode::Copy:
        break;
      case Mode::Fade:
        out[i] *= 0.5f;
        break;
      case Mode::Mark:
        out[i] = 1.0f;
        break;
      }
  }

private:
  Mode m_mode = Mode::Copy;
  bool m_isOpaque = false;
  float m_strength = 0.0f;
  int m_width = 0, m_height = 0;
  int m_first = 0;
  int m_version = 4321;
  float m_ramp[4] = {};
  std::vector<float> m_taps;
};
