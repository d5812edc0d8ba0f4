// A sort, as it is printed and parsed.
// RUN: vkmorph-opt %s | FileCheck %s
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
module {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Run(%keys: !vkm.ptr<si32> {vkm.name = "keys"}, %n: ui32 {vkm.name = "n"}) {
      %zero = vkm.constant 0 : ui32
      // CHECK: vkm.sort "stable_sort" %{{.*}}[%{{.*}}, %{{.*}}] by <tiles of 2048 by 8> : <si32>, ui32 attributes {vkm.comment = "in order"} {
      // CHECK-NEXT: ^bb0(%first: !vkm.ref<si32>, %second: !vkm.ref<si32>):
      // CHECK-NEXT: %[[FIRST:.*]] = vkm.load %first : <si32>
      // CHECK-NEXT: %[[SECOND:.*]] = vkm.load %second : <si32>
      // CHECK-NEXT: %[[LESS:.*]] = vkm.cmp lt %[[FIRST]], %[[SECOND]] : si32
      // CHECK-NEXT: vkm.yield %[[LESS]] : i1
      // CHECK-NEXT: }
      vkm.sort "stable_sort" %keys[%zero, %n] by <tiles of 2048 by 8> : !vkm.ptr<si32>, ui32 attributes {vkm.comment = "in order"} {
      ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
        %0 = vkm.load %a : !vkm.ref<si32>
        %1 = vkm.load %b : !vkm.ref<si32>
        %2 = vkm.cmp lt %0, %1 : si32
        vkm.yield %2 : i1
      }
    }
  }
}
