// Lambdas of which it is not known while compiling which one runs, and other uses that have no counterpart.
// RUN: not %import %s 2>&1 | FileCheck %s
#include <functional>

struct Holder {
  int (*function)(int);
};
template <typename F> struct Kept {
  F f;
};
auto either(int n) {
  auto f = [n](int v) { return v + n; };
  if (n > 3)
    return f;
  return f;
}
static int twice(int v) { return 2 * v; }
static int thrice(int v) { return 3 * v; }

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  int m_gain = 3;

private:
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      auto f = [n](int v) { return v + n; };
      // CHECK: errors-lambdas.cpp:[[@LINE+2]]:7: error: this lambda or function object is stored in 'std::function<int (int)>', which hides which one it is [vkm1304]
      // CHECK: note: call it where it stands, keep it in an 'auto' variable, or pass it to a function template
      std::function<int(int)> hidden = f;
      // CHECK: errors-lambdas.cpp:9:5: error: this lambda or function object is stored in an object, an array or a result [vkm1304]
      Kept<decltype(f)> kept{f};
      // CHECK: errors-lambdas.cpp:[[@LINE+1]]:18: error: this lambda or function object is the result of a function that does not return it once, at its end [vkm1304]
      auto one = either(n);
      auto g = f;
      // CHECK: errors-lambdas.cpp:[[@LINE+1]]:21: error: this lambda or function object is chosen by '?:' while the program runs [vkm1304]
      auto &&last = n > 3 ? f : g;
      // CHECK: errors-lambdas.cpp:[[@LINE+2]]:20: error: this lambda captures a copy of the object, '*this' [vkm1350]
      // CHECK: note: capture 'this', or the members that it uses by an initialiser: [member = m_member]
      auto copy = [*this] { return m_gain; };
      // CHECK: errors-lambdas.cpp:[[@LINE+1]]:30: error: this calls or takes the address of a function through a pointer [vkm1305]
      int (*function)(int) = n > 3 ? twice : thrice;
      // CHECK: errors-lambdas.cpp:[[@LINE+2]]:7: error: pointer 'changed' may point to several arrays or objects, or to none [vkm1123]
      int (*changed)(int) = twice;
      changed = thrice;
      // CHECK: errors-lambdas.cpp:[[@LINE+1]]:79: error: function 'factorial' calls itself [vkm1401]
      auto factorial = [](auto &&self, int v) -> int { return v < 2 ? 1 : v * self(self, v - 1); };
      a[i] = factorial(factorial, 5);
    }
  }
};
