// Faults in vectors that are appended to: slots that several threads take, elements beyond the capacity, elements in another order.
// RUN: vkmorph %s --emit=glsl --append=atomic --mistranslate=append-without-atomics -- -std=c++17 | FileCheck %s --check-prefix=ATOMICS
// ATOMICS-LABEL: void append_m_found
// ATOMICS-NOT: atomicAdd(m_found_size
// ATOMICS: m_found_size = old + 1u;
// RUN: vkmorph %s --emit=glsl --mistranslate=forget-capacity -- -std=c++17 | FileCheck %s --check-prefix=CAPACITY
// CAPACITY-LABEL: void append_m_found
// CAPACITY: if (true)
// RUN: vkmorph %s --emit=glsl --append=stable --mistranslate=lose-order -- -std=c++17 | FileCheck %s --check-prefix=ORDER
// ORDER-LABEL: void append_m_found(int kept[8], uint turns, inout uint next)
// ORDER: if (other > gl_SubgroupID)
// RUN: vkmorph %s --emit=glsl --append=atomic -- -std=c++17 | FileCheck %s
// CHECK-LABEL: void append_m_found
// CHECK: const uint slot = atomicAdd(m_found_size, 1u);
// CHECK: if (slot < m_found_capacity)
// CHECK: atomicMin(m_found_size, m_found_capacity);
// CHECK-NEXT: atomicAdd(m_found_lost, 1u);

#include <vector>

class Finder {
public:
  virtual ~Finder() = default;
  virtual void Find(const int *a, int n) { kernel1D_Find(a, n); }

private:
  void kernel1D_Find(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] > 0)
        m_found.push_back(i);
  }
  std::vector<int> m_found;
};
