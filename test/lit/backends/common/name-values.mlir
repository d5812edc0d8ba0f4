// What is printed where it is used, and what gets a name first.
// RUN: vkmorph-opt %s --vkm-name-values | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @e : si32 offset 0

    // Nothing to do: every value is used once, and nothing stands between.
    // CHECK-LABEL: vkm.func @nothing
    // CHECK-NOT: vkm.let
    vkm.func @nothing(%a: si32 {vkm.name = "a"}) -> si32 {
      %e = vkm.field_ref @e : !vkm.ref<si32>
      %0 = vkm.load %e : !vkm.ref<si32>
      %1 = vkm.binary add %0, %a : si32
      vkm.return %1 : si32
    }

    // The write would overtake the read: `const int eOld = e; e = 2; return eOld;`
    // CHECK-LABEL: vkm.func @overtaken
    // CHECK:      %[[READ:.*]] = vkm.load
    // CHECK-NEXT: %[[OLD:.*]] = vkm.let "eOld" %[[READ]] : si32
    // CHECK:      vkm.assign
    // CHECK-NEXT: vkm.return %[[OLD]]
    vkm.func @overtaken() -> si32 {
      %e = vkm.field_ref @e : !vkm.ref<si32>
      %two = vkm.constant 2 : si32
      %old = vkm.load %e : !vkm.ref<si32>
      vkm.assign %e, %two : !vkm.ref<si32>
      vkm.return %old : si32
    }

    // A call that writes the field is such a write, a call that does not is none.
    vkm.func @setE() -> si32 {
      %e = vkm.field_ref @e : !vkm.ref<si32>
      %two = vkm.constant 2 : si32
      vkm.assign %e, %two : !vkm.ref<si32>
      vkm.return %two : si32
    }
    // The call's own result has to stand before what reads the field.
    // CHECK-LABEL: vkm.func @overtakenByCall
    // CHECK: vkm.let "eOld"
    // CHECK: vkm.let "setEResult"
    // CHECK-NOT: vkm.let
    vkm.func @overtakenByCall(%a: si32 {vkm.name = "a"}) -> si32 {
      %e = vkm.field_ref @e : !vkm.ref<si32>
      %0 = vkm.load %e : !vkm.ref<si32>
      %1 = vkm.call @setE() : () -> si32
      %2 = vkm.binary add %0, %1 : si32
      %3 = vkm.call @nothing(%a) : (si32) -> si32
      %4 = vkm.binary add %2, %3 : si32
      vkm.return %4 : si32
    }

    // An index that is used twice; the variable changes between the two.
    // CHECK-LABEL: vkm.func @indexTwice
    // CHECK: %[[INDEX:.*]] = vkm.let "index"
    // CHECK: vkm.element %{{.*}}[%[[INDEX]]]
    vkm.func @indexTwice(%i: si32 {vkm.name = "i"}, %j: si32 {vkm.name = "j"}) -> si32 {
      %a = vkm.var "a" : !vkm.ref<!vkm.array<4 x si32>>
      %0 = vkm.binary add %i, %j : si32
      %1 = vkm.element %a[%0] : !vkm.ref<!vkm.array<4 x si32>>, si32 -> !vkm.ref<si32>
      %two = vkm.constant 2 : si32
      vkm.assign %1, %two : !vkm.ref<si32>
      %2 = vkm.load %1 : !vkm.ref<si32>
      vkm.return %2 : si32
    }

    // Short expressions of names may be printed twice.
    // CHECK-LABEL: vkm.func @short
    // CHECK-NOT: vkm.let
    vkm.func @short(%i: ui32 {vkm.name = "i"}) {
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %i, %zero : ui32
      vkm.if %first {
        vkm.barrier
      }
      vkm.if %first {
        vkm.barrier
      }
      vkm.return
    }

    // Effects stay where they are, also where their result is used under a condition or in a loop.
    // CHECK-LABEL: vkm.func @effects
    // CHECK:      vkm.call @setE
    // CHECK-NEXT: %[[RESULT:.*]] = vkm.let "setEResult"
    // CHECK:      vkm.if
    // CHECK:        vkm.assign %{{.*}}, %[[RESULT]]
    vkm.func @effects(%c: i1 {vkm.name = "c"}, %x: !vkm.ref<si32> {vkm.name = "x"}) {
      %0 = vkm.call @setE() : () -> si32
      vkm.if %c {
        vkm.assign %x, %0 : !vkm.ref<si32>
      }
    }

    // What a loop would compute again and again is computed before it, unless that is next to nothing.
    // CHECK-LABEL: vkm.func @loop
    // CHECK: %[[PRODUCT:.*]] = vkm.let "product"
    // CHECK-NOT: vkm.let
    // CHECK: vkm.while
    // CHECK:   vkm.cmp lt %{{.*}}, %[[PRODUCT]]
    vkm.func @loop(%n: si32 {vkm.name = "n"}, %x: !vkm.ref<si32> {vkm.name = "x"}) {
      %one = vkm.constant 1 : si32
      %less = vkm.binary sub %n, %one : si32
      %0 = vkm.binary mul %less, %n : si32
      %more = vkm.binary add %n, %one : si32
      vkm.while {
        %1 = vkm.load %x : !vkm.ref<si32>
        %2 = vkm.cmp lt %1, %0 : si32
        vkm.yield %2 : i1
      } do {
        vkm.update add %x, %more : !vkm.ref<si32>, si32
      }
    }

    // Two reads of one name: numbers tell the lets apart. A hint wins over what is read.
    // CHECK-LABEL: vkm.func @names
    // CHECK: vkm.let "eOld"
    // CHECK: vkm.let "eOld2"
    // CHECK: vkm.let "before"
    vkm.func @names() -> si32 {
      %e = vkm.field_ref @e : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      %0 = vkm.load %e : !vkm.ref<si32>
      vkm.update add %e, %one : !vkm.ref<si32>, si32
      %1 = vkm.load %e : !vkm.ref<si32>
      vkm.update add %e, %one : !vkm.ref<si32>, si32
      %2 = vkm.load %e : !vkm.ref<si32> {vkm.name = "before"}
      vkm.update add %e, %one : !vkm.ref<si32>, si32
      %3 = vkm.binary add %0, %1 : si32
      %4 = vkm.binary add %3, %2 : si32
      vkm.return %4 : si32
    }

    // A value inside of && that needs a name: the operator becomes statements.
    // CHECK-LABEL: vkm.func @lazy
    // CHECK:      %[[VAR:.*]] = vkm.var "condition" : <i1> = %{{.*}} : i1
    // CHECK:      vkm.if
    // CHECK:        vkm.let "sum"
    // CHECK:        vkm.assign %[[VAR]]
    // CHECK:      %[[RESULT:.*]] = vkm.load %[[VAR]]
    // CHECK-NEXT: vkm.return %[[RESULT]]
    vkm.func @lazy(%c: i1 {vkm.name = "c"}, %a: si32 {vkm.name = "a"}) -> i1 {
      %0 = vkm.and %c {
        %1 = vkm.binary add %a, %a : si32
        %2 = vkm.binary mul %1, %1 : si32
        %3 = vkm.cmp gt %2, %a : si32
        vkm.yield %3 : i1
      }
      vkm.return %0 : i1
    }

    // An update reads after its operand has been evaluated.
    // CHECK-LABEL: vkm.func @update
    // CHECK: vkm.let "setEResult"
    // CHECK: vkm.update
    vkm.func @update() {
      %e = vkm.field_ref @e : !vkm.ref<si32>
      %0 = vkm.call @setE() : () -> si32
      vkm.update add %e, %0 : !vkm.ref<si32>, si32
    }
  }
}
