// A control function that calls the one that it overrides: both run, and the generated class has one function.
// RUN: vkmorph %s --class Derived --emit=recognised --fusion=never -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Derived -o %t -- -std=c++17 2>%t.err
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/overridden-control_generated.h
class Base {
public:
  virtual ~Base() {}
  virtual void Run(int *out, int n) { kernel1D_a(out, n, 2); }
  virtual void Other(int *out, int n) { kernel1D_a(out, n, 4); }

protected:
  void kernel1D_a(int *out, int n, int k) {
    for (int i = 0; i < n; i++)
      out[i] = out[i] * k + i;
  }
};

class Derived : public Base {
public:
  void Run(int *out, int n) override {
    Base::Run(out, n);
    kernel1D_a(out, n, 3);
  }
  // One that nobody calls is not translated.
  void Other(int *out, int n) override { kernel1D_a(out, n, 5); }
};

// CHECK: vkm.control @Run(
// CHECK: %[[TWO:.*]] = vkm.constant 2
// CHECK: vkm.launch @kernel1D_a(%{{.*}}, %{{.*}}, %[[TWO]])
// CHECK: %[[THREE:.*]] = vkm.constant 3
// CHECK: vkm.launch @kernel1D_a(%{{.*}}, %{{.*}}, %[[THREE]])
// HEADER-COUNT-1: void Run(
// CHECK: vkm.control @Other(
// CHECK: vkm.constant 5
// CHECK-NOT: vkm.control
