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

  // Cases of a number, conditions of which a part is known, and loops that never run; no jump at the end of a loop is left.
  // CHECK-LABEL: Fold_Generated::CasesCmd(
  // CHECK-NOT: switch
  // CHECK: AddCmd(cmd, n, 5);
  // CHECK: AddCmd(cmd, n, 6);
  // CHECK-NOT: while
  // CHECK: for (int s = 0; s < steps; s++) {
  // CHECK-NOT: continue;
  // CHECK: AddCmd(cmd, n, 8);
  // CHECK-NOT: continue;
  // CHECK: AddCmd(cmd, n, 9);
  // CHECK-NEXT: }
  virtual void Cases(int *a, int n, int steps) { Choose(a, n, steps, 2); }

  // CHECK-LABEL: Fold_Generated::ChooseCmd(
  // CHECK: switch (mode) {
  virtual void Choose(int *a, int n, int steps, int mode) {
    switch (mode) {
    case 1:
      kernel1D_Add(a, n, 4);
      break;
    case 2:
      kernel1D_Add(a, n, 5);
    case 3:
      kernel1D_Add(a, n, 6);
      break;
    default:
      kernel1D_Add(a, n, 7);
    }
    while (steps > 4 && mode == 1)
      kernel1D_Add(a, n, 4);
    for (int s = 0; s < steps; s++) {
      kernel1D_Add(a, n, 8);
      if (mode == 2)
        continue;
      kernel1D_Add(a, n, 7);
    }
    kernel1D_Add(a, n, 9);
  }

  // The smaller or the larger of two; not where something else is assigned, nor where one may change in between.
  // CHECK-LABEL: Fold_Generated::LimitedCmd(
  // CHECK-NOT: if (
  // CHECK: n = std::min<int>(n, 100);
  // CHECK-NEXT: m = std::max<int>(m, n - 1);
  // CHECK-NEXT: by = std::min<int>(by, m);
  // CHECK-NEXT: if (by > 9) {
  // CHECK-NEXT: by = 8;
  // CHECK: if (m < m_least) {
  // CHECK-NEXT: m = m_least;
  // CHECK: if (m > 7) {
  // CHECK-NEXT: m = 7;
  // CHECK-NEXT: } else {
  virtual void Limited(int *a, int n, int m, int by) {
    if (n > 100)
      n = 100;
    if (n - 1 >= m)
      m = n - 1;
    if (m < by)
      by = m;
    if (by > 9)
      by = 8;
    if (m < m_least)
      m = m_least;
    if (m > 7)
      m = 7;
    else
      m++;
    kernel1D_Add(a, n, m + by);
  }

protected:
  int m_least = 3;

  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
};
