// Calls on one of several arrays become branches, for the combinations of numbers that come about.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-resolve-picks | FileCheck %s

// Changes nothing when there is nothing to do.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%x: !vkm.ptr<f32> {vkm.name = "x"}) attributes {dims = 1 : i32} {
    }
    // CHECK: vkm.control @Run
    // CHECK-NEXT: vkm.call @kernel1D_K(%a)
    // CHECK-NEXT: }
    vkm.control @Run(%a: !vkm.ptr<f32> {vkm.name = "a"}) {
      vkm.call @kernel1D_K(%a) : (!vkm.ptr<f32>) -> ()
    }
  }
}

// -----

// A branch sets the number, so that behind it both come about; one that is known needs no branch.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%x: !vkm.ptr<f32> {vkm.name = "x"}) attributes {dims = 1 : i32} {
    }
    // CHECK: vkm.control @Run(%a: {{.*}}, %b: {{.*}}, %c: {{.*}}, %go:
    vkm.control @Run(%a: !vkm.ptr<f32> {vkm.name = "a"}, %b: !vkm.ptr<f32> {vkm.name = "b"},
                     %c: !vkm.ptr<f32> {vkm.name = "c"}, %go: i1 {vkm.name = "go"}) {
      %zero = vkm.constant 0 : ui32
      // CHECK: vkm.var "which" : <ui32> = %{{.*}} : ui32
      // CHECK-SAME: {vkm.comment = "Where it begins.\0AArrays by number: 0 is a, 1 is b, 2 is c."}
      %which = vkm.var "which" : !vkm.ref<ui32> = %zero : ui32 {vkm.comment = "Where it begins."}
      // CHECK: vkm.call @kernel1D_K(%a)
      %n0 = vkm.load %which : !vkm.ref<ui32>
      %p0 = vkm.pick %n0 : ui32 of (%a, %b, %c) : !vkm.ptr<f32>, !vkm.ptr<f32>, !vkm.ptr<f32> -> !vkm.ptr<f32>
      vkm.call @kernel1D_K(%p0) : (!vkm.ptr<f32>) -> ()
      vkm.if %go {
        %two = vkm.constant 2 : ui32
        vkm.assign %which, %two : !vkm.ref<ui32>
      }
      // CHECK: %[[N:.*]] = vkm.load %which
      // CHECK: %[[ZERO:.*]] = vkm.constant 0 : ui32
      // CHECK: %[[IS:.*]] = vkm.cmp eq %[[N]], %[[ZERO]] : ui32
      // CHECK: vkm.if %[[IS]] attributes {vkm.comment = "there", vkm.picked} {
      // CHECK-NEXT: vkm.call @kernel1D_K(%a)
      // CHECK-NEXT: } else {
      // CHECK-NEXT: vkm.call @kernel1D_K(%c)
      // CHECK-NEXT: }
      %n1 = vkm.load %which : !vkm.ref<ui32>
      %p1 = vkm.pick %n1 : ui32 of (%a, %b, %c) : !vkm.ptr<f32>, !vkm.ptr<f32>, !vkm.ptr<f32> -> !vkm.ptr<f32>
      vkm.call @kernel1D_K(%p1) : (!vkm.ptr<f32>) -> () {vkm.comment = "there"}
    }
  }
}

// -----

// So do elements of one of several arrays; those of one that is known are its own.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.control @Run(%a: {{.*}}, %b: {{.*}}, %go:
    vkm.control @Run(%a: !vkm.ptr<f32> {vkm.name = "a"}, %b: !vkm.ptr<f32> {vkm.name = "b"},
                     %go: i1 {vkm.name = "go"}, %x: f32 {vkm.name = "x"}) {
      %zero = vkm.constant 0 : ui32
      %which = vkm.var "which" : !vkm.ref<ui32> = %zero : ui32
      // CHECK: %[[FIRST:.*]] = vkm.deref %a
      // CHECK: vkm.assign %[[FIRST]], %x
      %n0 = vkm.load %which : !vkm.ref<ui32>
      %p0 = vkm.pick %n0 : ui32 of (%a, %b) : !vkm.ptr<f32>, !vkm.ptr<f32> -> !vkm.ptr<f32>
      %e0 = vkm.deref %p0[%zero] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      vkm.assign %e0, %x : !vkm.ref<f32>
      vkm.if %go {
        %one = vkm.constant 1 : ui32
        vkm.assign %which, %one : !vkm.ref<ui32>
      }
      // CHECK: %[[N:.*]] = vkm.load %which
      // CHECK: %[[INB:.*]] = vkm.deref %b
      // CHECK: %[[IS:.*]] = vkm.cmp eq %[[N]], %{{.*}} : ui32
      // CHECK: %[[INA:.*]] = vkm.deref %a
      // CHECK: %[[VALUE:.*]] = vkm.select %[[IS]] : f32 {
      // CHECK-NEXT: vkm.load %[[INA]]
      // CHECK: } else {
      // CHECK-NEXT: vkm.load %[[INB]]
      %n1 = vkm.load %which : !vkm.ref<ui32>
      %p1 = vkm.pick %n1 : ui32 of (%a, %b) : !vkm.ptr<f32>, !vkm.ptr<f32> -> !vkm.ptr<f32>
      %e1 = vkm.deref %p1[%zero] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %old = vkm.load %e1 : !vkm.ref<f32>
      // CHECK: %[[SUM:.*]] = vkm.binary add %[[VALUE]], %x
      %sum = vkm.binary add %old, %x : f32
      // CHECK: vkm.if %[[IS]] {
      // CHECK-NEXT: vkm.assign %[[INA]], %[[SUM]]
      // CHECK-NEXT: } else {
      // CHECK-NEXT: vkm.assign %[[INB]], %[[SUM]]
      vkm.assign %e1, %sum : !vkm.ref<f32>
    }
  }
}
