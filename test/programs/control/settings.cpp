// Origin: written with the part of the compiler that it tests.
// Structs as parameters of control functions, by value and by reference to const.
// RUN: %check %s --class Processor --size n=1,33 --arg settings.mode=0..2 --arg settings.rounds=0..3 --variants=default,vulkan10 -- -std=c++17
// RUN: %check %s --class Dials --size n=1,70 -- -std=c++17
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

// A dial keeps its state to itself.
class Dial {
  int angle = 2;
  float weights[2] = {1, 2};

protected:
  bool isFast = false;

public:
  int step = 1;
  Dial() {}
  explicit Dial(int by) : step(by) {}
  void Turn() {
    isFast = !isFast;
    angle += step;
    weights[angle & 1] += weights[0];
  }
  int Value() const { return angle + step + int(weights[1]) + (isFast ? 100 : 0); }
};

struct NamedDial : Dial {
  int id;
  NamedDial(int number) : Dial(number * 2), id(number) {}
  NamedDial() : id(0) {}
};

class Dials {
public:
  virtual ~Dials() = default;
  virtual int Run(Dial dial, const Dial &other, int *o, int n) {
    kernel1D_Add(dial, o, n);
    dial.Turn();
    dial.step = n;
    kernel1D_Add(dial, o, n);
    if (other.Value() > 3)
      kernel1D_Add(other, o, n);
    Dial mine(n & 3);
    kernel1D_Add(mine, o, n);
    m_last = mine;
    m_last.Turn();
    NamedDial named(n);
    kernel1D_Name(named, o, n);
    named.id++;
    named.Turn();
    kernel1D_Name(named, o, n);
    return m_last.Value() + mine.Value();
  }

protected:
  Dial m_last;
  void kernel1D_Add(const Dial &dial, int *o, int n) {
    for (int i = 0; i < n; i++)
      o[i] += dial.Value();
  }
  void kernel1D_Name(NamedDial dial, int *o, int n) {
    for (int i = 0; i < n; i++)
      o[i] += dial.id * dial.Value();
  }
};
