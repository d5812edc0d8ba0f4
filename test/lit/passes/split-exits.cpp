// Loops that end early find out where and run up to there; loops that conditions choose ask them in their iterations; and those of which neither is so.
// RUN: vkmorph %s --class=Split --emit=normalised --remarks=reductions --without-locations -- -std=c++17 > %t.mlir 2> %t.txt
// RUN: FileCheck %s < %t.mlir
// RUN: vkmorph %s --class=Split --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=EXTENT
// RUN: not vkmorph %s --class=Kept --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=KEPT --implicit-check-not=error:

class Split {
public:
  virtual ~Split() = default;

  // The loop in front reads behind the end of the source's: the number of elements stays unknown.
  // EXTENT: warning: the number of elements of 'a' is unknown, so that 'Run' cannot be called with host arrays
  // CHECK-LABEL: vkm.kernel @kernel1D_Until
  // CHECK: %lastI = vkm.var "lastI" : <si32> = %{{.*}}
  // CHECK: vkm.for "i" = {{.*}} attributes {vkm.comment = "Which iteration is the last one.", vkm.looks_ahead}
  // CHECK-NOT: vkm.update add %{{.*}} f32
  // CHECK: vkm.math min
  // CHECK: vkm.assign %lastI
  // CHECK: vkm.for "i"
  // CHECK: vkm.cmp le
  // CHECK-NEXT: vkm.if
  // CHECK: vkm.continue
  // CHECK-NOT: vkm.break
  void kernel1D_Until(const int *a, float *b, int n) {
    for (int i = 0; i < n; i++) {
      b[i] += 1.0f;
      if (a[i] < 0)
        break;
      b[i] *= 2.0f;
    }
  }

  // CHECK-LABEL: vkm.kernel @kernel1D_Chosen
  // CHECK: vkm.for "i"
  // CHECK: body
  // CHECK-NEXT: vkm.if
  // CHECK: vkm.for "i"
  // CHECK: body
  // CHECK-NEXT: vkm.unary not
  // CHECK-NEXT: vkm.if
  void kernel1D_Chosen(float *b, int n) {
    if (m_mode > 0) {
      for (int i = 0; i < n; i++)
        b[i] = 1.0f;
    } else {
      for (int i = 1; i < n; i++)
        b[i] = 2.0f;
    }
  }

  virtual void Run(const int *a, [[vkmorph::size("n")]] float *b, int n) {
    kernel1D_Until(a, b, n);
    kernel1D_Chosen(b, n);
  }

private:
  int m_mode = 0;
};

class Kept {
public:
  virtual ~Kept() = default;
  virtual void Run(int *a, [[vkmorph::size("n")]] const int *b, int n) {
    kernel1D_Changes(a, n);
    kernel1D_Sum(a, n);
    kernel1D_Finds(b, n);
    kernel1D_GoesOn(b, n);
    kernel1D_Inner(b, n);
    kernel2D_Rows(b, n);
    kernel1D_Condition(a, n);
  }

private:
  void kernel1D_Changes(int *a, int n) {
    // KEPT-DAG: :[[@LINE+1]]:5: note: no other loop looks for where this one ends: its iterations change 'a', which decides where it ends
    for (int i = 0; i < n; i++) {
      if (a[i] == 0)
        // KEPT-DAG: :[[@LINE+2]]:9: error: 'break' leaves the loops of kernel 'kernel1D_Changes'
        // KEPT-DAG: :[[@LINE+1]]:9: note: use a condition in the body, or 'continue' to skip one iteration; let one loop find the first iteration that ends it, and another one run up to there
        break;
      a[i] = 1;
    }
  }
  void kernel1D_Sum(const int *a, int n) {
    // KEPT-DAG: :[[@LINE+1]]:5: note: no other loop looks for where this one ends: its iterations change 'm_sum', which decides where it ends
    for (int i = 0; i < n; i++) {
      m_sum += a[i];
      if (m_sum > 100)
        // KEPT-DAG: :[[@LINE+1]]:9: error: 'break' leaves the loops of kernel 'kernel1D_Sum'
        break;
    }
  }
  void kernel1D_Finds(const int *b, int n) {
    // KEPT-DAG: :[[@LINE+1]]:5: note: {{.*}}elements decide where it ends that other elements say, which nobody may have set behind that
    for (int i = 0; i < n; i++)
      if (b[b[i]] > 3) {
        m_sum = i;
        // KEPT-DAG: :[[@LINE+1]]:9: error: 'break' leaves the loops of kernel 'kernel1D_Finds'
        break;
      }
  }
  void kernel1D_GoesOn(const int *b, int n) {
    // KEPT-DAG: :[[@LINE+1]]:5: note: {{.*}}the kernel goes on behind the loop, and a 'return' leaves that out: use 'break'
    for (int i = 0; i < n; i++)
      if (b[i] > 3)
        // KEPT-DAG: :[[@LINE+1]]:9: error: 'return' leaves the loops of kernel 'kernel1D_GoesOn'
        return;
    m_sum = 1;
  }
  void kernel1D_Inner(const int *b, int n) {
    // KEPT-DAG: :[[@LINE+1]]:5: note: {{.*}}a loop in its iterations leaves it: let that set a variable, and leave it by a 'break' of its own
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        if (b[i] > k)
          // KEPT-DAG: :[[@LINE+1]]:11: error: 'return' leaves the loops of kernel 'kernel1D_Inner'
          return;
  }
  void kernel2D_Rows(const int *b, int n) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < n; x++)
        if (b[x] > y)
          // KEPT-DAG: :[[@LINE+1]]:11: error: 'break' leaves the loops of kernel 'kernel2D_Rows'
          break;
  }
  // The loop changes what the condition is made of.
  // KEPT-DAG: :[[@LINE+1]]:3: error: kernel 'kernel1D_Condition' has no outermost counted loop
  void kernel1D_Condition(int *a, int n) {
    if (m_sum > 0)
      for (int i = 0; i < n; i++)
        m_sum += a[i];
  }
  int m_sum = 0;
};
