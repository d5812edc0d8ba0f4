// Members that are set in a branch that returns before the first kernel: a kernel of their own there.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class C -o %t.out --force -- -std=c++17 2>&1 | FileCheck %s --allow-empty --check-prefix=WARN
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t.out/early-answers_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t.out/early-answers_generated.cpp
// WARN-NOT: warning
class C {
public:
  virtual ~C() {}
  // CHECK-LABEL: vkm.control @Average
  // CHECK: vkm.if
  // CHECK: vkm.launch @kernel1D_Average_members
  // CHECK-NEXT: vkm.return
  // CHECK: vkm.launch @kernel1D_Sum
  // HOST-LABEL: void C_Generated::Average(
  // HOST: call.In("x", x, std::max<int>(n, 0));
  virtual void Average(const float *x, int n) {
    if (n == 0) {
      m_sum = 0.0f;
      m_valid = false;
      return;
    }
    kernel1D_Sum(x, n);
  }
  // CHECK-LABEL: vkm.control @Find
  // CHECK: vkm.if
  // CHECK: vkm.launch @kernel1D_Find_members
  // CHECK: vkm.return
  // CHECK: vkm.launch @kernel1D_Sum
  virtual float Find(const float *x, int n, int limit) {
    if (n <= 0 || limit < 3) {
      m_sum = -1.0f;
      return m_sum;
    }
    kernel1D_Sum(x, n);
    return m_sum;
  }

protected:
  void kernel1D_Sum(const float *x, int n) {
    m_sum = 0.0f;
    for (int i = 0; i < n; i++)
      m_sum += x[i];
    m_valid = true;
  }
  float m_sum = 0.0f;
  bool m_valid = false;
};
