// The rest of an iteration that another thread may take, and iterations whose calls others may run, as they are printed and parsed.
// RUN: vkmorph-opt %s | FileCheck %s
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @F(%i: ui32 {vkm.name = "i"}, %way: ui32 {vkm.name = "way"}, %u: f32 {vkm.name = "u"}) {
      // CHECK: vkm.regroup(%i : ui32) way %way of 4 turns 2 keeps ["u"](%u : f32) {
      // CHECK-NEXT: ^bb0(%{{.*}}: ui32, %{{.*}}: f32):
      vkm.regroup(%i : ui32) way %way of 4 turns 2 keeps ["u"](%u : f32) {
      ^bb0(%j: ui32, %v: f32):
      }
    }
    vkm.func @G(%y: si32 {vkm.name = "y"}, %x: si32 {vkm.name = "x"}, %way: ui32 {vkm.name = "way"}) {
      // CHECK: vkm.regroup(%y, %x : si32, si32) way %way of 2 turns 1 keeps [] attributes {vkm.comment = "nothing"} {
      // CHECK-NEXT: ^bb0(%{{.*}}: si32, %{{.*}}: si32):
      vkm.regroup(%y, %x : si32, si32) way %way of 2 turns 1 keeps [] attributes {vkm.comment = "nothing"} {
      ^bb0(%row: si32, %column: si32):
      }
    }
    vkm.func @H(%y: si32 {vkm.name = "y"}, %x: si32 {vkm.name = "x"}) {
      // CHECK: vkm.rounds(%y, %x : si32, si32) {
      // CHECK-NEXT: vkm.while
      vkm.rounds(%y, %x : si32, si32) {
        vkm.while {
          %0 = vkm.constant false
          vkm.yield %0 : i1
        } do {
        }
      }
    }
  }
}
