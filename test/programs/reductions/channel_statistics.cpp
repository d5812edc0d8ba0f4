// Origin: written as a user would, before its first translation.
// Few columns with many rows: the channels of pixels, axes of points, bits that samples have in common, flags.
// RUN: %check %s --class Channels --size n=0,1,100,5000 -- -std=c++17
#include <cstdint>

struct Sample {
  float value;
  uint32_t bits;
};

class Channels {
public:
  virtual ~Channels() = default;
  virtual void Brightness([[vkmorph::size("3 * n")]] const uint8_t *rgb, uint32_t *sums, int n) { kernel1D_Brightness(rgb, sums, n); }
  virtual void Box([[vkmorph::size("3 * n")]] const float *points, int n) { kernel1D_Box(points, n); }
  virtual void Common([[vkmorph::size("5 * n")]] const Sample *samples, [[vkmorph::size("5")]] uint32_t *all,
                      [[vkmorph::size("5")]] uint32_t *some, [[vkmorph::size("5")]] uint32_t *odd,
                      [[vkmorph::size("5")]] float *loudest, uint32_t n) {
    kernel1D_Common(samples, all, some, odd, loudest, n);
  }
  virtual void Flags([[vkmorph::size("9 * n")]] const int *samples, [[vkmorph::size("9")]] uint8_t *valid,
                     [[vkmorph::size("9")]] uint8_t *seen, int n) {
    kernel1D_Flags(samples, valid, seen, n);
  }
  virtual void Total([[vkmorph::size("n")]] const float *samples, [[vkmorph::size("1")]] float *total, int n) {
    kernel1D_Total(samples, total, 1, n);
  }

protected:
  void kernel1D_Brightness(const uint8_t *rgb, uint32_t *sums, int n) {
    for (int c = 0; c < 3; c++) {
      uint32_t sum = 0;
      for (int i = 0; i < n; i++)
        sum += rgb[3 * i + c];
      sums[c] = sum;
    }
  }
  // The box around points, in members.
  void kernel1D_Box(const float *points, int n) {
    for (int axis = 0; axis < 3; axis++) {
      float low = 1e30f, high = -1e30f;
      for (int i = 0; i < n; i++) {
        const float at = points[i * 3 + axis];
        low = at < low ? at : low;
        high = at > high ? at : high;
      }
      m_low[axis] = low;
      m_high[axis] = high;
    }
  }
  void kernel1D_Common(const Sample *samples, uint32_t *all, uint32_t *some, uint32_t *odd, float *loudest, uint32_t n) {
    for (uint32_t channel = 0; channel < 5; channel++) {
      for (uint32_t i = 0; i < n; i++) {
        const Sample &sample = samples[i * 5 + channel];
        all[channel] &= sample.bits | 0xff00ffu;
        some[channel] |= sample.bits;
        odd[channel] ^= sample.bits;
        if (sample.value > loudest[channel])
          loudest[channel] = sample.value;
      }
    }
  }
  void kernel1D_Flags(const int *samples, uint8_t *valid, uint8_t *seen, int n) {
    for (int channel = 0; channel < 9; channel++) {
      bool isValid = true, isSeen = false;
      for (int i = 0; i < n; i++) {
        isValid = isValid && samples[i * 9 + channel] != 12345;
        isSeen = isSeen || samples[i * 9 + channel] % 1000 == 7;
      }
      valid[channel] = isValid;
      seen[channel] = isSeen;
    }
  }
  // A single column, by its stride.
  void kernel1D_Total(const float *samples, float *total, int w, int n) {
    for (int x = 0; x < w; x++)
      for (int i = 0; i < n; i++)
        total[x] += samples[i * w + x];
  }

  float m_low[3] = {0, 0, 0}, m_high[3] = {0, 0, 0};
};
