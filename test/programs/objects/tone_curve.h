// Tone curves for three channels, and a histogram.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

// A curve as a table, and between its entries a line.
class Curve {
public:
  void setEntries(int count) { entries = std::vector<float>(count); }
  void set(int index, float value) { entries[index] = value; }
  float at(float x) const {
    const float place = std::min(std::max(x, 0.0f), 1.0f) * float(entries.size() - 1);
    const int index = std::min(int(place), int(entries.size()) - 2);
    const float rest = place - float(index);
    return entries[index] + (entries[index + 1] - entries[index]) * rest;
  }

private:
  std::vector<float> entries;
};

// How often each of a few tones occurs.
struct Histogram {
  static constexpr int kBins = 16;
  int counts[kBins] = {};
  int total = 0;
  std::vector<float> shares;
  static int bin(float x) { return std::min(std::max(int(x * kBins), 0), kBins - 1); }
};

// Tones of an image through a curve for each channel; a histogram of what came out.
class ToneCurve {
public:
  explicit ToneCurve(int entries = 33);
  virtual ~ToneCurve() = default;

  virtual void Apply(float *pixels, int count);
  virtual int Count(const float *pixels, int count);
  void SetGain(float gain) { grading.gain = gain; }

protected:
  void kernel1D_Apply(float *pixels, int count);
  void kernel1D_Count(const float *pixels, int count);
  void kernel1D_Shares();

private:
  // Curves within an object that has other settings as well.
  struct Grading {
    Curve red, green, blue;
    float gain = 1.0f;
  };

  Grading grading;
  Histogram histogram;
};
