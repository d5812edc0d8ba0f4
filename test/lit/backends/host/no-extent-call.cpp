// A function whose arrays have an unknown length throws, instead of running on the CPU in silence: also through the base,
// before anything is initialised. Others stay as they are.
// UNSUPPORTED: sanitizers
// RUN: rm -rf %t && mkdir %t
// RUN: vkmorph %S/Inputs/no_extent.h -o %t/out -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/out/no_extent_generated.h
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -I%t/out -I%S/Inputs -I%src_root/runtime/include %s %t/out/no_extent_generated.cpp %obj_root/lib/libvkmorph_runtime.a -lvulkan -pthread -o %t/program
// RUN: %t/program | FileCheck %s
// WARN: warning: the number of elements of 'table' is unknown, so that 'Look' cannot be called with host arrays: a subscript is no affine function of loop counters [vkm2110, no-extent]
// WARN: note: specify it at the parameter: {{.*}} const float *table; until then such calls of the generated class throw
// HEADER: /// Throws: the extent of 'table' is not known.
// HEADER-NEXT: void Look(const unsigned int *index, const float *table, float *out, int n) override;
// HEADER-NEXT: /// Throws: the extent of 'marks' is not known.
// HEADER-NEXT: int Marked(const unsigned int *index, int *marks, int n) const noexcept override;
// HEADER-NEXT: /// Throws: the extent of 'out' is not known.
// HEADER-NEXT: void Set(const unsigned int *index, float *out, int n);
// HEADER-NEXT: void Set(float *out, int n);
#include "no_extent_generated.h"

#include <cstdio>

template <class Call> static void Try(const char *what, Call call) {
  try {
    call();
    std::printf("%s: done\n", what);
  } catch (const vkmorph::Error &error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

int main() {
  Gather_Generated object;
  Gather &base = object;
  const unsigned index[2] = {1, 0};
  const float table[2] = {3, 4};
  float out[2] = {};
  // CHECK: virtual: Gather_Generated::Look has no call with host arrays, because the extent of 'table' is not known: state it in the source and translate the class again, or bind buffers by SetInOutFor_Look and record LookCmd
  Try("virtual", [&] { base.Look(index, table, out, 2); });
  // CHECK-NEXT: hidden: Gather_Generated::Set has no call with host arrays, because the extent of 'out' is not known
  Try("hidden", [&] { object.Set(index, out, 2); });
  // CHECK-NEXT: base: done
  Try("base", [&] { base.Set(index, out, 2); });
}
