// A class in several sources: each is parsed alone, declarations are merged by identity.
// RUN: %import %s --and-source=%S/Inputs/counter_kernels.cpp --list-dependencies -- -I%S/Inputs 2>%t.deps | FileCheck %s
// RUN: %import %S/Inputs/counter_kernels.cpp --and-source=%s -- -I%S/Inputs | FileCheck %s
// RUN: FileCheck %s --check-prefix=DEPS < %t.deps
// RUN: not %import %s -- -I%S/Inputs 2>&1 | FileCheck %s --check-prefix=MISSING

#include "counter.h"

#include <cstdint>

// Functions of internal linkage with one name and signature are two functions.
// CHECK: vkm.record @Sample size 8 align 4
// CHECK-NOT: vkm.record
// CHECK: vkm.func @local(
// CHECK: vkm.binary mul
// CHECK: vkm.func @local_2(
// CHECK: vkm.binary add
// CHECK: vkm.func @shared(
// CHECK: vkm.class @Counter namespaces [] header "counter.h"
// CHECK: vkm.field @m_count
// CHECK-NOT: vkm.field
// CHECK: vkm.func @weigh(
// CHECK: vkm.call @local(
// CHECK: vkm.kernel @kernel1D_Count(
// CHECK: vkm.call @local_2(
// CHECK: vkm.control @Run(
static int local(int x) { return x * 2; }

int Counter::weigh(const Sample &sample) const { return local(sample.value); }

int shared(int x) { return x; }

int Counter::Run(const Sample *samples, int n) {
  kernel1D_Count(samples, n);
  return m_count;
}

// System headers are no dependencies.
// DEPS: {{.*}}several-sources.cpp
// DEPS-NEXT: {{.*}}counter.h
// DEPS-NEXT: {{.*}}counter_kernels.cpp
// DEPS-NOT: {{.}}

// MISSING: counter.h:16:8: error: function 'Counter::kernel1D_Count' is not defined in the sources [vkm1402]
// MISSING: note: add the file that defines it
