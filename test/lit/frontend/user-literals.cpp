// Literals of the user's: values, whatever their functions take.
// RUN: %import %s -- -std=c++17 | FileCheck %s
struct Fixed {
  int raw;
};
constexpr Fixed operator""_q(long double x) { return {static_cast<int>(x * 256)}; }
constexpr int operator""_sum(const char *text, unsigned long length) {
  int sum = 0;
  for (unsigned long i = 0; i < length; i++)
    sum += text[i] - '0';
  return sum;
}
constexpr int operator""_times2(unsigned long long x) { return static_cast<int>(2 * x); }

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  // CHECK: vkm.kernel
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: %[[RAW:.*]] = vkm.constant 384 : si32
      // CHECK: vkm.aggregate(%[[RAW]] : si32)
      const Fixed f = 1.5_q;
      // CHECK: vkm.constant 10 : si32
      // CHECK: vkm.constant 42 : si32
      // CHECK-NOT: vkm.call
      // CHECK: vkm.control
      a[i] = f.raw + "1234"_sum + 21_times2;
    }
  }
};
