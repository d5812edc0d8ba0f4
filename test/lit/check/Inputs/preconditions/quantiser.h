// Levels of samples, between limits that have to be set.
class Quantiser {
public:
  virtual ~Quantiser() = default;
  /// Of so many levels from `low` to `high`.
  void SetRange(float low, float high, int levels) {
    m_low = low;
    m_step = (high - low) / float(levels);
  }

  virtual void Quantise(const float *samples, int *levels, int n) { kernel1D_Quantise(samples, levels, n); }
  virtual void Restore(const int *levels, float *samples, int n) { kernel1D_Restore(levels, samples, n); }

protected:
  void kernel1D_Quantise(const float *samples, int *levels, int n) {
    for (int i = 0; i < n; ++i)
      levels[i] = int((samples[i] - m_low) / m_step);
  }
  void kernel1D_Restore(const int *levels, float *samples, int n) {
    for (int i = 0; i < n; ++i)
      samples[i] = m_low + (float(levels[i]) + 0.5f) * m_step;
  }

private:
  float m_low = 0.0f, m_step = 0.0f;
};
