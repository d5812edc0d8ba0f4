// Vectors that kernels append to, before lowering.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.field @m_next : !vkm.dynarray<si32>
    vkm.field @m_next_size : ui32 size_of @m_next
    // CHECK: vkm.func @add(%{{.*}}: si32, %[[ELEMENTS:.*]]: !vkm.ptr<si32> {vkm.elements_of = "m_next"})
    vkm.func @add(%x: si32, %elements: !vkm.ptr<si32> {vkm.elements_of = "m_next"}) {
      // CHECK: vkm.append @m_next, %{{.*}} : si32 into %[[ELEMENTS]] : !vkm.ptr<si32>
      vkm.append @m_next, %x : si32 into %elements : !vkm.ptr<si32>
    }
    vkm.kernel @kernel1D_Find(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.once {
        // CHECK: vkm.exchange_sizes @m_hits, @m_next
        vkm.exchange_sizes @m_hits, @m_next
        %room = vkm.cast %n : ui32 to ui64
        // CHECK: vkm.reserve @m_hits, %{{.*}} : ui64
        vkm.reserve @m_hits, %room : ui64
      }
      %zero = vkm.constant 0 : ui32
      // CHECK: vkm.grid {{.*}} attributes {device_bounds, workgroup_size = array<i32: 256, 1, 1>}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {device_bounds, workgroup_size = array<i32: 256, 1, 1>} {
        %hit = vkm.cast %i : ui32 to si32
        // CHECK: vkm.append @m_hits, %[[HIT:.*]] : si32{{$}}
        vkm.append @m_hits, %hit : si32
        // CHECK-NEXT: vkm.append @m_hits, %[[HIT]] : si32 by subgroup
        vkm.append @m_hits, %hit : si32 by subgroup
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {max_workgroups = array<i32: 256, 1, 1>, in_order, workgroup_size = array<i32: 256, 1, 1>} {
        // CHECK: %[[HIT:.*]] = vkm.cast
        %hit = vkm.cast %i : ui32 to si32
        // CHECK-NEXT: %[[NEXT:.*]] = vkm.append_counter @m_hits : <ui32>
        %next = vkm.append_counter @m_hits : <ui32>
        // CHECK-NEXT: vkm.append @m_hits, %[[HIT]] : si32 by stable at %[[NEXT]] : !vkm.ref<ui32>
        vkm.append @m_hits, %hit : si32 by stable at %next : !vkm.ref<ui32>
      }
    }
  }
}
