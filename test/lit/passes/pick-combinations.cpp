// Pointers that many loops exchange: what the exchanges kept on their way is forgotten, so that the arrays that launches may be given are
// no more than the orders of the pointers, and the search for them ends.
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | vkmorph-opt -vkm-inline-controls -vkm-resolve-picks | FileCheck %s --implicit-check-not='vkm.call'
#include <utility>

class Rings {
public:
  virtual ~Rings() {}
  virtual void Run(int *a, int *b, int *c, int n, int times) {
    int *from = a, *to = b, *spare = c;
    for (int i = 0; i < times; i++) {
      { int *const kept = from; from = to; to = kept; }
      switch (n) {
      case 0:
        { int *const kept = spare; spare = to; to = kept; }
        break;
      case 1:
        std::swap(from, spare);
        [[fallthrough]];
      default:
        { int *const kept = from; from = spare; spare = kept; }
      }
      if (i % 3 == 1)
        continue;
      for (int j = 0; j < n; j++) {
        { int *const kept = from; from = to; to = kept; }
        if (j == times)
          break;
        { int *const kept = spare; spare = to; to = kept; }
      }
      std::swap(from, to);
      { int *const kept = from; from = spare; spare = kept; }
    }
    // CHECK-LABEL: vkm.control @Run
    // CHECK-DAG: vkm.call @kernel1D_Copy(%a, %b, %n)
    // CHECK-DAG: vkm.call @kernel1D_Copy(%a, %c, %n)
    // CHECK-DAG: vkm.call @kernel1D_Copy(%b, %a, %n)
    // CHECK-DAG: vkm.call @kernel1D_Copy(%b, %c, %n)
    // CHECK-DAG: vkm.call @kernel1D_Copy(%c, %a, %n)
    // CHECK-DAG: vkm.call @kernel1D_Copy(%c, %b, %n)
    kernel1D_Copy(from, to, n);
  }

private:
  void kernel1D_Copy(const int *x, int *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[i];
  }
};
