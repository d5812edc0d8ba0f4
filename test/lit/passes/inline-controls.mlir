// Control functions that others call: their bodies, with what they return and where they return early.
// RUN: vkmorph-opt %s -vkm-normalise -vkm-recognise-grids | FileCheck %s

module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
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
    vkm.control @Copy(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) -> si32 {
      vkm.call @kernel1D_Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> ()
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %value = vkm.load %sum : !vkm.ref<si32>
      vkm.return %value : si32
    }
    vkm.control @CopyIf(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) -> si32 {
      %zero = vkm.constant 0 : si32
      %none = vkm.cmp eq %n, %zero : si32
      vkm.if %none {
        vkm.return %zero : si32
      }
      vkm.call @kernel1D_Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> ()
      vkm.return %n : si32
    }

    // The value is a variable where another launch comes between it and its use, and not where none does.
    // CHECK-LABEL: vkm.control @Two
    // CHECK: vkm.launch @kernel1D_Copy
    // CHECK: %[[FIRST:.*]] = vkm.load
    // CHECK: %[[KEPT:.*]] = vkm.var const "copyResult" : <si32> = %[[FIRST]]
    // CHECK: vkm.launch @kernel1D_Copy
    // CHECK: %[[SECOND:.*]] = vkm.load
    // CHECK: vkm.load %[[KEPT]]
    // CHECK: vkm.binary sub
    vkm.control @Two(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) -> si32 {
      %0 = vkm.call @Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
      %1 = vkm.call @Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
      %2 = vkm.binary sub %0, %1 : si32
      vkm.return %2 : si32
    }

    // Where the call is the last that happens, its returns are the caller's.
    // CHECK-LABEL: vkm.control @Last
    // CHECK: vkm.if
    // CHECK-NEXT: vkm.return
    // CHECK: vkm.launch @kernel1D_Copy
    // CHECK-NEXT: vkm.return
    // CHECK-NEXT: }
    vkm.control @Last(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) -> si32 {
      %0 = vkm.call @CopyIf(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
      vkm.return %0 : si32
    }

    // Elsewhere what stands behind a branch that returns becomes its other branch.
    // CHECK-LABEL: vkm.control @First
    // CHECK: %[[RESULT:.*]] = vkm.var "copyIfResult"
    // CHECK: vkm.if
    // CHECK: vkm.assign %[[RESULT]]
    // CHECK: } else {
    // CHECK: vkm.launch @kernel1D_Copy
    // CHECK: vkm.assign %[[RESULT]]
    // CHECK: }
    // CHECK: %[[N:.*]] = vkm.load %[[RESULT]]
    // CHECK: vkm.launch @kernel1D_Copy(%{{.*}}, %{{.*}}, %[[N]])
    vkm.control @First(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      %0 = vkm.call @CopyIf(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
      vkm.call @kernel1D_Copy(%a, %b, %0) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> ()
    }

    // In the condition of a loop and behind '&&' the call comes to stand among statements; what stands before it in a
    // condition stays there.
    // CHECK-LABEL: vkm.control @While
    // CHECK: vkm.for "left"
    // CHECK: %[[MORE:.*]] = vkm.cmp gt
    // CHECK-NEXT: vkm.yield %[[MORE]]
    // CHECK: } body
    // CHECK: vkm.launch @kernel1D_Copy
    // CHECK: %[[GO:.*]] = vkm.cmp gt
    // CHECK-NEXT: %[[STOP:.*]] = vkm.unary not %[[GO]]
    // CHECK-NEXT: vkm.if %[[STOP]] {
    // CHECK-NEXT: vkm.break
    vkm.control @While(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : si32
      %left = vkm.var "left" : !vkm.ref<si32> = %n : si32
      vkm.while {
        %0 = vkm.load %left : !vkm.ref<si32>
        %1 = vkm.cmp gt %0, %zero : si32
        %2 = vkm.and %1 {
          %3 = vkm.call @Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
          %4 = vkm.cmp gt %3, %one : si32
          vkm.yield %4 : i1
        }
        vkm.yield %2 : i1
      } do {
        vkm.update sub %left, %one : !vkm.ref<si32>, si32
      }
    }

    // A variable that is declared with such a value is set in the branch itself.
    // CHECK-LABEL: vkm.control @Declared
    // CHECK: %[[IS_ON:.*]] = vkm.var "isOn" : <i1> = %{{.*}} : i1
    // CHECK-NEXT: %[[ASKED:.*]] = vkm.load %[[IS_ON]]
    // CHECK-NEXT: vkm.if %[[ASKED]] {
    // CHECK: vkm.launch @kernel1D_Copy
    // CHECK: vkm.assign %[[IS_ON]]
    // CHECK-NEXT: }
    // CHECK-NEXT: %[[READ:.*]] = vkm.load %[[IS_ON]]
    // CHECK-NEXT: vkm.return %[[READ]]
    vkm.control @Declared(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) -> i1 {
      %one = vkm.constant 1 : si32
      %0 = vkm.cmp gt %n, %one : si32
      %1 = vkm.and %0 {
        %3 = vkm.call @Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
        %4 = vkm.cmp gt %3, %one : si32
        vkm.yield %4 : i1
      }
      %isOn = vkm.var const "isOn" : !vkm.ref<i1> = %1 : i1
      %2 = vkm.load %isOn : !vkm.ref<i1>
      vkm.return %2 : i1
    }

    // CHECK-LABEL: vkm.control @Choice
    // CHECK: %[[CHOSEN:.*]] = vkm.var "copyResult" : <si32>
    // CHECK-NEXT: vkm.if
    // CHECK: vkm.launch @kernel1D_Copy
    // CHECK: vkm.assign %[[CHOSEN]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: vkm.assign %[[CHOSEN]], %{{.*}}
    // CHECK-NEXT: }
    // CHECK-NEXT: %{{.*}} = vkm.load %[[CHOSEN]]
    vkm.control @Choice(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) -> si32 {
      %zero = vkm.constant 0 : si32
      %0 = vkm.cmp gt %n, %zero : si32
      %1 = vkm.select %0 : si32 {
        %2 = vkm.call @Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
        vkm.yield %2 : si32
      } else {
        vkm.yield %zero : si32
      }
      vkm.return %1 : si32
    }

    // Its value, which nobody takes there, is not the caller's.
    // CHECK-LABEL: vkm.control @Dropped
    // CHECK: vkm.if
    // CHECK-NEXT: vkm.return
    // CHECK-NOT: :
    // CHECK: }
    // CHECK-NEXT: vkm.launch @kernel1D_Copy
    vkm.control @Dropped(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      %0 = vkm.call @CopyIf(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> si32
    }
  }
}
