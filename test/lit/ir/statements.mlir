// Statements without loops: branches, switches, scopes, jumps.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

// CHECK-LABEL: vkm.func @branches
vkm.func @branches(%c: i1, %x: !vkm.ref<f32>, %v: f32) -> f32 {
  // CHECK: vkm.if %{{.*}} {
  // CHECK-NEXT: vkm.assign
  // CHECK-NEXT: } else {
  // CHECK-NEXT: vkm.return %{{.*}} : f32
  // CHECK-NEXT: }
  vkm.if %c {
    vkm.assign %x, %v : !vkm.ref<f32>
  } else {
    vkm.return %v : f32
  }
  // CHECK-NEXT: vkm.if %{{.*}} attributes {vkm.comment = "rarely"} {
  // CHECK-NEXT: }
  // CHECK-NEXT: vkm.scope {
  vkm.if %c attributes {vkm.comment = "rarely"} {
  }
  vkm.scope {
    // CHECK-NEXT: %{{.*}} = vkm.var "t" : <f32>
    %t = vkm.var "t" : !vkm.ref<f32>
  }
  // CHECK: vkm.if %{{.*}} {
  // CHECK-NEXT: } else {
  // CHECK-NEXT: }
  vkm.if %c {
  } else {
  }
  vkm.return %v : f32
}

// Control falls through from 1 and 2 into the default, and from there nowhere.
// CHECK-LABEL: vkm.func @choices
vkm.func @choices(%mode: si32, %x: !vkm.ref<si32>) {
  // CHECK: vkm.switch %{{.*}} : si32 {{\[\[}}1, 2], [], [-3]] {
  // CHECK-NEXT: vkm.assign
  // CHECK-NEXT: }, {
  // CHECK-NEXT: vkm.break
  // CHECK-NEXT: }, {
  // CHECK-NEXT: vkm.return
  // CHECK-NEXT: }
  vkm.switch %mode : si32 [[1, 2], [], [-3]] {
    vkm.assign %x, %mode : !vkm.ref<si32>
  }, {
    vkm.break
  }, {
    vkm.return
  }
  // CHECK-NEXT: vkm.switch %{{.*}} : si32 {{\[\[}}0]] {
  // CHECK-NEXT: }
  vkm.switch %mode : si32 [[0]] {
  }
  // CHECK-NEXT: vkm.return
  vkm.return
}
