// Origin: written as a user would, before its first translation; FirstLoud changed as vkm2110 says.
// Elements that a search of the control function found are read again, from arrays of the caller's.
// RUN: %check %s --class Stretch,FirstLoud --size n=1,300 --arg in=-9..9
// RUN: %check %s --class Champion,Balance --size n=1,2,300
#include <algorithm>
#include <cmath>

// All values from the least to the greatest become 0 to 1.
class Stretch {
public:
  virtual ~Stretch() = default;
  virtual void Run(const float *in, float *out, int n) {
    kernel1D_Smooth(in, out, n);
    const float low = *std::min_element(out, out + n);
    const float high = *std::max_element(out, out + n);
    if (low < high)
      kernel1D_Scale(out, n, low, high);
  }

protected:
  void kernel1D_Smooth(const float *in, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = 0.5f * (in[i] + in[i > 0 ? i - 1 : 0]);
  }
  void kernel1D_Scale(float *out, int n, float low, float high) {
    for (int i = 0; i < n; i++)
      out[i] = (out[i] - low) / (high - low);
  }
};

// The first loud sample, if there is one.
class FirstLoud {
public:
  virtual ~FirstLoud() = default;
  virtual void Run(const int *in, [[vkmorph::size("n")]] int *level, int n) {
    kernel1D_Square(in, level, n);
    m_value = 0;
    const int *first = std::find_if(level, level + n, [](int x) { return x > 60; });
    if (first != level + n)
      m_value = *first;
    kernel1D_Mark(level, n, m_value);
  }
  int m_value = 0;

protected:
  void kernel1D_Square(const int *in, int *level, int n) {
    for (int i = 0; i < n; i++)
      level[i] = (in[i] & 15) * (in[i] & 15);
  }
  void kernel1D_Mark(int *level, int n, int value) {
    for (int i = 0; i < n; i++)
      level[i] = level[i] == value;
  }
};

// Points relative to those of the best player, whom a kernel finds.
class Champion {
public:
  virtual ~Champion() = default;
  virtual void Run(const int *points, int *behind, int n) {
    kernel1D_Best(points, n);
    kernel1D_Behind(points, behind, n);
  }
  int m_best = 0;

protected:
  void kernel1D_Best(const int *points, int n) {
    m_best = 0;
    for (int i = 1; i < n; i++)
      if (points[i] > points[m_best])
        m_best = i;
  }
  void kernel1D_Behind(const int *points, int *behind, int n) {
    for (int i = 0; i < n; i++)
      behind[i] = points[m_best] - points[i];
  }
};

// Moves something from the richest to the poorest, three times.
class Balance {
public:
  virtual ~Balance() = default;
  virtual int Run(const int *start, int *money, int n) {
    kernel1D_Begin(start, money, n);
    int moved = 0;
    for (int round = 0; round < 3; round++) {
      const int rich = std::max_element(money, money + n) - money;
      const int poor = std::min_element(money, money + n) - money;
      const int most = *std::max_element(money, money + n);
      kernel1D_Move(money, n, rich, poor, most / 2);
      moved += most / 2;
    }
    return moved;
  }

protected:
  void kernel1D_Begin(const int *start, int *money, int n) {
    for (int i = 0; i < n; i++)
      money[i] = start[i] & 1023;
  }
  void kernel1D_Move(int *money, int n, int rich, int poor, int amount) {
    for (int i = 0; i < n; i++)
      money[i] += (i == poor ? amount : 0) - (i == rich ? amount : 0);
  }
};
