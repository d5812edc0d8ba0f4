#pragma once

// What there is nothing to compute for is answered at once.
class EarlyAnswers {
public:
  virtual ~EarlyAnswers() {}

  virtual void Average(const float *x, int n);
  virtual int Find(const int *x, int n, int limit);

protected:
  void kernel1D_Sum(const float *x, int n) {
    m_sum = 0.0f;
    for (int i = 0; i < n; i++)
      m_sum += x[i];
    m_mean = m_sum / static_cast<float>(n);
  }
  void kernel1D_Below(const int *x, int n, int limit) {
    m_found = 0;
    for (int i = 0; i < n; i++)
      if (x[i] < limit)
        m_found++;
  }

  float m_sum = 0.0f, m_mean = 0.0f;
  int m_found = 0, m_calls = 0;
  bool m_valid = false;
};
