// Host code names constants and enumerators as the class's sources do, also where a function runs in pieces; those that it
// cannot name are numbers.
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/named-constants_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/named-constants_generated.cpp
enum class Mode : unsigned char { Off = 1, On = 2 };
enum { kMost = 5 };
constexpr float kGain = 0.25f;
class C {
public:
  static constexpr int kSteps = 7;
  virtual ~C() {}

  // CHECK-LABEL: int C_Generated::Run(
  // CHECK: if (mode == Mode::Off) {
  // CHECK: for (int i = 0; i < C::kSteps; i++) {
  // CHECK: AddCmd(cmd, n, kGain);
  // CHECK: if ({{.*}} > kMost) {
  // CHECK: switch (
  // CHECK: case static_cast<uint8_t>(Mode::On):
  // CHECK: + 9
  virtual int Run(float *a, int n, Mode mode) {
    if (mode == Mode::Off)
      return 0;
    for (int i = 0; i < kSteps; ++i) {
      kernel1D_Add(a, n, kGain);
      if (m_count > kMost)
        return i;
    }
    switch (mode) {
    case Mode::On:
      return m_count + kHidden;
    default:
      return -1;
    }
  }

protected:
  void kernel1D_Add(float *a, int n, float by) {
    m_count = 0;
    for (int i = 0; i < n; ++i) {
      a[i] += by;
      m_count += a[i] > 1.0f;
    }
  }
  int m_count = 0;

private:
  static constexpr int kHidden = 9;
};
