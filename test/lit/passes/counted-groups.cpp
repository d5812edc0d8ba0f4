// Kernels count the workgroups of others whose bounds they are the last to change.
// RUN: vkmorph %s --class Counted --emit=planned --without-locations --remarks=decisions -- -std=c++17 2>%t.remarks | FileCheck %s --check-prefix=PLAN
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: vkmorph %s --class Counted --explain=barriers --force -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/counted-groups_generated.cpp
// RUN: FileCheck %s --check-prefix=GLSL --input-file=%t/shaders/kernel1D_Choose.comp
// RUN: vkmorph %s --class Counted --append=stable --force -o %t.stable -- -std=c++17
// RUN: FileCheck %s --check-prefix=STABLE --input-file=%t.stable/shaders/kernel1D_Odd_slots.comp
// RUN: vkmorph %s --class Counted --append=atomic --emit=lowered -- -std=c++17 | FileCheck %s --check-prefix=ATOMIC
// RUN: vkmorph %s --class Counted --counting=never --emit=lowered -- -std=c++17 | FileCheck %s --check-prefix=ATOMIC
//
// What appends, what runs once, and a kernel that may also find what an earlier call has left.
// PLAN-LABEL: vkm.kernel @kernel1D_Choose
// PLAN: vkm.grid {{.*}}counts = [@kernel1D_Add]
// PLAN-LABEL: vkm.kernel @kernel1D_Add
// PLAN: vkm.grid {{.*}}counted, device_bounds
// PLAN-LABEL: vkm.kernel @kernel1D_Early
// PLAN-NOT: counted
// PLAN-LABEL: vkm.kernel @kernel1D_Odd
// PLAN-LABEL: vkm.kernel @kernel1D_Walk
// PLAN: vkm.grid {{.*}}counted, device_bounds
// PLAN-LABEL: vkm.kernel @kernel1D_Run_members
// PLAN: vkm.once attributes {counts = [@kernel1D_Walk, @kernel1D_Exchange]}
//
// REMARK: kernel 'kernel1D_Add': how many workgroups these loops take is computed by 'kernel1D_Choose', which changes their bounds [vkm2250
//
// HOST: void Counted_Generated::AddCmd(
// HOST: // Its workgroups are counted by Choose.
// HOST-NEXT: vkCmdDispatchIndirect(cmd, m_countedGroups, 0);
// HOST: AddStages() const { return vkmorph::kCountedKernel; }
//
// GLSL: memoryBarrierBuffer();
// GLSL-NEXT: barrier();
// GLSL: if (gl_LocalInvocationID.x == 0u) {
// GLSL-NEXT: memoryBarrierBuffer();
// GLSL-NEXT: if (atomicAdd(groupsDone, 1u) == gl_NumWorkGroups.x - 1u) {
// GLSL-NEXT: memoryBarrierBuffer();
// GLSL: groupsDone = 0u;
// GLSL: atomicAdd(m_large_size, 0u);
// GLSL: AddGroups[0] = AddGroupsX;
//
// STABLE: // The workgroups of AddOdd.
// STABLE: AddOddGroups[0] = AddOddGroupsX;
//
// ATOMIC: vkm.shader @kernel1D_Add_groups
#include <utility>
#include <vector>

class Counted {
public:
  virtual ~Counted() = default;

  virtual void Run(const int *a, int n, int rounds) {
    kernel1D_Early();
    m_large.clear();
    kernel1D_Choose(a, n);
    kernel1D_Add();
    m_odd.clear();
    kernel1D_Odd(n);
    kernel1D_AddOdd();
    m_front.clear();
    m_front.push_back(1);
    for (int round = 0; round < rounds; round++) {
      m_next.clear();
      kernel1D_Walk();
      std::swap(m_front, m_next);
    }
  }

protected:
  void kernel1D_Choose(const int *a, int n) {
    for (int i = 0; i < n; i++)
      if (a[i] > 5)
        m_large.push_back(a[i]);
  }
  void kernel1D_Add() {
    for (int i = 0; i < (int)m_large.size(); i++)
      m_sum += m_large[i];
  }
  void kernel1D_Early() {
    for (int i = 0; i < (int)m_large.size(); i++)
      m_early += m_large[i];
  }
  void kernel1D_Odd(int n) {
    for (int i = 0; i < n; i++)
      if (i & 1)
        m_odd.push_back(i);
  }
  void kernel1D_AddOdd() {
    for (int i = 0; i < (int)m_odd.size(); i++)
      m_sum += m_odd[i];
  }
  void kernel1D_Walk() {
    for (int i = 0; i < (int)m_front.size(); i++)
      m_next.push_back(m_front[i] + 1);
  }

  std::vector<int> m_large, m_odd, m_front, m_next;
  int m_sum = 0, m_early = 0;
};
