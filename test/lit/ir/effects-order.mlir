// Reads and writes keep their order under generic passes; what nobody needs goes, what only seems so stays.
// RUN: vkmorph-opt %s -canonicalize -cse | FileCheck %s

// The trap of printing values as expressions: the old value is read before the write.
// CHECK-LABEL: vkm.func @readWriteUse
vkm.func @readWriteUse(%e: !vkm.ref<si32>, %v: si32) -> si32 {
  // CHECK-NEXT: %[[OLD:.*]] = vkm.load
  // CHECK-NEXT: vkm.assign
  // CHECK-NEXT: %[[NEW:.*]] = vkm.load
  // CHECK-NEXT: %[[SUM:.*]] = vkm.binary sub %[[NEW]], %[[OLD]]
  // CHECK-NEXT: vkm.return %[[SUM]]
  %old = vkm.load %e : !vkm.ref<si32>
  vkm.assign %e, %v : !vkm.ref<si32>
  %new = vkm.load %e : !vkm.ref<si32>
  %0 = vkm.binary sub %new, %old : si32
  vkm.return %0 : si32
}

// Two reads without a write between them are one; places and pure expressions are one anyway.
// CHECK-LABEL: vkm.func @sameRead
vkm.func @sameRead(%p: !vkm.ptr<const f32>, %i: ui32) -> f32 {
  // CHECK-NEXT: %[[PLACE:.*]] = vkm.deref
  // CHECK-NEXT: %[[READ:.*]] = vkm.load %[[PLACE]]
  // CHECK-NEXT: vkm.binary mul %[[READ]], %[[READ]]
  %a = vkm.deref %p[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
  %0 = vkm.load %a : !vkm.ref<f32>
  %b = vkm.deref %p[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
  %1 = vkm.load %b : !vkm.ref<f32>
  %2 = vkm.binary mul %0, %1 : f32
  vkm.return %2 : f32
}

// A write in a branch, a compound assignment, a call: a read on the other side is another read.
vkm.func @unknown(%r: !vkm.ref<si32>) {
}
// CHECK-LABEL: vkm.func @writesBetween
vkm.func @writesBetween(%r: !vkm.ref<si32>, %c: i1, %v: si32) {
  // CHECK-COUNT-4: vkm.load
  %0 = vkm.load %r : !vkm.ref<si32>
  vkm.if %c {
    vkm.assign %r, %v : !vkm.ref<si32>
  }
  %1 = vkm.load %r : !vkm.ref<si32>
  vkm.update add %r, %v : !vkm.ref<si32>, si32
  %2 = vkm.load %r : !vkm.ref<si32>
  vkm.call @unknown(%r) : (!vkm.ref<si32>) -> ()
  %3 = vkm.load %r : !vkm.ref<si32>
  %all = vkm.aggregate(%0, %1, %2, %3 : si32, si32, si32, si32) : !vkm.array<4 x si32>
  %kept = vkm.var "kept" : !vkm.ref<!vkm.array<4 x si32>> = %all : !vkm.array<4 x si32>
  vkm.call @take(%kept) : (!vkm.ref<!vkm.array<4 x si32>>) -> ()
}
vkm.func @take(%r: !vkm.ref<!vkm.array<4 x si32>>) {
}

// The condition of a loop is read again in each iteration.
// CHECK-LABEL: vkm.func @loop
vkm.func @loop(%r: !vkm.ref<si32>, %n: si32) {
  // CHECK-NEXT: vkm.while {
  // CHECK-NEXT: vkm.load
  // CHECK: } do {
  // CHECK-NEXT: %[[NOW:.*]] = vkm.load
  // CHECK-NEXT: vkm.assign %{{.*}}, %[[NOW]]
  vkm.while {
    %0 = vkm.load %r : !vkm.ref<si32>
    %1 = vkm.cmp lt %0, %n : si32
    vkm.yield %1 : i1
  } do {
    %0 = vkm.load %r : !vkm.ref<si32>
    vkm.assign %r, %0 : !vkm.ref<si32>
  }
}

// Dead: an unused read, an unused expression that is evaluated lazily, a variable that nobody names.
// CHECK-LABEL: vkm.func @dead
// CHECK-NEXT: }
vkm.func @dead(%r: !vkm.ref<i1>, %c: i1) {
  %0 = vkm.load %r : !vkm.ref<i1>
  %1 = vkm.and %c {
    %2 = vkm.load %r : !vkm.ref<i1>
    vkm.yield %2 : i1
  }
  %3 = vkm.var "nobody" : !vkm.ref<i1> = %c : i1
}

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // Shared memory is another after a barrier; a push constant keeps its place though nobody reads it.
    // CHECK-LABEL: vkm.shader @s
    // CHECK: vkm.push_constant "unused" : ui32
    // CHECK: vkm.load
    // CHECK-NEXT: vkm.barrier
    // CHECK-NEXT: vkm.load
    vkm.shared @flag : i1
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      %n = vkm.push_constant "unused" : ui32
      %flag = vkm.shared_ref @flag : !vkm.ref<i1>
      %0 = vkm.load %flag : !vkm.ref<i1>
      vkm.barrier
      %1 = vkm.load %flag : !vkm.ref<i1>
      %2 = vkm.cmp ne %0, %1 : i1
      vkm.if %2 {
        vkm.return
      }
    }
    // CHECK-LABEL: vkm.control @Run
    // CHECK-NEXT: vkm.extent
    vkm.control @Run(%p: !vkm.ptr<f32>, %n: ui32) {
      vkm.extent %p : !vkm.ptr<f32> {
        vkm.yield %n : ui32
      }
    }
  }
}
