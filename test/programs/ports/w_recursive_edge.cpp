// Origin: written as a user would, before its first translation.
// A recursive filter along rows, then along columns, C style.
// RUN: %check %s --class RecursiveEdge --size w=1,19 --size h=1,14 -- -std=c++17 -Wno-register
#include <math.h>

class RecursiveEdge {
public:
  void Smooth(float *out, const float *in, float *y1, float *y2, int w, int h, float alpha) {
    float k, a1, a2, b1, b2, e;
    e = expf(-alpha * 0.1f);
    k = (1.0f - e) * (1.0f - e) / (1.0f + 2.0f * alpha * 0.01f * e);
    a1 = k;
    a2 = k * e * 0.5f;
    b1 = 0.75f * e;
    b2 = -0.25f * e;
    kernel1D_Rows(in, y1, y2, w, h, a1, a2, b1, b2);
    kernel2D_Add(out, y1, y2, w, h);
    kernel1D_Columns(out, y1, y2, w, h, a1, a2, b1, b2);
    kernel2D_Add(out, y1, y2, w, h);
  }

protected:
  void kernel1D_Rows(const float *in, float *y1, float *y2, int w, int h, float a1, float a2, float b1, float b2) {
    int i, j;
    register float ym1, ym2, xm1, xp1, xp2;
    for (i = 0; i < h; i++) {
      ym1 = ym2 = xm1 = 0.0f;
      for (j = 0; j < w; j++) {
        y1[i * w + j] = a1 * in[i * w + j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
        xm1 = in[i * w + j];
        ym2 = ym1;
        ym1 = y1[i * w + j];
      }
      ym1 = ym2 = xp1 = xp2 = 0.0f;
      for (j = w - 1; j >= 0; j--) {
        y2[i * w + j] = a1 * xp1 + a2 * xp2 + b1 * ym1 + b2 * ym2;
        xp2 = xp1;
        xp1 = in[i * w + j];
        ym2 = ym1;
        ym1 = y2[i * w + j];
      }
    }
  }

  void kernel1D_Columns(const float *in, float *y1, float *y2, int w, int h, float a1, float a2, float b1, float b2) {
    int i, j;
    register float ym1, ym2, xm1, xp1, xp2;
    for (j = 0; j < w; j++) {
      xm1 = ym1 = ym2 = 0.0f;
      for (i = 0; i < h; i++) {
        y1[i * w + j] = a1 * in[i * w + j] + a2 * xm1 + b1 * ym1 + b2 * ym2;
        xm1 = in[i * w + j];
        ym2 = ym1;
        ym1 = y1[i * w + j];
      }
      xp1 = xp2 = ym1 = ym2 = 0.0f;
      for (i = h - 1; i >= 0; i--) {
        y2[i * w + j] = a1 * xp1 + a2 * xp2 + b1 * ym1 + b2 * ym2;
        xp2 = xp1;
        xp1 = in[i * w + j];
        ym2 = ym1;
        ym1 = y2[i * w + j];
      }
    }
  }

  void kernel2D_Add(float *out, const float *y1, const float *y2, int w, int h) {
    int i, j;
    for (i = 0; i < h; i++)
      for (j = 0; j < w; j++)
        out[i * w + j] = y1[i * w + j] + y2[i * w + j];
  }
};
