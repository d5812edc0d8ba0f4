// Sources that include <omp.h> are read also where clang has no runtime for it; its pragmas say nothing to vkmorph, and its
// functions have no counterpart in kernels.
// RUN: %import %s -- -DGOOD | FileCheck %s
// RUN: not %import %s 2>&1 | FileCheck %s --check-prefix=CALLED
#include <omp.h>
class C {
public:
  virtual ~C() {}
  virtual void Run(float *a, int n) { kernel1D_Scale(a, n); }

protected:
  // CHECK: vkm.kernel @kernel1D_Scale
  // CHECK: vkm.for
  void kernel1D_Scale(float *a, int n) {
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      a[i] *= 2;
#ifndef GOOD
    // CALLED: omp-header.cpp:[[@LINE+1]]:12: error: 'omp_get_thread_num' has no counterpart on the device [vkm1403]
    a[0] = omp_get_thread_num();
#endif
  }
};
