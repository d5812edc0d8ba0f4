// Origin: written as a user would, before its first translation.
// A Haar transform level by level, and back.
// RUN: %check %s --class Haar --size length=1,2,64 --size data=64 --size scratch=64 -- -std=c++17
#include <cmath>

class Haar {
public:
  virtual ~Haar() = default;

  /// Works on a power of two of samples.
  virtual void Forward(float *data, float *scratch, int length) {
    for (int n = length; n > 1; n /= 2) {
      kernel1D_Split(data, scratch, n / 2);
      kernel1D_Copy(scratch, data, n);
    }
  }

  virtual void Backward(float *data, float *scratch, int length) {
    for (int half = 1; half < length; half <<= 1) {
      kernel1D_Merge(data, scratch, half);
      kernel1D_Copy(scratch, data, 2 * half);
    }
  }

private:
  static constexpr float kScale = 0.70710678f;

  void kernel1D_Split(const float *data, float *scratch, int half) {
    for (int i = 0; i < half; i++) {
      const float a = data[2 * i], b = data[2 * i + 1];
      scratch[i] = (a + b) * kScale;
      scratch[half + i] = (a - b) * kScale;
    }
  }

  void kernel1D_Merge(const float *data, float *scratch, int half) {
    for (int i = 0; i < half; i++) {
      scratch[2 * i] = (data[i] + data[half + i]) * kScale;
      scratch[2 * i + 1] = (data[i] - data[half + i]) * kScale;
    }
  }

  void kernel1D_Copy(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = from[i];
  }
};
