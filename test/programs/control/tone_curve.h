#pragma once

// One of several curves over an image, and a histogram of nothing but two numbers.
class ToneCurve {
public:
  enum class Curve { Linear, Square, Smooth };

  virtual ~ToneCurve() = default;

  virtual void Apply(const float *in, float *out, int n, Curve curve, bool invert);
  virtual void Clip(float *pixels, int n, int mode);
  int Dark() const { return m_dark; }

protected:
  void kernel1D_Scale(const float *in, float *out, int n, float by) const;
  void kernel1D_Square(const float *in, float *out, int n) const;
  void kernel1D_Smooth(const float *in, float *out, int n) const;
  void kernel1D_Invert(float *pixels, int n) const;
  void kernel1D_ClipLow(float *pixels, int n, float limit) const;
  void kernel1D_ClipHigh(float *pixels, int n, float limit) const;
  void kernel1D_CountDark(const float *pixels, int n);

  int m_dark = 0;
};
