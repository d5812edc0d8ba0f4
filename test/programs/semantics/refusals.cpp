// Origin: written for claims of docs/Semantics.md.
// What the host refuses before anything runs: sizes that do not fit 32 bits, equal and overlapping arrays, null. Each is an
// exception that names the parameter, the arrays stay as they were, and the object works afterwards.
// RUN: rm -rf %t && mkdir %t
// RUN: vkmorph %s -o %t/out -- -std=c++17
// RUN: %cxx -std=c++17 -DPROGRAM -I%t/out -I%S -I%S/Inputs -I%src_root/runtime/include %s %t/out/refusals_generated.cpp %obj_root/lib/libvkmorph_runtime.a -lvulkan -pthread -o %t/program
// RUN: %t/program | FileCheck %s
#include "Inputs/refusals.h"

#ifdef PROGRAM
#include "refusals_generated.h"
#include "vkmorph/runtime.h"
#include <cstdio>

template <class Call> static void Refused(const char *what, Call call) {
  try {
    call();
    std::printf("%s: ACCEPTED\n", what);
  } catch (const vkmorph::Error &error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

int main() {
  const vkmorph::Context context = vkmorph::CreateContext(Refusals_Generated::RequiredFeatures());
  Refusals_Generated object;
  object.InitVulkanObjects(context);
  int a[8] = {7, 7, 7, 7, 7, 7, 7, 7}, b[8] = {};
  float p[4] = {};
  // CHECK: 2^32: Refusals_Generated::Fill: 'a' has 4294967296 elements of 4 bytes; the device's maxStorageBufferRange is
  Refused("2^32", [&] { object.Fill(a, std::size_t(1) << 32); });
  // CHECK: -1: Refusals_Generated::Fill: 'a' has 18446744073709551615 elements
  Refused("-1", [&] { object.Fill(a, std::size_t(-1)); });
  // Each factor fits, the product does not; or it does, after it has wrapped.
  // CHECK: plane: Refusals_Generated::Plane: 'p' has 17179869184 elements
  Refused("plane", [&] { object.Plane(p, 1 << 17, 1 << 17); });
  // CHECK: wrapped: {{.*}}8589934592
  Refused("wrapped", [&] { object.Plane(p, std::uint64_t(1) << 33, std::uint64_t(1) << 31); });
  // No array is as long as this: the counter itself does not fit.
  // CHECK: count: {{.*}}4294967297
  Refused("count", [&] { object.Count(0, (std::size_t(1) << 32) + 1); });
  // CHECK: late: {{.*}}4294967298
  Refused("late", [&] { object.Count((std::size_t(1) << 32) + 2, (std::size_t(1) << 32) + 7); });
  // Equal arrays are fine where each iteration reads what it writes itself, and before.
  // CHECK: equal: ACCEPTED
  Refused("equal", [&] { object.Copy(a, a, 8); });
  // CHECK: overlap: Refusals_Generated::Copy: 'to' overlaps 'from', and kernels write there: pass distinct arrays
  Refused("overlap", [&] { object.Copy(a, a + 3, 4); });
  // CHECK: null: Refusals_Generated::Copy: 'from' is null, but has 4 elements
  Refused("null", [&] { object.Copy(nullptr, b, 4); });
  // Beside each other is fine, and so is nothing.
  object.Copy(a, a + 4, 4);
  object.Copy(a, a, 0);
  // CHECK-NEXT: 8 8 8 8 9 9 9 9, 84, 4
  const int sum = object.Fill(b, 8);
  std::printf("%d %d %d %d %d %d %d %d, %d, %u\n", a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], sum, object.Count(4, 6));
}
#endif
