// How far kernels reach where the host's loops and branches say it: a function goes through them and notes it.
// RUN: vkmorph %s --emit=recognised --without-locations -- -std=c++17 2>&1 | FileCheck %s
class Measured {
public:
  virtual ~Measured() {}
  virtual void Doubled(float *a, int n) {
    int other = 3;
    for (int k = 1; k < n; k *= 2) {
      kernel1D_Half(a, k);
      other += k;
    }
    kernel1D_Set(other);
  }
  // What only the device knows decides: it has to be stated.
  virtual void Found(float *a, int n) {
    kernel1D_Count(n);
    int k = n;
    if (m_count > 2)
      k = n / 2;
    kernel1D_Half(a, k);
  }
  // 32 and 64 bits.
  virtual void Wide(float *a, int n, long long m) {
    if (n > 5)
      n = n * 2 + 1;
    while (m > 100)
      m /= 3;
    kernel1D_Half(a, n);
    kernel1D_Long(a, m);
  }

protected:
  void kernel1D_Half(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= 0.5f;
  }
  void kernel1D_Long(float *a, long long n) {
    for (long long i = 0; i < n; i++)
      a[i] += 1.0f;
  }
  void kernel1D_Count(int n) {
    for (int i = 0; i < n; i++)
      m_count += i & 1;
  }
  void kernel1D_Set(int other) {
    for (int i = 0; i < 1; i++)
      m_other = other;
  }

  int m_count = 0, m_other = 0;
};

// CHECK: the number of elements of 'a' is unknown, so that 'Found' cannot be called with host arrays
// CHECK: vkm.func @elementsOfAInDoubled(%n: si32 {{.*}}) -> si32
// CHECK-NEXT: constant 0
// CHECK-NEXT: %most = vkm.var "most" : <si32>
// CHECK-NOT: other
// CHECK: vkm.for "k"
// CHECK: vkm.math max(
// CHECK-NEXT: vkm.assign %most
// CHECK: vkm.return
// CHECK: vkm.control @Doubled(
// CHECK-NEXT: vkm.extent %a
// CHECK-NEXT: vkm.call @elementsOfAInDoubled(%n)
// CHECK: vkm.control @Found(
// CHECK-NOT: vkm.extent
// CHECK: vkm.func @elementsOfAInWide({{.*}}) -> si64
// CHECK: vkm.while
// CHECK: vkm.cast %{{.*}} : si32 to si64
// CHECK: vkm.control @Wide(
