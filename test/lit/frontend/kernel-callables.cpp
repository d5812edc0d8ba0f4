// Lambdas, function objects and functions as parameters of kernels and control functions: a kernel for each, to which what they captured
// is given behind its parameters, unless a parameter has it already.
// RUN: %import %s --class=C 2>&1 | FileCheck %s
// RUN: %import %s --class=Outside 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not %import %s --class=Hidden 2>&1 | FileCheck %s --check-prefix=HIDDEN
// RUN: not %import %s --class=Chosen 2>&1 | FileCheck %s --check-prefix=CHOSEN
#include <functional>

struct Square {
  float operator()(float x) const { return x * x; }
};
struct Gain {
  float by;
  float operator()(float x) const { return x * by; }
};
static float half(float x) { return 0.5f * x; }

class C {
public:
  virtual ~C() {}
  // A lambda that is called where it stands has the kernel's name; one in a variable adds its own, as types and functions do.
  // CHECK-DAG: vkm.kernel @kernel1D_Apply(%a: {{.*}}, %n: {{.*}}, %by: f32 {vkm.name = "by"})
  // CHECK-DAG: vkm.kernel @kernel1D_Apply_raised(%a: {{.*}}, %n: {{.*}}, %t: f32 {vkm.name = "t"})
  // CHECK-DAG: vkm.kernel @kernel1D_Apply_Square(%a: !vkm.ptr<f32> {{.*}}, %n: si32 {vkm.cpp_type = "int", vkm.name = "n"}) attributes
  // CHECK-DAG: vkm.kernel @kernel1D_Apply_half(%a: !vkm.ptr<f32> {{.*}}, %n: si32 {vkm.cpp_type = "int", vkm.name = "n"}) attributes
  // An object with data is a parameter.
  // CHECK-DAG: vkm.kernel @kernel1D_Apply_Gain(%a: {{.*}}, %n: {{.*}}, %f: !vkm.record<@Gain> {
  // Captured arrays and numbers that the kernel has, too, are one parameter; what the lambda writes the kernel may write.
  // CHECK-DAG: vkm.kernel @kernel1D_Read(%a: !vkm.ptr<f32> {{.*}}, %n: si32 {{.*}}, %b: !vkm.ptr<f32> {vkm.name = "b"})
  // Members of the class every kernel reaches.
  // CHECK-DAG: vkm.kernel @kernel1D_Apply_2(%a: !vkm.ptr<f32> {{.*}}, %n: si32 {vkm.cpp_type = "int", vkm.name = "n"}) attributes
  // CHECK-DAG: vkm.control @Twice(%a: {{.*}}, %n: {{.*}}, %by: f32 {vkm.name = "by"}) attributes {{{.*}}is_inlined
  // CHECK: vkm.control @Run(
  virtual void Run(float *a, float *b, int n, float by) {
    // CHECK: vkm.call @kernel1D_Apply(%a, %n, %by)
    kernel1D_Apply(a, n, [by](float x) { return x + by; });
    float t = 2.0f;
    auto raised = [&](float x) { return x > t ? x : t; };
    t = 3.0f;
    // CHECK: %[[T:.*]] = vkm.load %{{.*}}
    // CHECK: vkm.call @kernel1D_Apply_raised(%a, %n, %[[T]])
    kernel1D_Apply(a, n, raised);
    // CHECK: vkm.call @kernel1D_Apply_Square(%a, %n)
    kernel1D_Apply(a, n, Square());
    // CHECK: vkm.call @kernel1D_Apply_half(%a, %n)
    kernel1D_Apply(a, n, half);
    // CHECK: vkm.call @kernel1D_Apply_Gain(%a, %n,
    kernel1D_Apply(a, n, Gain{by});
    // CHECK: vkm.call @kernel1D_Read(%a, %n, %b)
    kernel1D_Read(a, n, [=](int i) { b[i] = n - i; return a[i] + 1.0f; });
    // CHECK: vkm.call @kernel1D_Apply_2(%a, %n)
    kernel1D_Apply(a, n, [this](float x) { return x + m_shift; });
    // A control function is a part of this one, for what it is given.
    // CHECK: vkm.call @Twice(%a, %n, %by)
    Twice(a, n, [by](float x) { return x - by; });
  }
  float m_shift = 1.0f;

private:
  template <class F> void Twice(float *a, int n, const F &f) {
    kernel1D_Apply(a, n, f);
    kernel1D_Apply(a, n, f);
  }
  template <class F> void kernel1D_Apply(float *a, int n, F &&f) {
    for (int i = 0; i < n; ++i)
      a[i] = f(a[i]);
  }
  template <class F> void kernel1D_Read(const float *a, int n, F f) {
    for (int i = 0; i < n; ++i)
      f(i);
  }
};

// Callers give a control function an object without data: its type says what it calls.
// OUTSIDE: vkm.kernel @kernel1D_Map_Square(
// OUTSIDE: vkm.control @Squares(%a: {{.*}}, %n: {{.*}}) attributes {{{.*}}vkm.objects = [{name = "op", position = 2 : i32, type = "Square"}]
class Outside {
public:
  virtual ~Outside() {}
  virtual void Squares(float *a, int n, Square op) { kernel1D_Map(a, n, op); }
  template <class F> void kernel1D_Map(float *a, int n, F f) {
    for (int i = 0; i < n; ++i)
      a[i] = f(a[i]);
  }
};

class Hidden {
public:
  virtual ~Hidden() {}
  // HIDDEN: kernel-callables.cpp:[[@LINE+2]]:37: error: this lambda or function object is stored in 'std::function<float (float)>', which hides which one it is [vkm1304]
  // HIDDEN: note: call it where it stands, keep it in an 'auto' variable, or pass it to a function template
  virtual void Run(float *a, int n, const std::function<float(float)> &f) { kernel1D_Set(a, n); }
  void kernel1D_Set(float *a, int n) {
    for (int i = 0; i < n; ++i)
      a[i] = 1.0f;
  }
};

class Chosen {
public:
  virtual ~Chosen() {}
  // CHOSEN: kernel-callables.cpp:[[@LINE+2]]:16: error: nothing in the class says what parameter 'f' of control function 'Chosen::Run' calls, which has to be known while compiling [vkm1158]
  // CHOSEN: note: call it in a method of the class with a lambda, a function or a function object, or choose by a number and 'switch'
  virtual void Run(float *a, int n, float (*f)(float)) { kernel1D_Map(a, n, f); }
  void kernel1D_Map(float *a, int n, float (*g)(float)) {
    for (int i = 0; i < n; ++i)
      a[i] = g(a[i]);
  }
};
