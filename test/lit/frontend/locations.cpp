// Every operation knows the range of source that it comes from; in a macro that of its use.
// RUN: %import %s -mlir-print-debuginfo | FileCheck %s

#define TWICE(x) (2 * (x))

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = TWICE(a[i] + 1);
  }
};

// CHECK: vkm.for {{.*}}
// CHECK: vkm.binary add %{{.*}} loc([[ADD:#loc[0-9]*]])
// CHECK: vkm.assign %{{.*}} loc([[ASSIGN:#loc[0-9]*]])
// CHECK-DAG: [[B:#loc[0-9]*]] = loc("{{.*}}locations.cpp":12:20)
// CHECK-DAG: [[E:#loc[0-9]*]] = loc("{{.*}}locations.cpp":12:27)
// CHECK-DAG: [[ADD]] = loc(fused<"range">{{\[}}[[B]], [[E]]])
// CHECK-DAG: [[AB:#loc[0-9]*]] = loc("{{.*}}locations.cpp":12:7)
