// Origin: written with the part of the compiler that it tests.
// Sums of rows whose iterations keep what they compute in variables that change.
// RUN: %check %s --class RowsWithLocals --variants=default,vulkan10 --size w=0,1,130,1000 --size h=1,40 -- -std=c++17
#include <algorithm>
#include <cmath>
class RowsWithLocals {
public:
  virtual ~RowsWithLocals() {}
  virtual void Rectified(const float *a, float *sums, int w, int h) {
    kernel1D_Rectified(a, sums, w, h);
  }
  virtual void Clipped(const int *a, int *sums, int *highest, int w, int h) {
    kernel1D_Clipped(a, sums, highest, w, h);
  }
  virtual void Digits(const unsigned *a, unsigned *sums, int w, int h) {
    kernel1D_Digits(a, sums, w, h);
  }
  virtual void Pairs(const float *a, float *sums, int w, int h) { kernel1D_Pairs(a, sums, w, h); }

protected:
  void kernel1D_Rectified(const float *a, float *sums, int w, int h) {
    for (int y = 0; y < h; y++) {
      float sum = 0.0f;
      for (int x = 0; x < w; x++) {
        float value = a[y * w + x];
        if (value < 0.0f)
          value = -value;
        value *= 0.5f;
        sum += value;
      }
      sums[y] = sum;
    }
  }
  void kernel1D_Clipped(const int *a, int *sums, int *highest, int w, int h) {
    for (int y = 0; y < h; y++) {
      int sum = 0, most = -1000;
      for (int x = 0; x < w; x++) {
        int value = a[y * w + x] % 1000;
        if (value > 100)
          value = 100;
        else
          value++;
        sum += value;
        most = std::max(most, value);
      }
      sums[y] = sum;
      highest[y] = most;
    }
  }
  void kernel1D_Digits(const unsigned *a, unsigned *sums, int w, int h) {
    for (int y = 0; y < h; y++) {
      unsigned sum = 0;
      for (int x = 0; x < w; x++) {
        unsigned digits = 0;
        for (unsigned rest = a[y * w + x]; rest != 0; rest /= 10)
          digits++;
        sum += digits;
      }
      sums[y] = sum;
    }
  }
  void kernel1D_Pairs(const float *a, float *sums, int w, int h) {
    for (int y = 0; y < h; y++) {
      float sum = 0.0f;
      for (int x = 0; x < w; x++) {
        float pair[2] = {a[y * w + x], a[y * w + w - 1 - x]};
        if (pair[0] > pair[1]) {
          const float old = pair[0];
          pair[0] = pair[1];
          pair[1] = old;
        }
        sum += pair[1] - pair[0];
      }
      sums[y] = sum;
    }
  }
};
