// Declarations of built-in functions are those of GLSL 4.40 where that has all overloads; a minimum of 64-bit integers is
// one of integers, and every shader's SPIR-V names the version that its text states.
// RUN: rm -rf %t && vkmorph %s -o %t -- -std=c++17
// RUN: spirv-dis %t/shaders/kernel1D_Narrow.spv | FileCheck %s --check-prefixes=VERSION,NARROW
// RUN: spirv-dis %t/shaders/kernel1D_Wide.spv | FileCheck %s --check-prefixes=VERSION,WIDE --implicit-check-not=Float64
// VERSION: OpSource GLSL 450
// NARROW: OpExtInst %int {{.*}} SMin
// WIDE: OpExtInst %long {{.*}} SMin
#include <algorithm>
#include <cstdint>

class Bounds {
public:
  virtual ~Bounds() = default;
  virtual void Limit(int *narrow, int64_t *wide, int n) {
    kernel1D_Narrow(narrow, n);
    kernel1D_Wide(wide, n);
  }

protected:
  void kernel1D_Narrow(int *narrow, int n) {
    for (int i = 0; i < n; ++i)
      narrow[i] = std::min(narrow[i], 65535);
  }
  void kernel1D_Wide(int64_t *wide, int n) {
    for (int i = 0; i < n; ++i)
      wide[i] = std::min(wide[i], int64_t(65535));
  }
};
