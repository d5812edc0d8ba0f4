// Origin: written as a user would.
// Branches of the host around kernels: if, else if, switch with cases that fall through.
// RUN: %check %s --class ToneCurve --arg curve=0..2 --arg mode=0..3 -- -std=c++17
#include "tone_curve.h"

void ToneCurve::kernel1D_Scale(const float *in, float *out, int n, float by) const {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * by;
}

void ToneCurve::kernel1D_Square(const float *in, float *out, int n) const {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * in[i];
}

void ToneCurve::kernel1D_Smooth(const float *in, float *out, int n) const {
  for (int i = 0; i < n; i++)
    out[i] = in[i] * in[i] * (3.0f - 2.0f * in[i]);
}

void ToneCurve::kernel1D_Invert(float *pixels, int n) const {
  for (int i = 0; i < n; i++)
    pixels[i] = 1.0f - pixels[i];
}

void ToneCurve::kernel1D_ClipLow(float *pixels, int n, float limit) const {
  for (int i = 0; i < n; i++)
    if (pixels[i] < limit)
      pixels[i] = limit;
}

void ToneCurve::kernel1D_ClipHigh(float *pixels, int n, float limit) const {
  for (int i = 0; i < n; i++)
    if (pixels[i] > limit)
      pixels[i] = limit;
}

void ToneCurve::kernel1D_CountDark(const float *pixels, int n) {
  m_dark = 0;
  for (int i = 0; i < n; i++)
    if (pixels[i] < 0.25f)
      m_dark++;
}

void ToneCurve::Apply(const float *in, float *out, int n, Curve curve, bool invert) {
  if (curve == Curve::Square) {
    kernel1D_Square(in, out, n);
  } else if (curve == Curve::Smooth) {
    kernel1D_Smooth(in, out, n);
  } else {
    kernel1D_Scale(in, out, n, 1.0f);
  }
  if (invert)
    kernel1D_Invert(out, n);
  kernel1D_CountDark(out, n);
}

void ToneCurve::Clip(float *pixels, int n, int mode) {
  switch (mode) {
  case 0:
    kernel1D_ClipLow(pixels, n, 0.1f);
    break;
  case 1:
    kernel1D_ClipLow(pixels, n, 0.2f);
    // and the other end, too
  case 2:
    kernel1D_ClipHigh(pixels, n, 0.9f);
    break;
  default:
    kernel1D_Invert(pixels, n);
  }
  kernel1D_CountDark(pixels, n);
}
