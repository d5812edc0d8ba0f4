#pragma once
#include <cstddef>
#include <vector>

/// A line of past samples and how much of each comes back.
class Delays {
public:
  Delays() : m_line(40), m_taps{0.5f, 0.25f} {
    for (std::size_t i = 0; i < m_line.size(); i++)
      m_line[i] = float(i % 5);
  }
  virtual ~Delays() = default;
  void Resize(std::size_t samples) {
    m_line.assign(samples, 1.0f);
    m_heard.assign(samples, 0);
    m_past.assign(samples, 0.0f);
    m_taps.assign(samples / 4, 0.125f);
  }
  virtual void Feed(const float *in, float *out, int n);
  virtual float Decay();
  virtual void Keep();
  virtual void Lengths(float *out, int n);

private:
  void kernel1D_Mix(const float *in, float *out, int n);
  void kernel1D_Fade();
  void kernel1D_Loudest();
  void kernel1D_Lengths(float *out, int n);
  void kernel1D_Copy(const float *from, float *to, int n);
  std::vector<float> m_line, m_taps, m_past;
  std::vector<unsigned char> m_heard;
  float m_loudest = 0.0f;
};
