// Origin: written with the part of the compiler that it tests.
// Sums of columns over few rows, or of more columns than there are threads for shares of them.
// RUN: %check %s --class FewRows --control=Filter --control=Skip --variants=default --arg first=0 --size taps=0,3,70 --size w=1,300 --size Filter.in=22000 --size Skip.in=1200 -- -std=c++17
// RUN: %check %s --class FewRows --control=Wide --variants=default --option=--workgroup-size=64 --size w=70000 --size h=70 -- -std=c++17
class FewRows {
public:
  virtual ~FewRows() {}
  virtual void Filter(const float *in, float *out, int w, int taps) { kernel1D_Filter(in, out, w, taps); }
  virtual void Skip(const int *in, int *out, int w, int first) { kernel1D_Skip(in, out, w, first); }
  virtual void Wide(const int *in, int *out, int w, int h) { kernel1D_Wide(in, out, w, h); }

protected:
  void kernel1D_Filter(const float *in, float *out, int w, int taps) {
    for (int x = 0; x < w; x++) {
      float sum = 0;
      for (int k = -taps; k <= 0; k++)
        sum += in[(k + taps) * w + x];
      out[x] = sum;
    }
  }
  void kernel1D_Skip(const int *in, int *out, int w, int first) {
    for (int x = 0; x < w; x++) {
      int sum = 0;
      for (int y = first; y < 4; y++)
        sum += in[y * w + x];
      out[x] = sum;
    }
  }
  void kernel1D_Wide(const int *in, int *out, int w, int h) {
    for (int x = 0; x < w; x++) {
      int sum = 0;
      for (int y = 0; y < h; y++)
        sum += in[y * w + x];
      out[x] = sum;
    }
  }
};
