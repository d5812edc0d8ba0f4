// Functions that give slots do so by atomic operations: one for the threads of a subgroup that come together, where there are ballots.
// RUN: split-file %s %t
// RUN: vkmorph-opt --vkm-lower-slots %t/ballot.mlir | FileCheck --check-prefix=BALLOT %s
// RUN: vkmorph-opt --vkm-lower-slots %t/none.mlir | FileCheck --check-prefix=ATOMIC %s
// BALLOT: vkm.func @next() -> ui32 {
// BALLOT: vkm.active_threads count
// BALLOT: vkm.active_threads rank
// BALLOT: vkm.if
// BALLOT: vkm.atomic add
// BALLOT: vkm.subgroup_first
// BALLOT: vkm.binary add
// BALLOT: vkm.return
// ATOMIC: vkm.func @next() -> ui32 {
// ATOMIC-NOT: vkm.update
// ATOMIC: vkm.atomic add
// ATOMIC: vkm.return
//--- ballot.mlir
module attributes {vkm.phase = #vkm.phase<lowered>, vkm.target = {subgroup_ballot = true}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field temporary @count : ui32 offset 0
    vkm.func @next() -> ui32 attributes {vkm.takes_slot} {
      %0 = vkm.field_ref @count : !vkm.ref<ui32>
      %1 = vkm.load %0 : !vkm.ref<ui32>
      %slot = vkm.var const "slot" : !vkm.ref<ui32> = %1 : ui32
      %2 = vkm.constant 1 : ui32
      vkm.update add %0, %2 : !vkm.ref<ui32>, ui32
      %3 = vkm.load %slot : !vkm.ref<ui32>
      vkm.return %3 : ui32
    }
  }
}
//--- none.mlir
module attributes {vkm.phase = #vkm.phase<lowered>, vkm.target = {subgroup_ballot = false}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field temporary @count : ui32 offset 0
    vkm.func @next() -> ui32 attributes {vkm.takes_slot} {
      %0 = vkm.field_ref @count : !vkm.ref<ui32>
      %1 = vkm.load %0 : !vkm.ref<ui32>
      %slot = vkm.var const "slot" : !vkm.ref<ui32> = %1 : ui32
      %2 = vkm.constant 1 : ui32
      vkm.update add %0, %2 : !vkm.ref<ui32>, ui32
      %3 = vkm.load %slot : !vkm.ref<ui32>
      vkm.return %3 : ui32
    }
  }
}
