#pragma once

namespace img {

/// A class whose methods have names of their own: renamed_roles.yaml says what they are for.
class Blur {
public:
  virtual ~Blur() {}
  virtual void run(const float *in, float *out, int w, int h);
  virtual void run(float *values, int n);
  virtual void scatter(const float *in, const int *to, float *out, int n);
  float kernel1D_weight(float x) const { return x * m_gain; }

protected:
  void rows(const float *in, float *out, int w, int h);
  virtual void move(const float *in, const int *to, float *out, int n) = 0;
  void unusual(float *values, int n);
  float m_gain = 2.0f;
};

class Mover : public Blur {
protected:
  void move(const float *in, const int *to, float *out, int n) override;
};

} // namespace img
