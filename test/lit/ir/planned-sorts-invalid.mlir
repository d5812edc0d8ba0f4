// Workgroups of which a tile is sorted have as many threads as it takes.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics
module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_shuffle = true, subgroup_arithmetic = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%keys: !vkm.ptr<si32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has workgroups of 64 threads, and 128 take a tile}}
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %inTile = vkm.constant 1024 : ui32
        vkm.sort_tile %inTile of 1024 by 8 load {
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
