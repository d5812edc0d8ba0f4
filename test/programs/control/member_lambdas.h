#pragma once

#include <algorithm>
#include <cmath>

// Settings that small functions and lambdas turn into what kernels need.
class MemberLambdas {
public:
  virtual ~MemberLambdas() = default;

  virtual float Run(const float *in, float *out, int n, float strength);
  virtual float Level(const float *in, int n);
  virtual int Steps(const float *in, float *out, int n);

protected:
  void kernel1D_Shape(const float *in, float *out, int n, float gain, float bias) {
    for (int i = 0; i < n; i++)
      out[i] = gain * in[i] + bias;
  }
  void kernel1D_Measure(const float *in, int n) {
    m_sum = 0.0f;
    m_squares = 0.0f;
    m_count = n;
    for (int i = 0; i < n; i++) {
      m_sum += in[i];
      m_squares += in[i] * in[i];
    }
  }

  float mean() const { return m_count > 0 ? m_sum / static_cast<float>(m_count) : 0.0f; }
  float variance() const {
    if (m_count == 0)
      return 0.0f;
    const float m = mean();
    return std::max(0.0f, m_squares / static_cast<float>(m_count) - m * m);
  }
  float weighted(int last) const {
    float sum = 0.0f;
    for (int k = 0; k <= last; k++)
      sum += m_weights[k];
    return sum;
  }

  float m_gain = 1.5f, m_bias = 0.25f;
  float m_weights[3] = {0.5f, 0.25f, 0.125f};
  float m_sum = 0.0f, m_squares = 0.0f;
  int m_count = 0;
};
