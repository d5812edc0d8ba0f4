// Origin: written as a user would, before its first translation.
// Numbers of all kinds in order, and backwards: many are equal, some are sorted already, zeros have both signs.
// RUN: %check %s --class PlainKeys --variants=sort-radix --variant="small=--sort=radix --target=vulkan10" --control=Codes --control=Temperatures --size n=0,1,2,1023,1024,1025,2049,9001 -- -std=c++17
// RUN: %check %s --class PlainKeys --variants=sort-radix --control=Pixels --control=Heights --control=Stamps --control=Masses --size n=0,1,257,5000 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <functional>

class PlainKeys {
public:
  virtual ~PlainKeys() = default;

  // Few different codes, sorted up, then down: the second sort is given what is in order already.
  virtual void Codes(uint32_t *codes, int *shifted, uint32_t n, uint32_t kinds) {
    kernel1D_Limit(codes, shifted, n, kinds);
    std::sort(codes, codes + n);
    std::sort(shifted, shifted + n);
    std::sort(shifted, shifted + n, std::greater<int>());
  }
  virtual void Temperatures(float *kelvin, float *celsius, uint32_t n) {
    kernel1D_Celsius(kelvin, celsius, n);
    std::sort(celsius, celsius + n);
    std::sort(kelvin, kelvin + n, [](float a, float b) { return a > b; });
  }
  virtual void Pixels(uint8_t *levels, int16_t *samples, uint32_t n) {
    kernel1D_Invert(levels, samples, n);
    std::sort(levels, levels + n);
    std::stable_sort(samples, samples + n, std::greater<>());
  }
  virtual void Heights(int64_t *heights, uint32_t n) {
    kernel1D_Deepen(heights, n);
    std::sort(heights, heights + n);
  }
  virtual void Stamps(uint64_t *stamps, uint32_t n) {
    kernel1D_Stamp(stamps, n);
    std::sort(stamps, stamps + n, [](uint64_t a, uint64_t b) { return b < a; });
  }
  virtual void Masses(double *masses, uint32_t n) {
    kernel1D_Halve(masses, n);
    std::sort(masses, masses + n);
  }

protected:
  void kernel1D_Limit(uint32_t *codes, int *shifted, uint32_t n, uint32_t kinds) {
    for (uint32_t i = 0; i < n; i++) {
      codes[i] = codes[i] % (kinds * 3 + 1) * 0x01010101u;
      shifted[i] = int(codes[i]) - int(n / 2);
    }
  }
  void kernel1D_Celsius(float *kelvin, float *celsius, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      celsius[i] = i % 7 == 0 ? -0.0f : i % 5 == 0 ? 0.0f : kelvin[i] - 0.5f;
  }
  void kernel1D_Invert(uint8_t *levels, int16_t *samples, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
      levels[i] = uint8_t(255 - levels[i]);
      samples[i] = int16_t(samples[i] * 3);
    }
  }
  void kernel1D_Deepen(int64_t *heights, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      heights[i] = (heights[i] - int64_t(i)) * 4000000007ll;
  }
  void kernel1D_Stamp(uint64_t *stamps, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      stamps[i] = (stamps[i] << 40) ^ (i * 977u);
  }
  void kernel1D_Halve(double *masses, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      masses[i] = masses[i] * 0.5 - 0.25;
  }
};
