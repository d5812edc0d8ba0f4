// Vectors that kernels append to and control functions exchange: kernels are given the elements, also where they append,
// and the sizes are exchanged by commands.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class Search --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class Search --emit=lowered --without-locations -- -std=c++17 | FileCheck %s --check-prefix=LOWERED
// RUN: vkmorph %t.cpp --class Search -o %t.out --force -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t.out/exchange-sizes.cpp.tmp_generated.cpp
// RUN: FileCheck %s --check-prefix=SHADER --input-file=%t.out/shaders/kernel1D_Expand.comp
// RUN: FileCheck %s --check-prefix=ONCE --input-file=%t.out/shaders/kernel1D_Run_members2.comp
// Launches for each order of the vectors are of one kernel, which looks at the size that they pass.
// RUN: vkmorph %programs/appends/level_search.cpp --emit=host -- -std=c++17 | FileCheck %s --check-prefix=ONE --implicit-check-not=Mark_members
// ONE: m_vulkan.BindSet(cmd, m_markLayout, m_runSets[exchanged == 0u ? {{[0-9]+}} : {{[0-9]+}}], "SetInOutFor_Run");
// ONE-NEXT: MarkCmd(cmd, n);
// RUN: vkmorph %programs/appends/two_colours.cpp --emit=host -- -std=c++17 | FileCheck %s --check-prefix=FOUR --implicit-check-not=Red_members --implicit-check-not=Blue_members --implicit-check-not=Exchange_members
// FOUR: Whose elements m_red, m_redNext, m_blue, m_blueNext have; 1: m_red, m_blue, m_redNext,
#include <utility>
#include <vector>

class Search {
public:
  virtual ~Search() = default;

  // CHECK: vkm.kernel @kernel1D_Expand({{.*}}%m_next: !vkm.ptr<si32> {{{.*}}vkm.elements_of = "m_next"
  // CHECK: vkm.append @m_next, %{{.*}} : si32 into %m_next : !vkm.ptr<si32>
  // SHADER-DAG: buffer m_nextBuffer
  // SHADER-DAG: buffer m_frontBuffer
  void kernel1D_Expand(int limit) {
    for (unsigned i = 0; i < m_front.size(); i++)
      if (m_front[i] < limit)
        m_next.push_back(m_front[i] * 2);
  }

  // At the end as many elements are exchanged as the larger one has.
  // CHECK: vkm.exchange_sizes @m_front, @m_next
  // CHECK: vkm.append @m_front, %source : si32 into
  // CHECK-LABEL: vkm.control @Run
  // CHECK: %exchanged = vkm.var "exchanged"
  // CHECK-SAME: m_front has the elements of m_next
  // LOWERED: vkm.will_exchange @m_front, @m_next
  // HOST: m_vulkan.ShareRoom({"m_front", "m_next"});
  // HOST: m_vulkan.WillExchangeSizes("m_front", "m_next");
  // ONCE: const uint count = m_front_size;
  // ONCE-NEXT: m_front_size = m_next_size;
  // ONCE-NEXT: m_next_size = count;
  virtual void Run(int source, int levels) {
    m_front.clear();
    m_front.push_back(source);
    for (int level = 0; level < levels; level++) {
      m_next.clear();
      kernel1D_Expand(level * 100);
      std::swap(m_front, m_next);
    }
  }

protected:
  std::vector<int> m_front, m_next;
};
