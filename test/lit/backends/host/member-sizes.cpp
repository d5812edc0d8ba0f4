// Members of 64 bits that shaders take as 32 bits are checked whenever the host uploads them.
// REQUIRES: vulkan-device, validation-layer
// UNSUPPORTED: sanitizers
// RUN: rm -rf %t && mkdir %t
// RUN: vkmorph %S/Inputs/sized.h -o %t/out -- -std=c++17 2>/dev/null
// RUN: FileCheck %s --check-prefix=SOURCE --input-file=%t/out/sized_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -Wno-attributes -Wno-unknown-attributes -I%t/out -I%S/Inputs -I%src_root/runtime/include %s %t/out/sized_generated.cpp %obj_root/lib/libvkmorph_runtime.a -lvulkan -pthread -o %t/program
// RUN: %t/program 2>&1 | FileCheck %s

// SOURCE: m_vulkan.CheckSizes({{[{][{]}}0, "taps"}, {16, "window.length"}});
#include "sized_generated.h"

#include <cstdio>
#include <functional>

static void Try(const char *what, const std::function<void()> &action) {
  try {
    action();
    std::printf("%s: fine\n", what);
  } catch (const vkmorph::Error &error) {
    std::printf("%s: %s\n", what, error.what());
  }
}

int main() {
  const vkmorph::Context context = vkmorph::CreateContext(Sized_Generated::RequiredFeatures());
  vkmorph::CopyEngine copy(context);
  Sized_Generated object;
  object.InitVulkanObjects(context);
  const float in[4] = {1, 2, 3, 4};
  float out[2] = {};
  const size_t large = size_t(1) << 32;
  // CHECK: the largest: fine
  object.taps = large - 1;
  Try("the largest", [&] { object.UpdateAll(copy); });
  // CHECK: UpdateAll: 'taps' is 4294967296, more than the 32 bits that the shaders have for it
  object.taps = large;
  Try("UpdateAll", [&] { object.UpdateAll(copy); });
  // CHECK: UpdateMember: 'taps' is 4294967296
  Try("UpdateMember", [&] { object.UpdateMember(copy, "taps"); });
  // CHECK: another member: fine
  Try("another member", [&] { object.UpdateMember(copy, "last"); });
  // CHECK: a part of one: 'window.length' is 4294967299
  object.taps = 2;
  object.window.length = large + 3;
  Try("a part of one", [&] { object.UpdateMember(copy, "window"); });
  // CHECK: drop-in: 'window.length' is 4294967299
  Try("drop-in", [&] { object.Sum(in, out, 2); });
  // CHECK: what does not read it: fine
  Try("what does not read it", [&] { object.Keep(5); });
  // CHECK: afterwards: fine
  object.window.length = 1;
  Try("afterwards", [&] { object.Sum(in, out, 2); });
  // CHECK: 2 2 5
  std::printf("%g %g %g\n", double(out[0]), double(out[1]), double(object.last));
}
