// Structs are stored by one access chain for each member: glslang makes chains of chains, by which validation layers up to 1.3.239 do
// not see that a shader writes.
// RUN: rm -rf %t && vkmorph %s --class C -o %t -- -std=c++17
// RUN: sh -c 'for f in %t/shaders/*.spv; do spirv-val --scalar-block-layout --target-env vulkan1.3 $f && spirv-dis --no-header --raw-id $f; done' > %t.txt
// RUN: %python %S/Inputs/chained.py < %t.txt | FileCheck %s
// With information for debuggers, too.
// RUN: rm -rf %t.g && vkmorph %s --class C -o %t.g --debug-info -- -std=c++17
// RUN: sh -c 'for f in %t.g/shaders/*.spv; do spirv-dis --no-header --raw-id $f; done' | %python %S/Inputs/chained.py | FileCheck %s
// CHECK: chains that members are stored by: {{[1-9][0-9]}}
// CHECK-NEXT: chains of chains that are used: 0
#include <array>
#include <cstdint>
#include <vector>

struct Pair {
  int32_t a;
  float b;
};
struct Deep {
  Pair pairs[2];
  std::array<Pair, 2> more;
  uint8_t tag;
};

class C {
public:
  virtual ~C() {}
  virtual void Run(const int32_t *in, Pair *out, Deep *deep, uint32_t n) {
    kernel1D_Members(in, n);
    kernel1D_Arrays(in, out, deep, n);
  }
  void kernel1D_Members(const int32_t *in, uint32_t n) {
    m_pairs.fill(Pair{1, 2.0f});
    m_deeps.fill(Deep{{{1, 2}, {3, 4}}, {{{5, 6}, {7, 8}}}, 9});
    for (uint32_t i = 0; i < n; ++i)
      if (i < 4)
        m_pairs[i] = Pair{in[i], float(i)};
    m_deep = m_deeps[1];
    m_deep.more.fill(Pair{7, 8});
  }
  void kernel1D_Arrays(const int32_t *in, Pair *out, Deep *deep, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Pair p = m_deep.more[i & 1];
      p.a += in[i];
      out[i] = p;
      deep[i].pairs[1] = p;
      deep[i].more = {{p, out[i]}};
      m_list[i] = deep[i];
    }
  }
  std::array<Pair, 4> m_pairs{};
  Deep m_deep{};
  std::array<Deep, 2> m_deeps{};
  std::vector<Deep> m_list;
};
