// How the generated class is to declare control functions again: types, default arguments, overloads.
// RUN: %import %s 2>%t.err -- -std=c++17 | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING --input-file=%t.err

constexpr int kFree = 3;
#define OWN_MACRO (4 + 4)

struct Base {
  static constexpr int kBase = 7;
  virtual ~Base() {}
  virtual void Inherited(int *a, int n = kBase) { kernel1D_k(a, n); }
  virtual void Twin(int x) { m_base += x; }
  virtual void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
  int m_base = 0;
};

// CHECK: vkm.record @"C::Guarded" {{.*}} {cpp_access = #vkm<cpp_access protected>}
// CHECK: vkm.record @"C::Outer::Cell" {{.*}} {cpp_access = #vkm<cpp_access private>}
// CHECK: vkm.class @C {{.*}}exposed_types = {Inner_Mode = "C::Inner::Mode", Mode = "C::Mode", Outer_Cell = "C::Outer::Cell"}
// CHECK-SAME: member_names = [{{.*}}"Guarded", {{.*}}"Inherited", {{.*}}"kHidden"
// CHECK-SAME: overloads = [{name = "Open", using}, {name = "Guard", protected, using},
// CHECK-SAME: {arguments = "cell, static_cast<int &&>(n), arg2", parameters = "const Outer_Cell & cell, int && n, int arg2 = 2", qualifiers = " const noexcept override", result = "Mode"}
// CHECK-SAME: {arguments = "n", parameters = "int n", qualifiers = "", result = "int", static}], name = "Closed"}]} {
class C : public Base {
protected:
  struct Guarded {
    int a;
  };
  using Count = int;

private:
  enum class Mode { A, B };
  struct Inner {
    enum Mode { X = -2, Y };
  };
  struct Outer {
    struct Cell {
      int a;
    };
  };
  using Alias = Outer::Cell;
  using Real = float;
  static constexpr int kHidden = 2;
  static int hidden() { return 5; }

public:
  // CHECK: vkm.control @Inherited({{.*}}vkm.cpp_default = "7"

  // Private names are replaced, others are kept.
  // CHECK: vkm.control @Types(%{{.*}} {vkm.cpp_type = "const C::Guarded *", vkm.name = "g"}
  // CHECK-SAME: {vkm.cpp_type = "Outer_Cell *", vkm.name = "c"}
  // CHECK-SAME: {vkm.cpp_type = "C::Count", vkm.name = "n"}
  // CHECK-SAME: {vkm.cpp_type = "const Mode &", vkm.name = "m"}
  // CHECK-SAME: {vkm.cpp_type = "Inner_Mode", vkm.name = "i"}
  // CHECK-SAME: {vkm.cpp_type = "float", vkm.name = "x"}
  // CHECK-SAME: cpp_result = "Mode"
  virtual Mode Types(const Guarded *g, Alias *c, Count n, const Mode &m, Inner::Mode i, Real x) {
    kernel1D_types(g, c, n + (m == Mode::A ? 1 : 0) + i + static_cast<int>(x));
    return m;
  }

  // The text where it means the same in the generated class, else the value.
  // CHECK: vkm.control @Defaults(
  // CHECK-SAME: vkm.cpp_default = "kFree + 1"
  // CHECK-SAME: vkm.cpp_default = "2"
  // CHECK-SAME: vkm.cpp_default = "8"
  // CHECK-SAME: vkm.cpp_default = "4294967295u"
  // CHECK-SAME: vkm.cpp_default = "true"
  // CHECK-SAME: vkm.cpp_default = "Mode::B"
  // CHECK-SAME: vkm.cpp_default = "Inner_Mode::X"
  // CHECK-SAME: vkm.cpp_default = "static_cast<Mode>(5)"
  // CHECK-SAME: vkm.cpp_default = "0.25f"
  // CHECK-SAME: vkm.cpp_default = "2.0"
  // CHECK-SAME: vkm.cpp_default = "(-9223372036854775807 - 1)"
  virtual void Defaults(int *a, int n = kFree + 1, int k = kHidden, int l = OWN_MACRO, unsigned big = -1 + 0 * kHidden,
                        bool b = kHidden > 0, Mode m = Mode::B, Inner::Mode i = Inner::X,
                        Mode odd = static_cast<Mode>(5), float f = 0.5f / kHidden, double d = kHidden,
                        long low = -9223372036854775807 - 1 + 0 * kHidden) {
    kernel1D_k(a, n + k + l + b + i + (m == odd) + static_cast<int>(f + d) + static_cast<int>(big + low));
  }
  // What has neither is left out, and so are those before it.
  // CHECK: vkm.control @Unknown(
  // CHECK-NOT: cpp_default
  // CHECK-SAME: vkm.name = "k"
  // CHECK-SAME: vkm.cpp_default = "1"
  // WARNING: class-interface.cpp:[[@LINE+2]]:47: warning: the default argument of parameter 'k' of 'C::Unknown' is not a constant and names what a derived class cannot access, so that calls of the generated class have to specify it [vkm1905, default-argument]
  // WARNING: note: make what it names protected or public
  virtual void Unknown(int *a, int n = kFree, int k = hidden(), int l = 1) { kernel1D_k(a, n + k + l); }

  virtual void Open(int *a, int n) { kernel1D_k(a, n); }
  int Open(int n) const { return n; }

  virtual void Guard(int *a, int n) { kernel1D_k(a, n); }

  virtual void Closed(int *a, int n) { kernel1D_k(a, n); }
  virtual Mode Closed(const Alias &cell, int &&n, int = kHidden) const noexcept { return cell.a > n ? Mode::A : Mode::B; }
  static int Closed(int n) { return n; }
  // WARNING: class-interface.cpp:[[@LINE+2]]:{{[0-9]+}}: warning: the generated class hides 'Closed', since another function of this name runs on the device and a third is private [vkm1906, hidden-overload]
  // WARNING: note: give the private one another name
  template <class T> T Closed(T x, T y, T z, T w) { return x + y + z + w; }

  // What the class hides itself is not brought back.
  virtual void Twin(int *a) { kernel1D_k(a, 1); }

protected:
  int Guard(int n) const { return n; }

private:
  int Closed(int n, int k, int l) const { return n + k + l; }
  void kernel1D_types(const Guarded *g, Outer::Cell *c, int n) {
    for (int i = 0; i < n; i++)
      c[i].a = g[i].a;
  }
};
// WARNING-NOT: warning
