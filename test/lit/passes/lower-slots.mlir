// Functions that give slots do so by atomic operations: one for the threads of a subgroup that come together, where there are ballots.
// RUN: split-file %s %t
// RUN: vkmorph-opt --vkm-lower-slots %t/ballot.mlir | FileCheck --check-prefix=BALLOT %s
// RUN: vkmorph-opt --vkm-lower-slots %t/none.mlir | FileCheck --check-prefix=ATOMIC %s
// RUN: vkmorph-opt --vkm-lower-slots %t/ways.mlir | FileCheck --check-prefix=WAYS %s
// RUN: sed -e 's/subgroup_ballot = true/subgroup_ballot = false/' %t/ways.mlir | vkmorph-opt --vkm-lower-slots | FileCheck --check-prefix=EACH %s
// EACH: vkm.func @next(%way: ui32 {{.*}}) -> ui32 {
// EACH-NOT: vkm.for
// EACH: vkm.element %{{.*}}[%way]
// EACH: vkm.atomic add
// EACH: vkm.return
// With a counter for each way: the threads of one way count together, and one atomic operation does for all ways.
// WAYS: vkm.func @next(%way: ui32 {{.*}}) -> ui32 {
// WAYS: vkm.for "other"
// WAYS: vkm.constant 3 : ui32
// WAYS: vkm.cmp eq %way,
// WAYS: vkm.if
// WAYS: vkm.active_threads count
// WAYS: vkm.active_threads rank
// WAYS: vkm.element %{{.*}}[%way]
// WAYS: vkm.atomic add
// WAYS-NOT: vkm.atomic
// WAYS: vkm.for "other"
// WAYS: vkm.if
// WAYS: vkm.subgroup_first
// WAYS: vkm.return
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
//--- ways.mlir
module attributes {vkm.phase = #vkm.phase<lowered>, vkm.target = {subgroup_ballot = true}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field temporary @counts : !vkm.array<3 x ui32> offset 0
    vkm.func @next(%way: ui32 {vkm.name = "way"}) -> ui32 attributes {vkm.takes_slot} {
      %0 = vkm.field_ref @counts : !vkm.ref<!vkm.array<3 x ui32>>
      %1 = vkm.element %0[%way] : !vkm.ref<!vkm.array<3 x ui32>>, ui32 -> !vkm.ref<ui32>
      %2 = vkm.load %1 : !vkm.ref<ui32>
      %slot = vkm.var const "slot" : !vkm.ref<ui32> = %2 : ui32
      %3 = vkm.constant 1 : ui32
      vkm.update add %1, %3 : !vkm.ref<ui32>, ui32
      %4 = vkm.load %slot : !vkm.ref<ui32>
      vkm.return %4 : ui32
    }
  }
}
