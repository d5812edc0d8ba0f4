// Shaders: resources, workgroup memory, barriers, atomics, subgroup operations.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<raised>} {
  vkm.class @Sums namespaces [] header "sums.h" {
    vkm.field @m_sum : si32 offset 0
    // CHECK: vkm.scratch @Partials bytes 36 [#vkm.member<"groupsDone" : ui32 at 0>, #vkm.member<"sums" : !vkm.array<8 x si32> at 4>]
    vkm.scratch @Partials bytes 36 [#vkm.member<"groupsDone" : ui32 at 0>,
                                    #vkm.member<"sums" : !vkm.array<8 x si32> at 4>]
    // CHECK: vkm.shared @slots : !vkm.array<64 x si32>
    vkm.shared @slots : !vkm.array<64 x si32>

    // CHECK: vkm.shader @kernel1D_Sum kernel "kernel1D_Sum" local_size [64, 1, 1]
    // CHECK-SAME: bindings [#vkm.binding<0, parameter "data" : si32, read>, #vkm.binding<1, class_data "ClassData" : none, write>, #vkm.binding<2, scratch "Partials" : none, read_write>]
    // CHECK-SAME: doc "The sum." attributes {min_subgroup_size = 4 : i64} {
    vkm.shader @kernel1D_Sum kernel "kernel1D_Sum" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "data" : si32, read>, #vkm.binding<1, class_data "ClassData" : none, write>,
        #vkm.binding<2, scratch "Partials" : none, read_write>]
        doc "The sum." attributes {min_subgroup_size = 4 : i64} {
      // CHECK-NEXT: %[[DATA:.*]] = vkm.buffer "data" : <const si32>
      %data = vkm.buffer "data" : !vkm.ptr<const si32>
      // CHECK-NEXT: %[[N:.*]] = vkm.push_constant "n" : ui32
      %n = vkm.push_constant "n" : ui32
      // CHECK-NEXT: %[[I:.*]] = vkm.builtin global_invocation[0] : ui32
      %i = vkm.builtin global_invocation[0] : ui32
      // CHECK-NEXT: vkm.builtin local_invocation[1] : ui32
      %0 = vkm.builtin local_invocation[1] : ui32
      // CHECK-NEXT: vkm.builtin workgroup[2] : ui32
      %1 = vkm.builtin workgroup[2] : ui32
      // CHECK-NEXT: vkm.builtin num_workgroups[0] : ui32
      %2 = vkm.builtin num_workgroups[0] : ui32
      // CHECK-NEXT: vkm.builtin workgroup_size[0] : ui32
      %3 = vkm.builtin workgroup_size[0] : ui32
      // CHECK-NEXT: %[[LID:.*]] = vkm.builtin local_index[0] : ui32
      %lid = vkm.builtin local_index[0] : ui32
      // CHECK-NEXT: vkm.builtin subgroup_invocation[0] : ui32
      %4 = vkm.builtin subgroup_invocation[0] : ui32
      // CHECK-NEXT: vkm.builtin subgroup_size[0] : ui32
      %5 = vkm.builtin subgroup_size[0] : ui32
      // CHECK-NEXT: vkm.builtin subgroup[0] : ui32
      %6 = vkm.builtin subgroup[0] : ui32
      // CHECK-NEXT: vkm.builtin num_subgroups[0] : ui32
      %7 = vkm.builtin num_subgroups[0] : ui32
      %place = vkm.deref %data[%i] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
      %8 = vkm.load %place : !vkm.ref<si32>
      // CHECK: vkm.length %{{.*}} : <const si32>
      %length = vkm.length %data : !vkm.ptr<const si32>
      // CHECK: vkm.deref_wide %{{.*}}[%{{.*}}] : <const si32>, ui32 -> <!vkm.vec<4 x si32>>
      %wide = vkm.deref_wide %data[%i] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<!vkm.vec<4 x si32>>
      // CHECK: %[[NUMBER:.*]] = vkm.let "number" %{{.*}} : si32
      %number = vkm.let "number" %8 : si32
      // CHECK-NEXT: vkm.let precise "same" %[[NUMBER]] : si32
      %same = vkm.let precise "same" %number : si32
      // CHECK-NEXT: %[[SUM:.*]] = vkm.subgroup add %[[NUMBER]] : si32
      %sum = vkm.subgroup add %number : si32
      // CHECK-NEXT: %{{.*}} = vkm.subgroup max before %[[NUMBER]] : si32
      %highest = vkm.subgroup max before %number : si32
      // CHECK-NEXT: vkm.subgroup min %[[SUM]] : si32
      %least = vkm.subgroup min %sum : si32
      // CHECK-NEXT: vkm.subgroup_exchange %[[SUM]] by %{{.*}} : si32
      %theirs = vkm.subgroup_exchange %sum by %lid : si32
      // CHECK-NEXT: %[[SLOTS:.*]] = vkm.shared_ref @slots : <!vkm.array<64 x si32>>
      %slots = vkm.shared_ref @slots : !vkm.ref<!vkm.array<64 x si32>>
      %slot = vkm.element %slots[%lid] : !vkm.ref<!vkm.array<64 x si32>>, ui32 -> !vkm.ref<si32>
      vkm.assign %slot, %sum : !vkm.ref<si32>
      // CHECK: vkm.barrier{{$}}
      vkm.barrier
      // CHECK-NEXT: %[[DONE:.*]] = vkm.scratch_ref @Partials["groupsDone"] : <ui32>
      %done = vkm.scratch_ref @Partials["groupsDone"] : !vkm.ref<ui32>
      // CHECK-NEXT: vkm.memory_barrier{{$}}
      vkm.memory_barrier
      // CHECK-NEXT: vkm.subgroup_barrier{{$}}
      vkm.subgroup_barrier
      // CHECK-NEXT: vkm.atomic add %[[DONE]], %[[N]] : <ui32>
      %old = vkm.atomic add %done, %n : !vkm.ref<ui32>
      // CHECK-NEXT: vkm.atomic max %[[DONE]], %[[N]] : <ui32>
      %old2 = vkm.atomic max %done, %n : !vkm.ref<ui32>
      // CHECK-NEXT: %[[SEEN:.*]] = vkm.compare_swap %[[DONE]], %[[N]], %[[I]] : <ui32>
      %old3 = vkm.compare_swap %done, %n, %i : !vkm.ref<ui32>
      // CHECK: vkm.bits %{{.*}} : <f32> -> <ui32>
      %float = vkm.var "x" : !vkm.ref<f32>
      %bits = vkm.bits %float : !vkm.ref<f32> -> !vkm.ref<ui32>
      // CHECK: vkm.bits %{{.*}}[%[[N]] : ui32] : <f32> -> <ui32>
      %word = vkm.bits %float[%n : ui32] : !vkm.ref<f32> -> !vkm.ref<ui32>
    }
  }
}
