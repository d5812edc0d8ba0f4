// Constants that are declared in a header and defined by another source that is given.
// RUN: %import %s --and-source=%S/Inputs/tables_values.cpp -- -I%S/Inputs | FileCheck %s
// RUN: not %import %s -- -I%S/Inputs 2>&1 | FileCheck %s --check-prefix=MISSING

#include "tables.h"

class C {
public:
  virtual ~C() {}
  virtual void run(float *a, int n) { kernel1D_k(a, n); }
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++)
      // MISSING: constants-elsewhere.cpp:[[@LINE+1]]:{{.*}}: error: the value of constant 'kPrimes' is not known at compile time [vkm1114]
      a[i] = tables::kPrimes[i & 3] + tables::kPair.second + Steps::kFirst;
  }
};

// CHECK: vkm.kernel @kernel1D_k
// CHECK-DAG: vkm.constant 7 : si32
// CHECK-DAG: vkm.constant 5.000000e-01 : f32
// CHECK-DAG: vkm.constant 1.100000e+01 : f32
