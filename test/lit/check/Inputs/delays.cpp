#include "delays.h"

void Delays::kernel1D_Mix(const float *in, float *out, int n) {
  for (int i = 0; i < n; i++) {
    float sum = in[i];
    for (std::size_t k = 0; k < m_taps.size(); k++)
      sum += m_taps[k] * m_line[(unsigned(i) + k) % m_line.size()];
    out[i] = sum;
  }
}

void Delays::kernel1D_Fade() {
  for (std::size_t i = 0; i < m_line.size(); i++) {
    m_line[i] *= 0.5f;
    if (i < m_heard.size())
      m_heard[i] += 3;
  }
}

void Delays::kernel1D_Loudest() {
  m_loudest = -1.0f;
  for (std::size_t i = 0; i < m_line.size(); i++)
    if (m_line[i] > m_loudest)
      m_loudest = m_line[i];
}

void Delays::kernel1D_Copy(const float *from, float *to, int n) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}

// Vectors as the arrays of a kernel; the first one is the member that other kernels use.
void Delays::Keep() {
  kernel1D_Copy(m_line.data(), m_past.data(), int(m_past.size()));
  kernel1D_Fade();
}

void Delays::Feed(const float *in, float *out, int n) {
  kernel1D_Mix(in, out, n);
  kernel1D_Fade();
}

/// Asks for a vector's size only.
static float lengthOf(const std::vector<float> &samples) { return float(samples.size()); }

void Delays::kernel1D_Lengths(float *out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = lengthOf(m_past) + float(i);
}

void Delays::Lengths(float *out, int n) { kernel1D_Lengths(out, n); }

float Delays::Decay() {
  kernel1D_Fade();
  kernel1D_Loudest();
  return m_loudest + float(m_line.size());
}
