// The lowered phase: shaders and commands; nothing is left to decide.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Numbers namespaces ["linalg"] header "numbers.h" virtual_destructor {
    // CHECK: vkm.field @m_summ : si32 access private offset 0
    vkm.field @m_summ : si32 access private offset 0
    // CHECK: vkm.scratch @ArraySummPartials bytes 4100
    vkm.scratch @ArraySummPartials bytes 4100 [#vkm.member<"groupsDone" : ui32 at 0>,
                                               #vkm.member<"m_summPartials" : !vkm.array<1024 x si32> at 4>]
    // CHECK: vkm.shared @m_summShared : !vkm.array<256 x si32>
    vkm.shared @m_summShared : !vkm.array<256 x si32>
    vkm.shared @isLastGroup : i1

    // Combines the slots of all threads; the result is in slot 0.
    vkm.func @combineShared() {
      vkm.barrier
      %half = vkm.constant 128 : ui32
      vkm.for "offset" = %half : ui32 cond (%o: !vkm.ref<ui32>) {
        %0 = vkm.load %o : !vkm.ref<ui32>
        %zero = vkm.constant 0 : ui32
        %1 = vkm.cmp gt %0, %zero : ui32
        vkm.yield %1 : i1
      } step (%o: !vkm.ref<ui32>) {
        %two = vkm.constant 2 : ui32
        vkm.update div %o, %two : !vkm.ref<ui32>, ui32
      } body (%o: !vkm.ref<ui32>) {
        %lid = vkm.builtin local_index[0] : ui32
        %0 = vkm.load %o : !vkm.ref<ui32>
        %1 = vkm.cmp lt %lid, %0 : ui32
        vkm.if %1 {
          %shared = vkm.shared_ref @m_summShared : !vkm.ref<!vkm.array<256 x si32>>
          %mine = vkm.element %shared[%lid] : !vkm.ref<!vkm.array<256 x si32>>, ui32 -> !vkm.ref<si32>
          %2 = vkm.load %o : !vkm.ref<ui32>
          %3 = vkm.binary add %lid, %2 : ui32
          %other = vkm.element %shared[%3] : !vkm.ref<!vkm.array<256 x si32>>, ui32 -> !vkm.ref<si32>
          %4 = vkm.load %other : !vkm.ref<si32>
          vkm.update add %mine, %4 : !vkm.ref<si32>, si32
        }
        vkm.barrier
      }
    }

    // CHECK: vkm.shader @kernel1D_ArraySumm kernel "kernel1D_ArraySumm" local_size [256, 1, 1]
    vkm.shader @kernel1D_ArraySumm kernel "kernel1D_ArraySumm" local_size [256, 1, 1] bindings [
        #vkm.binding<0, parameter "a_data" : si32, read>, #vkm.binding<1, class_data "ClassData" : none, write>,
        #vkm.binding<2, scratch "ArraySummPartials" : none, read_write>]
        doc "Reduction: m_summ (add); tree in shared memory, finished by the last workgroup." {
      %a_data = vkm.buffer "a_data" : !vkm.ptr<const si32>
      %n = vkm.push_constant "a_dataSize" : ui32
      %zero = vkm.constant 0 : si32
      %local = vkm.var "m_summLocal" : !vkm.ref<si32> = %zero : si32
      %first = vkm.builtin global_invocation[0] : ui32
      vkm.for "i" = %first : ui32 cond (%i: !vkm.ref<ui32>) {
        %0 = vkm.load %i : !vkm.ref<ui32>
        %1 = vkm.cmp lt %0, %n : ui32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<ui32>) {
        %groups = vkm.builtin num_workgroups[0] : ui32
        %size = vkm.builtin workgroup_size[0] : ui32
        %stride = vkm.binary mul %groups, %size : ui32
        vkm.update add %i, %stride : !vkm.ref<ui32>, ui32
      } body (%i: !vkm.ref<ui32>) {
        %0 = vkm.load %i : !vkm.ref<ui32>
        %1 = vkm.deref %a_data[%0] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
        %2 = vkm.load %1 : !vkm.ref<si32>
        %number = vkm.var "number" : !vkm.ref<si32> = %2 : si32 {vkm.comment = "Only the positive numbers count."}
        %3 = vkm.load %number : !vkm.ref<si32>
        %4 = vkm.cmp gt %3, %zero : si32
        vkm.if %4 {
          %5 = vkm.load %number : !vkm.ref<si32>
          vkm.update add %local, %5 : !vkm.ref<si32>, si32
        }
      }
      %lid = vkm.builtin local_index[0] : ui32
      %shared = vkm.shared_ref @m_summShared : !vkm.ref<!vkm.array<256 x si32>>
      %slot = vkm.element %shared[%lid] : !vkm.ref<!vkm.array<256 x si32>>, ui32 -> !vkm.ref<si32>
      %share = vkm.load %local : !vkm.ref<si32>
      vkm.assign %slot, %share : !vkm.ref<si32>
      vkm.call @combineShared() : () -> ()
      %uzero = vkm.constant 0 : ui32
      %isFirst = vkm.cmp eq %lid, %uzero : ui32
      vkm.if %isFirst {
        %partials = vkm.scratch_ref @ArraySummPartials["m_summPartials"] : !vkm.ref<!vkm.array<1024 x si32>>
        %group = vkm.builtin workgroup[0] : ui32
        %partial = vkm.element %partials[%group] : !vkm.ref<!vkm.array<1024 x si32>>, ui32 -> !vkm.ref<si32>
        %slot0 = vkm.element %shared[%uzero] : !vkm.ref<!vkm.array<256 x si32>>, ui32 -> !vkm.ref<si32>
        %0 = vkm.load %slot0 : !vkm.ref<si32>
        vkm.assign %partial, %0 : !vkm.ref<si32>
        vkm.memory_barrier
        %done = vkm.scratch_ref @ArraySummPartials["groupsDone"] : !vkm.ref<ui32>
        %one = vkm.constant 1 : ui32
        // CHECK: vkm.atomic add %{{.*}}, %{{.*}} : <ui32>
        %old = vkm.atomic add %done, %one : !vkm.ref<ui32>
        %groups = vkm.builtin num_workgroups[0] : ui32
        %last = vkm.binary sub %groups, %one : ui32
        %isLast = vkm.cmp eq %old, %last : ui32
        %flag = vkm.shared_ref @isLastGroup : !vkm.ref<i1>
        vkm.assign %flag, %isLast : !vkm.ref<i1>
      }
      vkm.barrier
      %flag = vkm.shared_ref @isLastGroup : !vkm.ref<i1>
      %isLast = vkm.load %flag : !vkm.ref<i1>
      %others = vkm.unary not %isLast : i1
      vkm.if %others {
        vkm.return
      }
      vkm.memory_barrier
      vkm.if %isFirst {
        %summ = vkm.field_ref @m_summ : !vkm.ref<si32>
        vkm.assign %summ, %zero : !vkm.ref<si32>
      }
    }

    // CHECK: vkm.commands @kernel1D_ArraySumm_commands
    vkm.commands @kernel1D_ArraySumm_commands(%a_dataSize: ui64 {vkm.name = "a_dataSize"}) attributes {
        kernel = "kernel1D_ArraySumm", display = "ArraySumm", fields = {m_summ = #vkm.access<write>},
        bindings = [#vkm.binding<0, parameter "a_data" : si32, read>,
                    #vkm.binding<1, class_data "ClassData" : none, write>,
                    #vkm.binding<2, scratch "ArraySummPartials" : none, read_write>]} {
      %zero = vkm.constant 0 : ui32
      // CHECK: vkm.iteration_count "i" %{{.*}} lt %{{.*}} step 1 : ui32, ui64
      %n = vkm.iteration_count "i" %zero lt %a_dataSize step 1 : ui32, ui64
      // CHECK: vkm.workgroup_count %{{.*}} by 4096 limit 1024 dim 0 nonempty
      %groups = vkm.workgroup_count %n by 4096 limit 1024 dim 0 nonempty
      vkm.cmd.pipeline @kernel1D_ArraySumm
      vkm.cmd.push %n : ui32
      vkm.cmd.dispatch (%groups) : ui32
    }

    vkm.control @CalcArraySumm(%a_data: !vkm.ptr<const si32> {vkm.name = "a_data", vkm.access = #vkm.access<read>},
                               %a_dataSize: ui32 {vkm.name = "a_dataSize"}) attributes {is_virtual} {
      vkm.extent %a_data : !vkm.ptr<const si32> {
        vkm.yield %a_dataSize : ui32
      }
      // CHECK: vkm.cmd.barrier entry from [@kernel1D_ArraySumm_commands] to [@kernel1D_ArraySumm_commands]
      vkm.cmd.barrier entry from [@kernel1D_ArraySumm_commands] to [@kernel1D_ArraySumm_commands] [
          #vkm.hazard<write_after_write "m_summ" from "ArraySumm" to "ArraySumm">]
      // CHECK: vkm.cmd.bind @kernel1D_ArraySumm_commands site 0
      vkm.cmd.bind @kernel1D_ArraySumm_commands site 0 (%a_data) : !vkm.ptr<const si32>
      %0 = vkm.cast %a_dataSize : ui32 to ui64
      // CHECK: vkm.cmd.run @kernel1D_ArraySumm_commands(%{{.*}}) : ui64
      vkm.cmd.run @kernel1D_ArraySumm_commands(%0) : ui64
    }
  }
}
