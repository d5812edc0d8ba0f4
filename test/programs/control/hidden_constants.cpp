// Origin: written with the part of the compiler that it tests.
// Constants whose names mean something else in the generated class: a parameter, a member, a base that is inherited privately,
// what the generated class declares itself, and protected constants in functions that are none of it.
// RUN: %check %s --class harbour::Quay --size n=1,9 --arg k=0..9 --arg kLevel=0..9 -- -std=c++17
constexpr int kHidden = 9, kLevel = 1;
constexpr int cmd = 8, label = 7, call = 6, record = 5, callersSets = 4, xBuffer = 3, m_addLayout = 2, AddStages = 11;
struct Limits {
  static constexpr int kTop = 5;
  enum Level { Low = 1, High = 6 };

protected:
  static constexpr int kInside = 4;
};

namespace harbour {
constexpr int kLevel = 2;
struct Base {
  enum { kDeep = 5, kLevel = 3 };
  virtual ~Base() = default;
};
class Quay : public Base, private Limits {
public:
  virtual void Run(int *x, int n, int k) {
    if (k > kHidden - 4)
      kernel1D_Add(x, n, kHidden);
    kernel1D_Add(x, n, cmd + label * 2 + call * 3);
    kernel1D_Add(x, n, record + callersSets * 2 + xBuffer * 3);
    kernel1D_Add(x, n, m_addLayout + AddStages * 2);
    kernel1D_Add(x, n, ::kLevel + 10 * harbour::kLevel + 100 * kLevel + kDeep);
    kernel1D_Add(x, n, k > kTop ? kInside : int(High));
    for (int i = 0; i < Laps(k); i++)
      kernel1D_Add(x, n, Pick(i));
    m_hidden = k;
    if (m_hidden > 3)
      kernel1D_Add(x, n, cmd);
  }
  virtual void Inner(int *x, int n, int kLevel) {
    kernel1D_Add(x, n, ::kLevel + 10 * kLevel);
    switch (kLevel) {
    case ::kLevel:
      kernel1D_Add(x, n, 2);
      break;
    case harbour::kLevel:
      kernel1D_Add(x, n, 3);
      break;
    default:
      kernel1D_Add(x, n, harbour::kLevel);
    }
  }

protected:
  enum Kind { Off = 20, On = 30 };
  static constexpr int kLaps = 3;
  static int Pick(int k) {
    for (int i = 0; i < kLaps; i++)
      k += i * k;
    return k > 1 ? On : Off;
  }
  int Laps(int k) {
    int laps = m_most;
    while (laps > kLaps)
      laps -= kLaps + (k & 1);
    return laps;
  }
  void kernel1D_Add(int *x, int n, int add) {
    for (int i = 0; i < n; i++)
      x[i] += add + m_hidden;
  }

private:
  int m_hidden = 0;
  int m_most = 20;
};
} // namespace harbour
