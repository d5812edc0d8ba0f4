// The generated class declares control functions again whatever types, default arguments and overloads they have, and
// compiles without a warning.
// RUN: vkmorph %s -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: FileCheck %s --input-file=%t/interface_generated.h
// RUN: FileCheck %s --check-prefix=SOURCE --input-file=%t/interface_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Woverloaded-virtual -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/interface_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%t -I%src_root/runtime/include %S/Inputs/use_interface.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/interface_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%t -I%src_root/runtime/include %S/Inputs/use_interface.cpp

namespace one {
inline namespace v1 {
constexpr int kSteps = 3;
}
#define DEFAULT_SHIFT 2

struct Base {
  static constexpr int kOfBase = 6;
  virtual ~Base() {}
  virtual void Inherited(float *x, int n, int k = kOfBase) { kernel1D_Fill(x, n, k); }
  virtual void kernel1D_Fill(float *x, int n, int k) {
    for (int i = 0; i < n; i++)
      x[i] = x[i] + k;
  }
};

class Class : public Base {
public:
  struct Open {
    float a;
    int b;
  };

protected:
  struct Guarded {
    float a;
    int b;
  };
  enum class Level { Low, High };

private:
  struct Hidden {
    float a;
    int b;
  };
  struct Outer {
    enum class Mode { Fast, Exact };
  };
  template <class T> struct Box {
    T value;
  };
  enum Colour { Red, Green };
  using Mode = Outer::Mode;
  using Count = unsigned;
  using Values = const float *;
  static constexpr int kHidden = -5;
  static constexpr float kHalf = 0.5f;
  static int hidden() { return 1; }

public:

  virtual void TakeOpen(const Open *in, int n) { kernel1D_Open(in, n); }
  virtual void TakeGuarded(const Guarded *in, int n, Level level) { kernel1D_Guarded(in, n, level); }
  virtual void TakeHidden(const Hidden *in, Count n, Mode m, Colour c = Green) { kernel1D_Hidden(in, n, m, c); }
  virtual Mode GiveHidden(Values in, Count n) {
    kernel1D_Sum(in, n, 1, 0);
    return m_sum > 3 ? Mode::Fast : Mode::Exact;
  }
  virtual float Local(Values in, Count n) {
    const Hidden hidden{2, 3};
    kernel1D_Sum(in, n, hidden.b, 0);
    return m_sum + twice(hidden);
  }

  virtual float Defaults(Values in, int n = kSteps + 1, int hidden = kHidden, float half = kHalf,
                         int shift = DEFAULT_SHIFT, unsigned big = -1) {
    kernel1D_Sum(in, static_cast<Count>(n), hidden + shift, half * static_cast<float>(big));
    return m_sum;
  }
  virtual void TakeRows(const float (*rows)[4], Box<int> (*boxes)[2], int n) {
    kernel1D_Rows(rows, boxes, n);
    m_calls++;
  }
  virtual void TakeBox(Box<int> *boxes, int n) { kernel1D_Box(boxes, n); }
  // WARNING: interface.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: the default argument of parameter 'k' of 'Class::Unknown' is not a constant and names what a derived class cannot access, so that calls of the generated class have to specify it [vkm1905, default-argument]
  // WARNING: note: make what it names protected or public, or write a constant
  virtual void Unknown(Values in, int n, int j = kHidden, int k = hidden(), int l = 2) {
    kernel1D_Sum(in, static_cast<Count>(n), j + k + l, 0);
  }

  virtual void Partly(Values in, int n) { kernel1D_Over(in, n); }
  virtual void Partly(const double *in, int n) { kernel1D_Over(in, n); }
  int Partly(int x) { return x; }
  virtual void PartlyPrivate(Values in, int n) { kernel1D_Over(in, n); }
  int PartlyPrivate(int x = kHidden) const { return x; }
  Mode PartlyPrivate(const float &, Mode m) noexcept { return m; }
  // WARNING: interface.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: the generated class hides 'PartlyPrivate', since another function of this name runs on the device and a third is private [vkm1906, hidden-overload]
  // WARNING: note: give the private one another name, or call this one through the base class
  template <class T> T PartlyPrivate(T x, T y) { return x + y; }

private:
  int PartlyPrivate(int x, int y, int z) const { return x + y + z; }
  virtual void PrivateControl(const Hidden *in, Count n) { kernel1D_Hidden(in, n, Mode::Fast, Red); }

protected:
  static float twice(const Hidden &hidden) { return hidden.a * 2; }
  void kernel1D_Rows(const float (*rows)[4], Box<int> (*boxes)[2], int n) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 2; j++)
        boxes[i][j].value = static_cast<int>(rows[i][j]);
  }
  void kernel1D_Box(Box<int> *boxes, int n) {
    for (int i = 0; i < n; i++)
      boxes[i].value += n;
  }
  void kernel1D_Open(const Open *in, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += in[i].a;
  }
  void kernel1D_Guarded(const Guarded *in, int n, Level level) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += in[i].a * int(level);
  }
  void kernel1D_Hidden(const Hidden *in, Count n, Mode m, Colour c) {
    m_sum = 0;
    for (Count i = 0; i < n; i++)
      m_sum += in[i].a * int(m) + c;
  }
  void kernel1D_Sum(Values in, Count n, int k, float l) {
    m_sum = 0;
    for (Count i = 0; i < n; i++)
      m_sum += in[i] + k + l;
  }
  void kernel1D_Over(const float *in, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += in[i];
  }
  void kernel1D_Over(const double *in, int n) {
    m_double = 0;
    for (int i = 0; i < n; i++)
      m_double += in[i];
  }
  float m_sum = 0;
  double m_double = 0;

private:
  int m_calls = 0;
};
#undef DEFAULT_SHIFT
} // namespace one

// CHECK: struct one_Class_Generated_Colour {};
// CHECK: extern template struct vkmorph::ExposeType<vkmorph::one_Class_Generated_Colour, one::Class::Colour>;
// CHECK: class Class_Generated : public Class {
// CHECK-NEXT: using Box = vkmorph::Exposed<vkmorph::one_Class_Generated_Box>;
// CHECK-NEXT: using Colour = vkmorph::Exposed<vkmorph::one_Class_Generated_Colour>;
// CHECK-NEXT: using Hidden = vkmorph::Exposed<vkmorph::one_Class_Generated_Hidden>;
// CHECK-NEXT: using Outer_Mode = vkmorph::Exposed<vkmorph::one_Class_Generated_Outer_Mode>;
// CHECK: virtual void TakeHiddenCmd(VkCommandBuffer cmd, unsigned int n, Outer_Mode m, Colour c);

// CHECK: // Functions of the base with the name of one below.
// CHECK-NEXT: using Class::Partly;
// CHECK-NEXT: int PartlyPrivate(int x = -5) const { return Class::PartlyPrivate(x); }
// CHECK-NEXT: Outer_Mode PartlyPrivate(const float &arg0, Outer_Mode m) noexcept {
// CHECK-NEXT: return Class::PartlyPrivate(arg0, m);
// CHECK-NEXT: }
// CHECK-EMPTY:
// A default argument of another class is written as its value; a private alias is replaced by what it stands for.
// CHECK-NEXT: {{^}}  void Inherited(float *x, int n, int k = 6) override;
// CHECK-NEXT: {{^}}  void TakeOpen(const one::Class::Open *in, int n) override;
// CHECK-NEXT: {{^}}  void TakeGuarded(const one::Class::Guarded *in, int n, one::Class::Level level) override;
// CHECK-NEXT: {{^}}  void TakeHidden(const Hidden *in, unsigned int n, Outer_Mode m,
// CHECK-NEXT: Colour c = Colour::Green) override;
// CHECK-NEXT: {{^}}  Outer_Mode GiveHidden(const float *in, unsigned int n) override;
// CHECK-NEXT: {{^}}  float Local(const float *in, unsigned int n) override;
// CHECK-NEXT: {{^}}  float Defaults(const float *in, int n = kSteps + 1, int hidden = -5, float half = 0.5f,
// CHECK-NEXT: int shift = 2, unsigned int big = -1) override;
// CHECK-NEXT: {{^}}  void TakeRows(const float (*rows)[4], Box (*boxes)[2], int n) override;
// CHECK-NEXT: {{^}}  void TakeBox(Box *boxes, int n) override;
// CHECK-NEXT: {{^}}  void Unknown(const float *in, int n, int j, int k, int l = 2) override;
// CHECK-NEXT: {{^}}  void Partly(const float *in, int n) override;
// CHECK-NEXT: {{^}}  void Partly(const double *in, int n) override;
// CHECK-NEXT: {{^}}  void PartlyPrivate(const float *in, int n) override;
// CHECK: protected:
// CHECK: {{^}}  void PrivateControl(const Hidden *in, unsigned int n) override;

// Overloaded kernels differ in the names of their files and commands.
// CHECK: virtual void OverCmd(VkCommandBuffer cmd, int n);
// CHECK: virtual void Over_2Cmd(VkCommandBuffer cmd, int n);

// A private member that a control function assigns is assigned on the device.
// SOURCE: void Class_Generated::TakeRowsCmd(
// SOURCE: TakeRows_membersCmd(cmd);
