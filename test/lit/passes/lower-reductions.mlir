// Reductions become explicit workgroup memory, subgroup operations, atomics and the last-workgroup protocol.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-lower-kernels | FileCheck %s

// A tree in shared memory; the last workgroup combines the results of all, between prologue and epilogue.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    // CHECK: vkm.shared @m_sumShared : !vkm.array<64 x si32>
    // CHECK: vkm.func @combineWorkgroup_Sum(%[[LOCAL:.*]]: !vkm.ref<si32> {vkm.name = "m_sumLocal"}) attributes {cpp_name = "combineWorkgroup"
    // CHECK: vkm.barrier
    // CHECK: vkm.for "offset" = %{{.*}} : ui32
    // CHECK: vkm.if
    // CHECK: vkm.update add
    // CHECK: vkm.barrier
    // CHECK: vkm.scratch @SumPartials bytes 36 [#vkm.member<"groupsDone" : ui32 at 0>, #vkm.member<"m_sumPartials" : !vkm.array<8 x si32> at 4>]
    // CHECK: vkm.shared @isLastGroup : i1
    // CHECK: vkm.shader @kernel1D_Sum {{.*}} #vkm.binding<2, scratch "SumPartials" : none, read_write>] doc "Reduction: m_sum (+); tree in shared memory, finished by the last workgroup."
    // CHECK: %[[MINE:.*]] = vkm.var "m_sumLocal"
    // CHECK: vkm.for "i"
    // CHECK: vkm.update add %[[MINE]], %{{.*}} : <si32>, si32 {vkm.comment = "sum up"{{.*}}}
    // CHECK: vkm.call @combineWorkgroup_Sum(%[[MINE]])
    // CHECK: vkm.if
    // CHECK: vkm.scratch_ref @SumPartials["m_sumPartials"]
    // CHECK: vkm.assign
    // CHECK-NEXT: vkm.memory_barrier
    // CHECK: vkm.atomic add
    // CHECK: vkm.shared_ref @isLastGroup
    // CHECK: vkm.barrier
    // CHECK: vkm.return
    // CHECK: vkm.memory_barrier
    // CHECK: vkm.for "group"
    // CHECK: vkm.call @combineWorkgroup_Sum(%[[MINE]])
    // CHECK: vkm.if
    // The counter is reset first: statements of the source may return.
    // CHECK: vkm.scratch_ref @SumPartials["groupsDone"]
    // CHECK: vkm.assign
    // It is 0 before, so that it becomes what all workgroups have.
    // CHECK: %[[P:.*]] = vkm.field_ref @m_sum
    // CHECK-NEXT: %[[ALL:.*]] = vkm.load %[[MINE]]
    // CHECK-NEXT: vkm.assign %[[P]], %[[ALL]]
    // CHECK-NOT: vkm.update add
    // CHECK: vkm.field_ref @m_out
    // CHECK-NEXT: vkm.assign
    // CHECK: vkm.workgroup_count %{{.*}} by 1024 limit 8 dim 0 nonempty
    // CHECK-NEXT: vkm.cmd.pipeline
    // CHECK-NEXT: vkm.cmd.push
    // CHECK-NEXT: vkm.cmd.dispatch
    // CHECK-NOT: vkm.cmd
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Sum"} {
      %zero = vkm.constant 0 : si32
      vkm.once folded next {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 16 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32 {vkm.comment = "sum up"}
      }
      vkm.once folded previous {
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        %o = vkm.load %f : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
    }
  }
}

// -----

// Subgroup operations, and an atomic operation for each workgroup; a slot for each subgroup of the smallest size.
module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {min_subgroup_size = 4 : i64, subgroup_arithmetic = true}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    // CHECK: vkm.shared @m_sumShared : !vkm.array<16 x si32>
    // CHECK: vkm.func @combineWorkgroup_Sum
    // CHECK: vkm.subgroup add
    // CHECK: vkm.builtin subgroup[0]
    // CHECK: vkm.barrier
    // CHECK: vkm.for "first"
    // CHECK: vkm.subgroup add
    // CHECK-NOT: vkm.scratch
    // CHECK: vkm.shader {{.*}} doc "Reduction: m_sum (+); subgroup operations, finished by atomics."
    // CHECK: vkm.call @combineWorkgroup_Sum
    // CHECK: vkm.if
    // CHECK: %[[F:.*]] = vkm.field_ref @m_sum
    // CHECK-NEXT: %[[L:.*]] = vkm.load
    // CHECK-NEXT: vkm.atomic add %[[F]], %[[L]]
    // CHECK: vkm.workgroup_count %{{.*}} by 1024 limit 8 dim 0{{$}}
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Sum"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 16 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<subgroup, atomics>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32 {vkm.comment = "sum up"}
      }
    }
  }
}

// -----

// Members have the names that the compiler would take.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_sumShared : si32
    vkm.field @isLastGroup : si32
    vkm.field @SumPartials : si32
    // CHECK: vkm.shared @m_sumShared_
    // CHECK: vkm.scratch @SumPartials2
    // CHECK: vkm.shared @isLastGroup_
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Sum"} {
      %zero = vkm.constant 0 : si32
      vkm.once folded next {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 16 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32 {vkm.comment = "sum up"}
      }
      vkm.once folded previous {
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        %o = vkm.load %f : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
    }
  }
}
