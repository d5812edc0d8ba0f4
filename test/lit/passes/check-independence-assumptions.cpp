// What holds in the body of one loop proves nothing about other code.
//
// RUN: vkmorph %s --class=Strides --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s --implicit-check-not=vkm2104

class Strides {
public:
  virtual ~Strides() = default;

  // The inner loop is left out where s is 0: all iterations write element 0.
  // CHECK: iterations of kernel 'kernel1D_Guarded' are independent{{.*}}vkm2104
  virtual void kernel1D_Guarded(const int *b, int m, int s, int *a, int n) {
    for (int i = 0; i < n; ++i) {
      int sum = i;
      if (s > 0)
        for (int j = 0; j < m; j += s)
          sum += b[j];
      a[i * s] = sum;
    }
  }

  // It is left by another way: the step may be 0.
  // CHECK: iterations of kernel 'kernel1D_Left' are independent{{.*}}vkm2104
  virtual void kernel1D_Left(int *a, int n, int s) {
    for (int i = 0; i < n; ++i) {
      int tries = 0;
      for (int j = 0; j < 9; j += s)
        if (++tries > 3)
          break;
      a[i * s] = i;
    }
  }

  // The first grid has no iterations where n and s are 0.
  // CHECK: iterations of kernel 'kernel1D_Grids' are independent{{.*}}vkm2104
  virtual void kernel1D_Grids(int *a, int *b, int n, int s, int m) {
    for (int i = 0; i < n; i += s)
      a[i] = i;
    for (int j = 0; j < m; ++j)
      b[j * s] = j;
  }

  // Within the loop its step is positive.
  virtual void kernel1D_Within(int *a, int n, int s) {
    for (int i = 0; i < n; i += s)
      for (int j = 0; j < s; ++j)
        a[i + j] = i;
  }

  // An unsigned number that wraps in fewer bits is no negative one in more: the condition holds for i = 0, too.
  // CHECK: iterations of kernel 'kernel1D_Widened' are independent{{.*}}vkm2104
  virtual void kernel1D_Widened(int *a, unsigned n, unsigned s) {
    for (unsigned i = 0; i < n; ++i)
      if (i < 2 && (long long)(i - 1) >= 0)
        a[3 + i * s] = int(i);
  }

  // A step of 7 comes to all numbers of 8 bits; one of 4 ends before it wraps.
  // CHECK: iterations of kernel 'kernel1D_Sevens' are independent{{.*}}vkm2104
  virtual void kernel1D_Sevens(int *a, int n) {
    for (int i = 0; i < n; ++i)
      for (unsigned char j = 0; j < 254; j += 7)
        a[i * 253 + j] = i;
  }
  virtual void kernel1D_Fours(int *a, int n) {
    for (int i = 0; i < n; ++i)
      for (unsigned char j = 0; j != 16; ++j)
        for (unsigned char k = 0; k < 16; k += 4)
          a[i * 256 + j * 16 + k] = i;
  }

  // 250, ..., 255, 0, 1, 2
  // CHECK: iterations of kernel 'kernel1D_Wraps' are independent{{.*}}vkm2104
  virtual void kernel1D_Wraps(int *a, int n) {
    for (int i = 0; i < n; ++i)
      for (unsigned char j = 250; j != 3; ++j)
        a[i + j] = i;
  }
};
