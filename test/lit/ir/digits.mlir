// Neighbours whose digits a workgroup counts, and that it moves, as they are printed and parsed.
// RUN: vkmorph-opt %s | FileCheck %s
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%keys: !vkm.ptr<ui32> {vkm.name = "keys"}, %digits: !vkm.ptr<ui32> {vkm.name = "digits"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 4096 : ui32
        // CHECK: vkm.count_digits %{{.*}} of 4096 by 16 bits 8 digit {
        // CHECK-NEXT: ^bb0(%index: ui32):
        // CHECK: } store {
        // CHECK-NEXT: ^bb0(%digit: ui32, %number: ui32):
        vkm.count_digits %inTile of 4096 by 16 bits 8 digit {
        ^bb0(%i: ui32):
          %0 = vkm.deref %keys[%i] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
          %1 = vkm.load %0 : !vkm.ref<ui32>
          vkm.yield %1 : ui32
        } store {
        ^bb0(%d: ui32, %n: ui32):
          %0 = vkm.deref %digits[%d] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
          vkm.assign %0, %n : !vkm.ref<ui32>
        }
      }
    }
    vkm.kernel @kernel1D_Move(%keys: !vkm.ptr<si32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 4096 : ui32
        // CHECK: vkm.rank_digits %{{.*}} of 4096 by 16 bits 4 by subgroup load {
        // CHECK-NEXT: ^bb0(%index: ui32):
        // CHECK: } digit {
        // CHECK-NEXT: ^bb0(%element: !vkm.ref<si32>):
        // CHECK: } start {
        // CHECK-NEXT: ^bb0(%digit: ui32):
        // CHECK: } store {
        // CHECK-NEXT: ^bb0(%target: ui32, %value: si32):
        vkm.rank_digits %inTile of 4096 by 16 bits 4 by subgroup load {
        ^bb0(%i: ui32):
          %0 = vkm.deref %keys[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
          %1 = vkm.load %0 : !vkm.ref<si32>
          vkm.yield %1 : si32
        } digit {
        ^bb0(%e: !vkm.ref<si32>):
          %0 = vkm.load %e : !vkm.ref<si32>
          %1 = vkm.cast %0 : si32 to ui32
          vkm.yield %1 : ui32
        } start {
        ^bb0(%d: ui32):
          vkm.yield %d : ui32
        } store {
        ^bb0(%t: ui32, %v: si32):
          %0 = vkm.deref %keys[%t] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
          vkm.assign %0, %v : !vkm.ref<si32>
        }
      }
    }
  }
}
