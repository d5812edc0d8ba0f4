// Reductions by subgroups, for those who ask, in the words of cl_khr_subgroups; the driver of vkmorph-check runs them with subgroups of one
// work-item.
// RUN: rm -rf %t && mkdir %t && echo '{"name": "lone", "subgroup_arithmetic": true, "min_subgroup_size": 1}' > %t/lone.json
// RUN: vkmorph %s --emit=openclc --reduction=subgroup --target=%t/lone.json -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --emit=openclc --target=%t/lone.json -- -std=c++17 | FileCheck %s --check-prefix=TREE
#include <cstdint>

class Steps {
public:
  virtual ~Steps() = default;
  virtual void Sum(const int *a_data, uint32_t a_size) { kernel1D_Sum(a_data, a_size); }

protected:
  void kernel1D_Sum(const int *a_data, uint32_t a_size) {
    m_sum = 0;
    for (uint32_t i = 0; i < a_size; i++)
      m_sum += a_data[i];
  }

  int m_sum = 0;
};

// TREE-NOT: sub_group
// CHECK: #pragma OPENCL FP_CONTRACT OFF
// CHECK-NEXT: #pragma OPENCL EXTENSION cl_khr_subgroups : enable
// CHECK: *m_sumLocal = sub_group_reduce_add(*m_sumLocal);
// CHECK: get_sub_group_local_id() == 0u
