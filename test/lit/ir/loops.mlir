// Loops, with what leaves them and what goes on.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

// CHECK-LABEL: vkm.func @loops
vkm.func @loops(%n: si32, %place: !vkm.ref<si32>) {
  %zero = vkm.constant 0 : si32
  %one = vkm.constant 1 : si32
  // CHECK: vkm.for "i" = %{{.*}} : si32 attributes {vkm.comment = "downwards"} cond (%[[C:.*]]: !vkm.ref<si32>) {
  // CHECK-NEXT: %[[NOW:.*]] = vkm.load %[[C]] : <si32>
  // CHECK-NEXT: %[[GOON:.*]] = vkm.cmp ge %[[NOW]], %{{.*}} : si32
  // CHECK-NEXT: vkm.yield %[[GOON]] : i1
  // CHECK-NEXT: } step (%[[S:.*]]: !vkm.ref<si32>) {
  // CHECK-NEXT: vkm.update sub %[[S]], %{{.*}} : <si32>, si32
  // CHECK-NEXT: } body (%[[B:.*]]: !vkm.ref<si32>) {
  // CHECK-NEXT: vkm.assign %[[B]], %{{.*}} : <si32>
  // CHECK-NEXT: vkm.continue
  // CHECK-NEXT: }
  vkm.for "i" = %n : si32 attributes {vkm.comment = "downwards"} cond (%i: !vkm.ref<si32>) {
    %0 = vkm.load %i : !vkm.ref<si32>
    %1 = vkm.cmp ge %0, %zero : si32
    vkm.yield %1 : i1
  } step (%i: !vkm.ref<si32>) {
    vkm.update sub %i, %one : !vkm.ref<si32>, si32
  } body (%i: !vkm.ref<si32>) {
    vkm.assign %i, %zero : !vkm.ref<si32>
    vkm.continue
  }

  // A loop without step and without body.
  // CHECK-NEXT: %[[TRUE:.*]] = vkm.constant true
  // CHECK-NEXT: vkm.for "j" = %{{.*}} : si32 cond (%{{.*}}: !vkm.ref<si32>) {
  // CHECK-NEXT: vkm.yield %[[TRUE]] : i1
  // CHECK-NEXT: } step (%{{.*}}: !vkm.ref<si32>) {
  // CHECK-NEXT: } body (%{{.*}}: !vkm.ref<si32>) {
  // CHECK-NEXT: }
  %true = vkm.constant true
  vkm.for "j" = %n : si32 cond (%j: !vkm.ref<si32>) {
    vkm.yield %true : i1
  } step (%j: !vkm.ref<si32>) {
  } body (%j: !vkm.ref<si32>) {
  }

  // CHECK-NEXT: vkm.while {
  // CHECK-NEXT: vkm.yield %[[TRUE]] : i1
  // CHECK-NEXT: } do {
  // CHECK-NEXT: vkm.break
  // CHECK-NEXT: }
  vkm.while {
    vkm.yield %true : i1
  } do {
    vkm.break
  }

  // CHECK-NEXT: vkm.do_while attributes {vkm.comment = "at least once"} {
  // CHECK-NEXT: vkm.update add %{{.*}}, %{{.*}} : <si32>, si32
  // CHECK-NEXT: } cond {
  // CHECK-NEXT: %[[LAST:.*]] = vkm.load %{{.*}} : <si32>
  // CHECK-NEXT: %[[MORE:.*]] = vkm.cmp lt %[[LAST]], %{{.*}} : si32
  // CHECK-NEXT: vkm.yield %[[MORE]] : i1
  // CHECK-NEXT: }
  vkm.do_while attributes {vkm.comment = "at least once"} {
    vkm.update add %place, %one : !vkm.ref<si32>, si32
  } cond {
    %0 = vkm.load %place : !vkm.ref<si32>
    %1 = vkm.cmp lt %0, %n : si32
    vkm.yield %1 : i1
  }
}
