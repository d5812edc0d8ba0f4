// Reductions that another dispatch finishes (--finish=extra-dispatches): partial results, a barrier, and one workgroup that
// combines them and runs what stands in front of the loop and behind it.
// RUN: vkmorph %s --class Shop --emit=planned --without-locations --finish=extra-dispatches --remarks=decisions -- -std=c++17 2>&1 | FileCheck %s --check-prefix=PLAN
// RUN: vkmorph %s --class Shop --emit=lowered --without-locations --finish=extra-dispatches -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Shop --emit=glsl --finish=extra-dispatches -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %s --class Shop --emit=host --finish=extra-dispatches -- -std=c++17 | FileCheck %s --check-prefix=HOST

class Shop {
public:
  virtual ~Shop() = default;
  virtual int CalcTotal(const int *price, int *left, int n) {
    kernel1D_Total(price, left, n);
    return m_total;
  }

  virtual void kernel1D_Total(const int *price, int *left, int n) {
    m_total = 0;
    for (int i = 0; i < n; ++i) {
      left[i] = price[i] - 1;
      m_total += price[i];
    }
    m_rest = m_total - left[0];
  }

protected:
  int m_total = 0, m_rest = 0;
};

// PLAN: remark: kernel 'kernel1D_Total': reductions by subgroup operations in workgroups of 512, finished by an extra dispatch: the target has subgroup arithmetic; asked for [vkm2210
// PLAN: remark: kernel 'kernel1D_Total': these statements run in the dispatch that finishes the reductions [vkm2211
// What the loop wrote is there when the next dispatch begins: the statement behind it needs none of its own.
// PLAN: remark: kernel 'kernel1D_Total': these statements run in the dispatch that finishes the reductions [vkm2211
// PLAN: vkm.once folded next
// PLAN: vkm.grid
// PLAN-SAME: plan = #vkm.reduction<subgroup, extra_dispatches>
// PLAN: vkm.once folded previous

// The first workgroup says how many there are.
// CHECK: vkm.scratch @TotalPartials bytes 1028 [#vkm.member<"groups" : ui32 at 0>, #vkm.member<"m_totalPartials" : !vkm.array<256 x si32> at 4>]
// CHECK-NOT: vkm.shared @isLastGroup
// CHECK: vkm.shader @kernel1D_Total {{.*}} doc "Reduction: m_total (+); subgroup operations, finished by the next dispatch."
// CHECK: vkm.call @combineWorkgroup_Total(
// CHECK-NEXT: local_index
// CHECK: vkm.scratch_ref @TotalPartials["m_totalPartials"]
// CHECK: vkm.assign
// CHECK: %[[FIRST:.*]] = vkm.cmp eq
// CHECK-NEXT: vkm.if %[[FIRST]]
// CHECK: vkm.scratch_ref @TotalPartials["groups"]
// CHECK-NOT: vkm.atomic
// CHECK-NOT: vkm.memory_barrier
// CHECK: vkm.shader @kernel1D_Total_combine kernel "kernel1D_Total" role "combine" local_size [512, 1, 1] {{.*}}{min_subgroup_size = 4
// CHECK: vkm.for "group"
// CHECK: vkm.scratch_ref @TotalPartials["groups"]
// CHECK: vkm.call @combineWorkgroup_Total(
// CHECK: vkm.if
// CHECK: vkm.field_ref @m_total
// CHECK: vkm.assign
// CHECK-NOT: vkm.update
// CHECK: vkm.field_ref @m_rest
// CHECK: vkm.commands @kernel1D_Total_commands
// CHECK: vkm.cmd.pipeline @kernel1D_Total{{$}}
// CHECK: vkm.cmd.dispatch
// CHECK: vkm.cmd.barrier {{.*}}TotalPartials
// CHECK: vkm.cmd.pipeline @kernel1D_Total_combine
// CHECK: vkm.cmd.dispatch

// GLSL: //--- shaders/kernel1D_Total.comp
// GLSL: // Leave the partial results to the next dispatch.
// GLSL-NEXT: if (gl_LocalInvocationID.x == 0u) {
// GLSL-NEXT:   m_totalPartials[gl_WorkGroupID.x] = m_totalLocal;
// GLSL-NEXT:   if (gl_WorkGroupID.x == 0u) {
// GLSL-NEXT:     groups = gl_NumWorkGroups.x;
// GLSL: //--- shaders/kernel1D_Total_combine.comp
// GLSL: // Shop::kernel1D_Total, from {{.*}}. Combines the partial results of all workgroups, in order.
// GLSL: int m_totalLocal = 0;
// GLSL-NEXT: for (uint group = lid; group < groups; group += 512u) {
// GLSL-NEXT:   m_totalLocal += m_totalPartials[group];
// GLSL-NEXT: }
// GLSL-NEXT: combineWorkgroup(m_totalLocal);
// GLSL-NEXT: if (lid == 0u) {
// GLSL-NEXT:   m_total = m_totalLocal;
// GLSL-NEXT:   m_rest = m_total - left[0];

// HOST: vkCmdDispatch(cmd, 1, 1, 1);
