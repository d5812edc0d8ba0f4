// Origin: written with the part of the compiler that it tests.
// Structs as parameters of control functions, by value and by reference to const.
// RUN: %check %s --class Processor --size n=1,33 --arg settings.mode=0..2 --arg settings.rounds=0..3 --variants=default,vulkan10 -- -std=c++17
#include <vector>
struct Range {
  float low = 0.0f, high = 1.0f;
};
enum class Mode { Clamp, Wrap, Off };
struct Settings {
  int rounds = 2;
  float gain = 1.5f;
  Range range;
  Mode mode = Mode::Clamp;
  int weights[3] = {1, 2, 1};
  bool invert = false;
};
class Processor {
public:
  virtual ~Processor() = default;
  virtual float Apply([[vkmorph::size("n")]] float *x, int n, const Settings &settings) {
    for (int i = 0; i < settings.rounds; ++i)
      Pass(x, n, settings);
    if (settings.invert)
      kernel1D_Invert(x, n, settings.range);
    kernel1D_Sum(x, n);
    return m_sum;
  }
  virtual void Once(float *x, int n, Settings settings) {
    settings.rounds = 1;
    settings.gain *= 0.5f;
    kernel1D_Scale(x, n, settings.gain, settings.weights[1]);
  }

protected:
  void Pass(float *x, int n, const Settings &s) {
    switch (s.mode) {
    case Mode::Clamp: kernel1D_Clamp(x, n, s.range.low, s.range.high); break;
    case Mode::Wrap: kernel1D_Scale(x, n, -s.gain, s.weights[0]); break;
    default: return;
    }
  }
  void kernel1D_Clamp(float *x, int n, float low, float high) {
    for (int i = 0; i < n; ++i)
      x[i] = x[i] < low ? low : x[i] > high ? high : x[i];
  }
  void kernel1D_Scale(float *x, int n, float gain, int weight) {
    for (int i = 0; i < n; ++i)
      x[i] *= gain * weight;
  }
  void kernel1D_Invert(float *x, int n, const Range &range) {
    for (int i = 0; i < n; ++i)
      x[i] = range.high - (x[i] - range.low);
  }
  void kernel1D_Sum(const float *x, int n) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += x[i];
  }
  float m_sum = 0;
};
