// Neighbours that a workgroup sorts, as they are printed and parsed.
// RUN: vkmorph-opt %s | FileCheck %s
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%keys: !vkm.ptr<si32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 1024 : ui32
        // CHECK: vkm.sort_tile %{{.*}} of 1024 by 8 attributes {vkm.comment = "in order"} load {
        // CHECK-NEXT: ^bb0(%index: ui32):
        // CHECK: vkm.yield %{{.*}} : si32
        // CHECK-NEXT: } order {
        // CHECK-NEXT: ^bb0(%first: !vkm.ref<si32>, %second: !vkm.ref<si32>):
        // CHECK: vkm.yield %{{.*}} : i1
        // CHECK-NEXT: } store {
        // CHECK-NEXT: ^bb0(%index: ui32, %value: si32):
        // CHECK: vkm.assign %{{.*}}, %value : <si32>
        vkm.sort_tile %inTile of 1024 by 8 attributes {vkm.comment = "in order"} load {
        ^bb0(%i: ui32):
          %0 = vkm.deref %keys[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
          %1 = vkm.load %0 : !vkm.ref<si32>
          vkm.yield %1 : si32
        } order {
        ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
          %0 = vkm.load %a : !vkm.ref<si32>
          %1 = vkm.load %b : !vkm.ref<si32>
          %2 = vkm.cmp lt %0, %1 : si32
          vkm.yield %2 : i1
        } store {
        ^bb0(%i: ui32, %x: si32):
          %0 = vkm.deref %keys[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
          vkm.assign %0, %x : !vkm.ref<si32>
        }
      }
    }
  }
}
