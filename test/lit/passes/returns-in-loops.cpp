// Control functions that others call and that return from loops, switches, and some cases of branches: jumps, and a
// variable that says that the function has returned, where something asks.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph-translate --import-cpp --no-comments %t.cpp -- -std=c++17 | vkmorph-opt -vkm-inline-controls | FileCheck %s
class C {
public:
  virtual ~C() {}

  // Out of the inner loop, the switch around it, and the outer loop; what follows is left out.
  // CHECK: vkm.control @Deep
  // CHECK: %[[RESULT:.*]] = vkm.var "findResult" : <si32>
  // CHECK: %[[DONE:.*]] = vkm.var "findDone" : <i1> = %{{.*}} : i1
  // CHECK: vkm.for "i"
  // CHECK: vkm.switch
  // CHECK: vkm.for "j"
  // CHECK: vkm.call @kernel1D_K
  // CHECK: vkm.if
  // CHECK: vkm.assign %[[RESULT]]
  // CHECK: vkm.assign %[[DONE]]
  // CHECK-NEXT: vkm.break
  // CHECK: vkm.load %[[DONE]]
  // CHECK-NEXT: vkm.if
  // CHECK-NEXT: vkm.break
  // CHECK: vkm.break
  // CHECK: vkm.load %[[DONE]]
  // CHECK-NEXT: vkm.if
  // CHECK-NEXT: vkm.break
  // CHECK: vkm.load %[[DONE]]
  // CHECK-NEXT: vkm.unary not
  // CHECK-NEXT: vkm.if
  // CHECK: vkm.call @kernel1D_K
  // CHECK: vkm.assign %[[RESULT]]
  // CHECK-NOT: vkm.assign %[[DONE]]
  // CHECK: vkm.load %[[RESULT]]
  // CHECK: vkm.call @kernel1D_K
  virtual void Deep(int *a, int n) {
    const int found = Find(a, n);
    kernel1D_K(a, found);
  }

  // Nothing asks: the loop is the last statement.
  // CHECK: vkm.control @Ends
  // CHECK-NOT: "untilDone"
  // CHECK: %[[UNTIL:.*]] = vkm.var "untilResult"
  // CHECK-NOT: "untilDone"
  // CHECK: vkm.assign %[[UNTIL]]
  // CHECK-NEXT: vkm.break
  virtual void Ends(int *a, int n) { kernel1D_K(a, Until(a, n)); }

  // A branch that returns in some cases.
  // CHECK: vkm.control @Some
  // CHECK: %[[SOME:.*]] = vkm.var "branchDone"
  // CHECK: vkm.if
  // CHECK: vkm.if
  // CHECK: vkm.assign %[[SOME]]
  // CHECK-NEXT: } else {
  // CHECK: vkm.call @kernel1D_K
  // CHECK: vkm.load %[[SOME]]
  // CHECK-NEXT: vkm.unary not
  // CHECK-NEXT: vkm.if
  // CHECK: vkm.call @kernel1D_K
  virtual void Some(int *a, int n) {
    Branch(a, n);
    kernel1D_K(a, n);
  }

  // What launches nothing and changes nothing is no part of the commands, whatever it is given.
  // CHECK: vkm.control @Idle
  // CHECK-NOT: vkm.call @Nothing
  // CHECK: vkm.call @kernel1D_K
  // CHECK-NOT: vkm.call @Nothing
  virtual void Idle(int *a, int n) {
    Nothing(a, n);
    kernel1D_K(a, n);
  }

protected:
  void Nothing(int *a, int n) {
    if (n > 2) {
      if (a[0] > 3)
        return;
    }
  }
  int Find(int *a, int n) {
    for (int i = 0; i < n; i++) {
      switch (i) {
      case 3:
        for (int j = 0; j < i; j++) {
          kernel1D_K(a, j);
          if (n == 7)
            return j;
        }
        break;
      default:
        kernel1D_K(a, i);
      }
    }
    kernel1D_K(a, n);
    return -1;
  }
  int Until(int *a, int n) {
    while (true) {
      kernel1D_K(a, n);
      if (n > 3)
        return n;
    }
  }
  void Branch(int *a, int n) {
    if (n > 3) {
      if (n > 5)
        return;
      kernel1D_K(a, n);
    }
    kernel1D_K(a, 1);
  }
  void kernel1D_K(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i]++;
  }
};
