// Statements, expressions and types that stand deeper in each other than the compiler follows.
// RUN: not vkmorph-translate --import-cpp %s 2>&1 | FileCheck %s
#define N8(x) ~~~~~~~~x
#define N64(x) N8(N8(N8(N8(N8(N8(N8(N8(x))))))))
#define D8(x) x[1][1][1][1][1][1][1][1]
#define D64(x) D8(D8(D8(D8(D8(D8(D8(D8(x))))))))
class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
    {
      // CHECK: errors-nesting.cpp:[[@LINE+2]]:{{[0-9]+}}: error: arrays and structs are nested more than 200 levels deep here [vkm1260]
      // CHECK: note: move inner ones into a function, name intermediate results, or use a loop, a table or a 'switch'
      int D64(D64(D64(D64(deep))));
      a[i] = 1;
    }
  }
  virtual void other(int *a, int n) { kernel1D_l(a, n); }
  void kernel1D_l(int *a, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: errors-nesting.cpp:[[@LINE+1]]:{{[0-9]+}}: error: statements and expressions are nested more than 256 levels deep here [vkm1260]
      a[i] = N64(N64(N64(N64(a[i]))));
  }
};
