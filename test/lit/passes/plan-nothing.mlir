// Changes nothing when there is nothing to do: the phase is past.
// RUN: vkmorph-opt %s -verify-each -verify-diagnostics -vkm-plan=workgroup-size=7 | FileCheck %s

// CHECK: vkm.phase = #vkm.phase<planned>
// CHECK: workgroup_size = array<i32: 32, 1, 1>
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Copy(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 32, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
    }
  }
}
