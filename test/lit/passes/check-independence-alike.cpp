// Accesses that are alike are judged once; the message is about the first pair of them in the text.
// RUN: not vkmorph %s --emit=planned -- -std=c++17 2>&1 | FileCheck %s
class Alike {
public:
  virtual ~Alike() {}
  virtual void Run(int *a, int *b, int *c, int n) {
    kernel1D_Apart(a, n);
    kernel1D_Values(b, n);
    kernel1D_Loops(c, n);
  }

  // CHECK-NOT: kernel1D_Apart
  // Nothing to say: elements 4 i to 4 i + 3 are the iteration's own, whatever their order.
  void kernel1D_Apart(int *a, int n) {
    for (int i = 0; i < n; i++) {
      a[4 * i] += 1;
      a[4 * i + 3] += a[4 * i + 1];
      a[4 * i + 2] += a[4 * i + 1];
    }
  }

  // One value may be written by all iterations, also through a function; then comes another one.
  void set(int *to, int value) { to[7] = value; }
  void kernel1D_Values(int *b, int n) {
    for (int i = 0; i < n; i++) {
      b[7] = 1;
      set(b, 1);
      set(b, 1);
      // CHECK: alike.cpp:[[@LINE-3]]:7: error: {{.*}}kernel 'kernel1D_Values'{{.*}}writes 'b'
      // CHECK: alike.cpp:[[@LINE+1]]:7: note: written here, too
      b[7] = 2;
      b[7] = 3;
    }
  }

  void kernel1D_Loops(int *c, int n) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < 4; j++)
        c[4 * i + j] += 1;
      for (int k = 0; k < 4; k++)
        c[4 * i + k] += 1;
      // CHECK: alike.cpp:[[@LINE-3]]:9: warning: {{.*}}kernel 'kernel1D_Loops'{{.*}}writes 'c'
      // CHECK: alike.cpp:[[@LINE+2]]:9: note: written here, too
      for (int k = 0; k < 5; k++)
        c[4 * i + k] += 1;
    }
  }
};
