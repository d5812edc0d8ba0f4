// Control functions launch kernels.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-normalise -vkm-recognise-grids | FileCheck %s

// Calls of kernels become launches; a control function that is called is put in the place of its call.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Copy(%from: !vkm.ptr<const si32> {vkm.name = "from"}, %to: !vkm.ptr<si32> {vkm.name = "to"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.deref %to[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %2, %zero : !vkm.ref<si32>
      }
    }
    // CHECK: vkm.control @Copy
    // CHECK-NEXT: vkm.launch @kernel1D_Copy({{.*}}) : !vkm.ptr<const si32>, !vkm.ptr<si32>, si32 {vkm.comment = "there"}
    // CHECK-NEXT: vkm.return %{{.*}} : si32
    vkm.control @Copy(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) -> si32 {
      vkm.call @kernel1D_Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> () {vkm.comment = "there"}
      vkm.return %n : si32
    }
    // CHECK: vkm.control @CopyTwice(%[[A:.*]]: !vkm.ptr<const si32> {{.*}}, %[[B:.*]]: !vkm.ptr<si32> {{.*}}, %[[C:.*]]: !vkm.ptr<si32>
    // CHECK-NEXT: vkm.launch @kernel1D_Copy(%[[A]], %[[B]], %{{.*}})
    // CHECK-NEXT: vkm.launch @kernel1D_Copy(%[[A]], %[[C]], %{{.*}})
    // CHECK-NOT: vkm.launch
    vkm.control @CopyTwice(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"},
                           %c: !vkm.ptr<si32> {vkm.name = "c"}, %n: si32 {vkm.name = "n"}) {
      %0 = vkm.call @Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
      %1 = vkm.call @Copy(%a, %c, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
    }
  }
}
