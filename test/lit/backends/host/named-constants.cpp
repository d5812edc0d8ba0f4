// Host code names constants and enumerators as the class's sources do, also where a function runs in pieces; those that it
// cannot name are numbers.
// RUN: vkmorph %s --class C --fusion=never -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/named-constants_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/named-constants_generated.cpp
// RUN: vkmorph %s --class Conversions --fusion=never -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=TWICE --input-file=%t/named-constants_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/named-constants_generated.cpp
// RUN: vkmorph %s --class site::Hides --fusion=never -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HIDES --input-file=%t/named-constants_generated.cpp
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

// A conversion that C++ would not make by itself is spelled out. Of two in a row, the constant is the number that they make.
class Conversions {
public:
  static constexpr unsigned kAll = 0xffffffffu;
  static constexpr int kMinus = -5, kMost = 12;
  static constexpr unsigned char kByte = 200;
  enum class Wide : int { Small = 44, Big = 300 };
  virtual ~Conversions() {}

  // TWICE-LABEL: Conversions_Generated::RunCmd(
  // TWICE: AddCmd(cmd, n, k > -int(Conversions::kAll) ? 3 : 4);
  // TWICE: AddCmd(cmd, n, k + Conversions::kByte);
  // TWICE: AddCmd(cmd, n, uint32_t(k) < Conversions::kMost ? 5 : 6);
  // TWICE: AddCmd(cmd, n, int(uint32_t(Conversions::kMinus) >> k));
  // TWICE: AddCmd(cmd, n, int64_t(k) > 4294967291ll - int64_t(k) ? 7 : 8);
  // TWICE: if (int(wide) == 44) {
  virtual void Run(int *a, int n, int k, Wide wide) {
    kernel1D_Add(a, n, k > -int(kAll) ? 3 : 4);
    kernel1D_Add(a, n, k + kByte);
    kernel1D_Add(a, n, unsigned(k) < unsigned(kMost) ? 5 : 6);
    kernel1D_Add(a, n, int(unsigned(kMinus) >> k));
    kernel1D_Add(a, n, k > (long long)unsigned(kMinus) - k ? 7 : 8);
    if (wide == Wide((unsigned char)Wide::Big))
      kernel1D_Add(a, n, 9);
  }

protected:
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; ++i)
      a[i] += by;
  }
};

// What a parameter or the class hides is named from the global namespace on; what a function that is none of the class must
// not name is a number.
constexpr int kLevel = 1, kHeat = 5, cmd = 8;
namespace site {
struct Base {
  enum { kLevel = 3 };
  virtual ~Base() {}
};
class Hides : public Base {
public:
  // HIDES: return count * 4;
  // HIDES-LABEL: Hides_Generated::RunCmd(VkCommandBuffer cmd_,
  // HIDES: AddCmd(cmd_, n, ::kLevel + 10 * site::Base::kLevel + cmd);
  // HIDES: AddCmd(cmd_, n, TwiceOnHost(n) + site::Hides::kTwice);
  virtual void Run(int *a, int n) {
    kernel1D_Add(a, n, ::kLevel + 10 * kLevel + cmd);
    kernel1D_Add(a, n, Twice(n) + kTwice);
  }
  // HIDES-LABEL: Hides_Generated::WarmCmd(
  // HIDES: switch (n) {
  // HIDES-NEXT: case ::kHeat:
  // HIDES: AddCmd(cmd, n, ::kHeat + kHeat);
  virtual void Warm([[vkmorph::size("n")]] int *a, int n, int kHeat) {
    switch (n) {
    case ::kHeat:
      kernel1D_Add(a, n, ::kHeat + kHeat);
      break;
    default:
      kernel1D_Add(a, n, 2);
    }
  }

protected:
  static constexpr int kTwice = 4;
  static int Twice(int count) { return count * kTwice; }
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; ++i)
      a[i] += by;
  }
};
} // namespace site
