// Counted loops of kernels become grids, what stands around them vkm.once.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-recognise-grids | FileCheck %s

// Changes nothing when there is nothing to do: the phase is past.
// CHECK: vkm.phase = #vkm.phase<recognised>
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.kernel @kernel1D_K
    // CHECK-NEXT: vkm.constant 0 : si32
    // CHECK-NEXT: vkm.grid (%{{.*}}: si32 "i")
    vkm.kernel @kernel1D_K(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
      }
    }
  }
}

// -----

// Prologue, loop, epilogue; counters are values, comments stay.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    // CHECK: vkm.kernel @kernel1D_Sum(%[[A:.*]]: !vkm.ptr<const si32> {{.*}}, %[[N:.*]]: si32
    // CHECK-NEXT: %[[ZERO:.*]] = vkm.constant 0 : si32
    // CHECK-NEXT: vkm.once {
    // CHECK: vkm.assign %{{.*}}, %{{.*}} : <si32> {vkm.comment = "nothing yet"}
    // CHECK-NEXT: }
    // CHECK-NEXT: vkm.grid (%[[I:.*]]: si32 "i") = (%[[ZERO]]) lt (%[[N]] : si32) step (1) attributes {vkm.comment = "all of them"} {
    // CHECK-NEXT: vkm.deref %[[A]][%[[I]]]
    // CHECK-NEXT: vkm.load
    // CHECK-NEXT: vkm.field_ref @m_sum
    // CHECK-NEXT: vkm.update add %{{.*}}, %{{.*}} : <si32>, si32 {vkm.comment = "one more"}
    // CHECK-NEXT: }
    // CHECK-NEXT: vkm.once {
    // CHECK: vkm.update div
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Sum"} {
      %zero = vkm.constant 0 : si32
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      vkm.assign %sum, %zero : !vkm.ref<si32> {vkm.comment = "nothing yet"}
      vkm.for "i" = %zero : si32 attributes {vkm.comment = "all of them"} cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.load %i : !vkm.ref<si32>
        %3 = vkm.deref %a[%2] : !vkm.ptr<const si32>, si32 -> !vkm.ref<si32>
        %4 = vkm.load %3 : !vkm.ref<si32>
        %5 = vkm.field_ref @m_sum : !vkm.ref<si32>
        vkm.update add %5, %4 : !vkm.ref<si32>, si32 {vkm.comment = "one more"}
      }
      %mean = vkm.field_ref @m_sum : !vkm.ref<si32>
      vkm.update div %mean, %n : !vkm.ref<si32>, si32
    }
  }
}

// -----

// Two loops of a nest; the comments of both stand before the first.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.kernel @kernel2D_Fill(%{{.*}}, %[[W:.*]]: si32 {{.*}}, %[[H:.*]]: si32
    // CHECK: vkm.grid (%[[Y:.*]]: si32 "y", %[[X:.*]]: si32 "x") = (%{{.*}}, %{{.*}}) lt, lt (%[[H]] : si32, %[[W]] : si32) step (1, 1) attributes {vkm.comment = "rows\0Acolumns"} {
    // CHECK-NEXT: %[[ROW:.*]] = vkm.binary mul %[[Y]], %[[W]]
    // CHECK-NEXT: vkm.binary add %[[ROW]], %[[X]]
    // CHECK: vkm.assign
    // CHECK-NEXT: }
    // CHECK-NEXT: }
    vkm.kernel @kernel2D_Fill(%a: !vkm.ptr<si32> {vkm.name = "a"}, %w: si32 {vkm.name = "w"}, %h: si32 {vkm.name = "h"}) attributes {dims = 2 : i32, display = "Fill"} {
      %zero = vkm.constant 0 : si32
      vkm.for "y" = %zero : si32 attributes {vkm.comment = "rows"} cond (%y: !vkm.ref<si32>) {
        %0 = vkm.load %y : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %h : si32
        vkm.yield %1 : i1
      } step (%y: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %y, %one : !vkm.ref<si32>, si32
      } body (%y: !vkm.ref<si32>) {
        vkm.for "x" = %zero : si32 attributes {vkm.comment = "columns"} cond (%x: !vkm.ref<si32>) {
          %0 = vkm.load %x : !vkm.ref<si32>
          %1 = vkm.cmp lt %0, %w : si32
          vkm.yield %1 : i1
        } step (%x: !vkm.ref<si32>) {
          %one = vkm.constant 1 : si32
          vkm.update add %x, %one : !vkm.ref<si32>, si32
        } body (%x: !vkm.ref<si32>) {
          %2 = vkm.load %y : !vkm.ref<si32>
          %3 = vkm.load %x : !vkm.ref<si32>
          %4 = vkm.binary mul %2, %w : si32
          %5 = vkm.binary add %4, %3 : si32
          %6 = vkm.deref %a[%5] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
          vkm.assign %6, %3 : !vkm.ref<si32>
        }
      }
    }
  }
}

// -----

// Three, the middle one up to a local variable of the kernel; continue stays. The last return is none.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.kernel @kernel3D_K
    // CHECK: %[[HALF:.*]] = vkm.var const "half"
    // CHECK: %[[MID:.*]] = vkm.load %[[HALF]]
    // CHECK: vkm.grid (%{{.*}}: si32 "z", %{{.*}}: si32 "y", %{{.*}}: si32 "x") = ({{.*}}) lt, lt, lt (%{{.*}} : si32, %[[MID]] : si32, %{{.*}} : si32) step (1, 1, 1) {
    // CHECK-NEXT: vkm.continue
    // CHECK-NEXT: }
    // CHECK-NOT: vkm.return
    vkm.kernel @kernel3D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 3 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      %two = vkm.constant 2 : si32
      %halfOf = vkm.binary div %n, %two : si32
      %half = vkm.var const "half" : !vkm.ref<si32> = %halfOf : si32
      vkm.for "z" = %zero : si32 cond (%z: !vkm.ref<si32>) {
        %0 = vkm.load %z : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%z: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %z, %one : !vkm.ref<si32>, si32
      } body (%z: !vkm.ref<si32>) {
        vkm.for "y" = %zero : si32 cond (%y: !vkm.ref<si32>) {
          %0 = vkm.load %y : !vkm.ref<si32>
          %1 = vkm.load %half : !vkm.ref<si32>
          %2 = vkm.cmp lt %0, %1 : si32
          vkm.yield %2 : i1
        } step (%y: !vkm.ref<si32>) {
          %one = vkm.constant 1 : si32
          vkm.update add %y, %one : !vkm.ref<si32>, si32
        } body (%y: !vkm.ref<si32>) {
          vkm.for "x" = %zero : si32 cond (%x: !vkm.ref<si32>) {
            %0 = vkm.load %x : !vkm.ref<si32>
            %1 = vkm.cmp lt %0, %n : si32
            vkm.yield %1 : i1
          } step (%x: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %x, %one : !vkm.ref<si32>, si32
          } body (%x: !vkm.ref<si32>) {
            %2 = vkm.load %z : !vkm.ref<si32>
            %3 = vkm.deref %a[%2] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
            vkm.continue
          }
        }
      }
      vkm.return
    }
  }
}
