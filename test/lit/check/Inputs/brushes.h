// Members that decide what runs, and that no constructor sets to much: all of them are inputs.
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
  virtual void Paint(const float *in, [[vkmorph::size("n")]] float *out, int n) { kernel1D_Paint(in, out, n); }
  /// The number of points is the object's own.
  virtual void Fill([[vkmorph::size("m_width * m_height")]] float *out) { kernel2D_Fill(out); }
  /// Weights from the first on that is used: there are no more than `taps`.
  virtual void Weigh(const float *in, float *out, int n) { kernel1D_Weigh(in, out, n); }
  /// No value of m_origin but a few is one that the class can do with.
  virtual void Smear(float *out, int n) { kernel1D_Smear(out, n); }
  /// An enumeration of the caller's.
  virtual void Apply([[vkmorph::size("n")]] float *out, int n, Mode mode) { kernel1D_Apply(out, n, mode); }

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
        out[y * m_width + x] = m_strength * m_ramp[x % 4] + (PLANTED == 2 ? y > 4 : 0);
  }
  void kernel1D_Weigh(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = in[i] * m_taps[m_first + i % 2];
  }
  void kernel1D_Smear(float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] += m_strength * m_taps[m_origin - 4000];
  }
  void kernel1D_Apply(float *out, int n, Mode mode) {
    for (int i = 0; i < n; ++i) {
      if (mode == Mode::Fade)
        out[i] *= 0.5f;
      else if (mode == Mode::Mark)
        out[i] = 1.0f;
    }
  }

private:
  Mode m_mode = Mode::Copy;
  bool m_isOpaque = false;
  float m_strength = 0.0f;
  int m_width = 0, m_height = 0;
  int m_first = 0;
  int m_origin = 4000;
  float m_ramp[4] = {};
  std::vector<float> m_taps;
};
