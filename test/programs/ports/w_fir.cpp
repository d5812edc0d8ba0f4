// Origin: written as a user would, before its first translation.
// A filter with symmetric taps, by pointers from both ends.
// RUN: %check %s --class Fir --size n=0,1,200 -- -std=c++17 -Wno-register
#define TAPS 16

class Fir {
public:
  /// 'in' has TAPS - 1 samples more than 'out'.
  void Filter(const float *in, const float *h, float *out, int n) { kernel1D_Filter(in, h, out, n); }

protected:
  void kernel1D_Filter(const float *in, const float *h, float *out, int n) {
    int k;
    register const float *p, *q;
    register float acc;
    while (n-- > 0) {
      acc = 0.0f;
      for (k = 0, p = in, q = in + TAPS - 1; k < TAPS / 2; k++)
        acc += h[k] * (*p++ + *q--);
      *out++ = acc;
      in++;
    }
  }
};
