// A control function that gives another one a number knows what that one asks.
//
// RUN: vkmorph %s -o %t --fusion=never -- -std=c++17
// RUN: FileCheck %s --input-file=%t/fold-conditions_generated.cpp

class Fold {
public:
  virtual ~Fold() = default;

  // CHECK-LABEL: Fold_Generated::OuterCmd(
  // CHECK-NOT: if (
  // CHECK: AddCmd(cmd, n, 2);
  // CHECK-NOT: if (
  // CHECK: AddCmd(cmd, n, 1);
  // CHECK-NEXT: }
  virtual void Outer(int *a, int n) {
    Step(a, n, 7);
    Step(a, n, 0);
  }

  // CHECK-LABEL: Fold_Generated::StepCmd(
  // CHECK: if (mode == 0) {
  virtual void Step(int *a, int n, int mode) {
    if (mode == 0) {
      kernel1D_Add(a, n, 1);
      return;
    }
    kernel1D_Add(a, n, mode > 1 && mode != 3 ? 2 : 3);
  }

protected:
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
};
