// Base classes: their fields, kernels and functions belong to the class; overridden ones are those of the derived one.
// RUN: %import %s | FileCheck %s

class Base {
public:
  virtual ~Base() {}
  // Calls reach the derived class's versions.
  virtual void Run(int *a, int n) {
    kernel1D_a(a, n);
    Finish(a, n);
  }
  virtual void Finish(int *a, int n) { kernel1D_a(a, n); }

protected:
  virtual void kernel1D_a(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = 1;
  }
  int add(int x) const { return x + m_base + m_both; }
  int m_base = 0;
  int m_both = 0;
};

// CHECK: vkm.class @Derived
// CHECK: vkm.field @m_base : si32 access protected {cpp_class = "Base"}
// CHECK: vkm.field @m_both : si32 access protected {cpp_class = "Base"}
// CHECK: vkm.field @m_both_2 : si32 access private {cpp_name = "m_both"}
// CHECK: vkm.func @add(
// CHECK: vkm.kernel @kernel1D_a(
// CHECK: vkm.call @add(
// CHECK: vkm.field_ref @m_both_2
// CHECK-NOT: vkm.kernel
// CHECK: vkm.control @Run(
// CHECK: vkm.call @kernel1D_a(
// CHECK: vkm.call @Finish(
// CHECK: vkm.control @Finish(
// CHECK-SAME: is_virtual
// CHECK: vkm.call @Run(
class Derived : public Base {
  int m_both = 2;

protected:
  void kernel1D_a(int *a, int n) override {
    for (int i = 0; i < n; i++)
      a[i] = add(i) + m_both;
  }

public:
  void Finish(int *a, int n) override { Run(a, n); }
};
