// What is appended in order is counted first: loops that keep their elements, and loops that count each block again.
// RUN: vkmorph %s --emit=planned --without-locations --append=stable -- -std=c++17 | vkmorph-opt -vkm-rewrite | FileCheck %s
// RUN: vkmorph %s --emit=planned --without-locations --append=stable --target=vulkan10 -- -std=c++17 | vkmorph-opt -vkm-rewrite | FileCheck %s --check-prefix=WITHOUT
// RUN: vkmorph %s --emit=glsl --append=stable -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %s --emit=host --append=stable -- -std=c++17 | FileCheck %s --check-prefix=HOST
// RUN: vkmorph %s --emit=planned --without-locations -- -std=c++17 | vkmorph-opt -vkm-rewrite | FileCheck %s --check-prefix=NONE
// NONE-NOT: counts_appends
#include <vector>

struct Spot {
  int at;
  float value;
};

class Lists {
public:
  virtual ~Lists() = default;
  virtual void Run(const float *a, float *b, int n) {
    kernel1D_Keep(a, b, n);
    kernel2D_Again(a, n, n);
    kernel1D_Few();
  }

protected:
  void kernel1D_Keep(const float *a, float *b, int n) {
    m_numbers.clear();
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      const float value = a[i];
      b[i] = value * 2;
      m_sum++;
      if (value > 0.5f)
        m_numbers.push_back(i);
    }
  }
  void kernel2D_Again(const float *a, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        if (a[x] == a[y])
          continue;
        for (int k = 0; k < 2; k++)
          Note(y * w + x, a[x] - k);
      }
  }
  void Note(int at, float value) {
    if (value > 0)
      m_spots.push_back({at, value});
  }
  void kernel1D_Few() {
    m_few.clear();
    for (unsigned i = 0; i < m_numbers.size(); i++)
      if (m_numbers[i] % 3 == 0)
        m_few.push_back(m_numbers[i]);
  }

  int m_sum = 0;
  std::vector<Spot> m_spots;
  std::vector<int> m_numbers, m_few;
};

// CHECK-LABEL: vkm.kernel @kernel1D_Keep
// CHECK: vkm.grid {{.*}} attributes {counts_appends, elements_per_thread = 8 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, workgroup_size = array<i32: 512, 1, 1>} {
// CHECK-NOT: vkm.assign
// CHECK-NOT: vkm.reduce add
// CHECK: %[[COUNT:.*]] = vkm.append_counter @m_numbers : <ui32>
// CHECK: vkm.update add %[[COUNT]]
// CHECK: vkm.grid {{.*}} attributes {elements_per_thread = 8 : i32, in_order, max_workgroups = array<i32: 256, 1, 1>, plan = #vkm.reduction<subgroup, atomic_totals>, workgroup_size = array<i32: 512, 1, 1>} {
// CHECK: vkm.reduce add @m_sum
// CHECK: vkm.append @m_numbers, %i : si32 by stable{{$}}
// CHECK-LABEL: vkm.kernel @kernel2D_Again
// CHECK: vkm.grid {{.*}} attributes {counts_appends, elements_per_thread = 1 : i32, in_order, max_workgroups = array<i32: 4096, 1, 1>, workgroup_size = array<i32: 256, 1, 1>} {
// CHECK: vkm.append_counter @m_spots
// CHECK: vkm.grid
// CHECK: %[[NEXT:.*]] = vkm.append_counter @m_spots
// CHECK: vkm.append @m_spots, {{.*}} by stable at %[[NEXT]]
// CHECK-LABEL: vkm.kernel @kernel1D_Few
// CHECK: vkm.grid {{.*}} attributes {counts_appends, device_bounds, elements_per_thread = 8 : i32, 
// Without ballots nothing is kept.
// WITHOUT-NOT: elements_per_thread = 8
// WITHOUT: vkm.append @m_numbers, %i : si32 by stable at

// GLSL-LABEL: {{^}}//--- shaders/kernel1D_Keep_count.comp
// GLSL-NOT: b[i] =
// GLSL: {{^}}      [{{\[}}unroll]] for (uint turn = 0u; turn < 8u; turn++) {
// GLSL: m_numbersCount++;
// GLSL: {{^}}  barrier();
// GLSL-NEXT: atomicAdd(m_numbersTotal, m_numbersCount);
// GLSL-NEXT: barrier();
// GLSL: m_numbersFirst[gl_WorkGroupID.x] = m_numbersTotal;
// GLSL-LABEL: {{^}}//--- shaders/kernel1D_Keep_slots.comp
// GLSL: m_numbersSum += min(m_numbersFirst[group], ~m_numbersSum);
// GLSL: uint m_numbersNext = sumBefore(m_numbersSum, m_numbersSize);
// GLSL: m_numbersFirst[group] = min(m_numbersNext, numbers_capacity);
// GLSL: m_numbers_size = kept;
// GLSL-NEXT: m_numbers_lost += m_numbersSize - kept;
// GLSL-LABEL: {{^}}//--- shaders/kernel1D_Keep.comp
// GLSL: {{^}}void append_m_numbers(int kept[8], uint turns, inout uint next) {
// GLSL-NEXT: const uint capacity = m_numbers_capacity;
// GLSL: if (slot < capacity) {
// GLSL: const uint thread = firstLane * 8u + lane;
// GLSL: const uint share = gl_NumWorkGroups.x - 1u - gl_WorkGroupID.x;
// GLSL-NEXT: uint m_numbersNext = m_numbersFirst[share];
// GLSL: const uint firstBlock = share * shareBlock + min(share, restBlock);
// GLSL: b[i] = value * 2.0;
// GLSL: m_numbersKept[turn] = i;
// GLSL: append_m_numbers(m_numbersKept, m_numbersTurns, m_numbersNext);
// GLSL-LABEL: {{^}}//--- shaders/kernel2D_Again.comp
// GLSL: {{^}}void append_m_spots(Spot value, inout uint next) {
// GLSL: {{^}}    do {
// GLSL: const uint xNumber = iteration % xCount;
// GLSL-NEXT: const uint yNumber = iteration / xCount;
// GLSL: {{^}}          continue;
// GLSL: m_spotsCount++;
// GLSL: } while (false);
// GLSL: uint m_spotsSlot = m_spotsNext + sumBefore(m_spotsCount, m_spotsInBlock);
// GLSL: append_m_spots(Spot(y * w + x, value), m_spotsSlot);
// GLSL: m_spotsNext += m_spotsInBlock;

// HOST: const uint32_t yxCount = vkmorph::IterationCount(uint64_t(yCount) * uint64_t(xCount), "yx");
// HOST: vkCmdDispatchIndirect
// HOST: vkCmdDispatchIndirect
