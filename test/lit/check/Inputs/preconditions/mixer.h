// Mixes two pictures, in a way that is chosen first.
class Mixer {
public:
  enum Way { None = -1, Add = 10, Multiply = 11, Screen = 12 };

  virtual ~Mixer() = default;
  void Choose(Way way, float share) {
    m_way = way;
    m_share = share;
  }

  /// Needs a way.
  virtual void Mix(const float *a, const float *b, float *out, unsigned count) {
    kernel1D_Mix(a, b, out, count);
  }

protected:
  float combine(float a, float b) const {
    switch (m_way) {
    case Add:
      return a + b;
    case Multiply:
      return a * b;
    case Screen:
      return 1.0f - (1.0f - a) * (1.0f - b);
    default:
      return 0.0f;
    }
  }
  void kernel1D_Mix(const float *a, const float *b, float *out, unsigned count) {
    for (unsigned i = 0; i < count; ++i)
      out[i] = m_share * combine(a[i], b[i]) + (1.0f - m_share) * a[i];
  }

private:
  Way m_way = None;
  float m_share = 0.0f;
};
