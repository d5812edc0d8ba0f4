// The forms of reductions.
// RUN: vkmorph-opt %s -split-input-file -verify-each -verify-diagnostics -vkm-recognise-reductions | FileCheck %s

// Changes nothing when there is nothing to do.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.kernel @kernel1D_K
    // CHECK-NEXT: vkm.constant 0 : ui32
    // CHECK-NEXT: vkm.grid
    // CHECK-NEXT: vkm.deref
    // CHECK-NEXT: vkm.load
    // CHECK-NEXT: vkm.assign
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        vkm.assign %p, %x : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m += x, with the comment of the statement
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK-NEXT: vkm.deref
    // CHECK-NEXT: %[[X:.*]] = vkm.load
    // CHECK-NEXT: vkm.reduce add @m, %[[X]] : si32 {vkm.comment = "sum up"}
    // CHECK-NEXT: }
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.update add %m, %x : !vkm.ref<si32>, si32 {vkm.comment = "sum up"}
      }
    }
  }
}

// -----

// m -= x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: %[[X:.*]] = vkm.load
    // CHECK: %[[N:.*]] = vkm.unary neg %[[X]] : si32
    // CHECK-NEXT: vkm.reduce add @m, %[[N]] : si32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.update sub %m, %x : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

// unsigned m -= x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : ui32
    // CHECK: %[[X:.*]] = vkm.load
    // CHECK: %[[Z:.*]] = vkm.constant 0 : ui32
    // CHECK-NEXT: %[[N:.*]] = vkm.binary sub %[[Z]], %[[X]] : ui32
    // CHECK-NEXT: vkm.reduce add @m, %[[N]] : ui32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        %x = vkm.load %p : !vkm.ref<ui32>
        %m = vkm.field_ref @m : !vkm.ref<ui32>
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.update sub %m, %x : !vkm.ref<ui32>, ui32
      }
    }
  }
}

// -----

// m = m + x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce add @m, %{{.*}} : f32
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %x = vkm.load %p : !vkm.ref<f32>
        %m = vkm.field_ref @m : !vkm.ref<f32>
        %old = vkm.load %m : !vkm.ref<f32>
        %s = vkm.binary add %old, %x : f32
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<f32>
      }
    }
  }
}

// -----

// m = x + m
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f64
    // CHECK: vkm.grid
    // CHECK: vkm.reduce add @m, %{{.*}} : f64
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
        %x = vkm.load %p : !vkm.ref<f64>
        %m = vkm.field_ref @m : !vkm.ref<f64>
        %old = vkm.load %m : !vkm.ref<f64>
        %s = vkm.binary add %x, %old : f64
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<f64>
      }
    }
  }
}

// -----

// m = m - x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.unary neg
    // CHECK-NEXT: vkm.reduce add @m
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %s = vkm.binary sub %old, %x : si32
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// int m; m += unsigned: C++ adds as unsigned and converts back.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: %[[U:.*]] = vkm.cast %{{.*}} : si32 to ui32
    // CHECK-NEXT: %[[B:.*]] = vkm.cast %[[U]] : ui32 to si32
    // CHECK-NEXT: vkm.reduce add @m, %[[B]] : si32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %u = vkm.cast %x : si32 to ui32
        %o = vkm.cast %old : si32 to ui32
        %s = vkm.binary add %o, %u : ui32
        %b = vkm.cast %s : ui32 to si32
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %b : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = std::min(m, x)
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce min @m, %{{.*}} : si32
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %s = vkm.math min(%old, %x) : (si32, si32) -> si32
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a minimum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = std::max(x, m)
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : ui64
    // CHECK: vkm.grid
    // CHECK: vkm.reduce max @m, %{{.*}} : ui64
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<ui64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<ui64>, ui32 -> !vkm.ref<ui64>
        %x = vkm.load %p : !vkm.ref<ui64>
        %m = vkm.field_ref @m : !vkm.ref<ui64>
        %old = vkm.load %m : !vkm.ref<ui64>
        %s = vkm.math max(%x, %old) : (ui64, ui64) -> ui64
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<ui64>
      }
    }
  }
}

// -----

// m = x < m ? x : m
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce min @m, %{{.*}} : si32
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp lt %x, %old : si32
        %s = vkm.select %c : si32 {
          vkm.yield %x : si32
        } else {
          %o3 = vkm.load %m : !vkm.ref<si32>
          vkm.yield %o3 : si32
        }
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a minimum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = m < x ? x : m
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce max @m, %{{.*}} : si32
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp lt %old, %x : si32
        %s = vkm.select %c : si32 {
          vkm.yield %x : si32
        } else {
          %o3 = vkm.load %m : !vkm.ref<si32>
          vkm.yield %o3 : si32
        }
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = x <= m ? m : x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce max @m, %{{.*}} : si32
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp le %x, %old : si32
        %s = vkm.select %c : si32 {
          %o2 = vkm.load %m : !vkm.ref<si32>
          vkm.yield %o2 : si32
        } else {
          vkm.yield %x : si32
        }
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = m >= x ? x : m
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce min @m, %{{.*}} : si32
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp ge %old, %x : si32
        %s = vkm.select %c : si32 {
          vkm.yield %x : si32
        } else {
          %o3 = vkm.load %m : !vkm.ref<si32>
          vkm.yield %o3 : si32
        }
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a minimum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// if (x < m) m = x;
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK-NOT: vkm.if
    // CHECK: vkm.reduce min @m, %{{.*}} : si32 {vkm.comment = "smaller"}
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp lt %x, %old : si32
        vkm.if %c {
          // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a minimum over its grid [vkm2020, reductions]}}
          vkm.assign %m, %x : !vkm.ref<si32> {vkm.comment = "smaller"}
        }
      }
    }
  }
}

// -----

// if (m < x) m = x;
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce max @m, %{{.*}} : si32
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp lt %old, %x : si32
        vkm.if %c {
          // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
          vkm.assign %m, %x : !vkm.ref<si32> {vkm.comment = "smaller"}
        }
      }
    }
  }
}

// -----

// if (x >= m) m = x;
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce max @m, %{{.*}} : si32
    // CHECK-NOT: vkm.assign
    // CHECK-NOT: vkm.update
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp ge %x, %old : si32
        vkm.if %c {
          // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
          vkm.assign %m, %x : !vkm.ref<si32> {vkm.comment = "smaller"}
        }
      }
    }
  }
}

// -----

// if (x > 0 && x < m) m = a[i];
// The value is read again where the condition holds.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: %[[P:.*]] = vkm.cmp gt
    // CHECK-NEXT: vkm.if %[[P]] {
    // CHECK-NEXT: %[[W:.*]] = vkm.load
    // CHECK-NEXT: vkm.reduce min @m, %[[W]] : si32
    // CHECK-NEXT: }
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %none = vkm.constant 0 : si32
        %pos = vkm.cmp gt %x, %none : si32
        %both = vkm.and %pos {
          %v = vkm.load %p : !vkm.ref<si32>
          %old = vkm.load %m : !vkm.ref<si32>
          %c = vkm.cmp lt %v, %old : si32
          vkm.yield %c : i1
        }
        vkm.if %both {
          %w = vkm.load %p : !vkm.ref<si32>
          // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a minimum over its grid [vkm2020, reductions]}}
          vkm.assign %m, %w : !vkm.ref<si32>
        }
      }
    }
  }
}
