// What looks like a reduction and is none, and why.
// RUN: vkmorph-opt %s -split-input-file -verify-each -verify-diagnostics -vkm-recognise-reductions | FileCheck %s

// m *= x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.update div %m, %x : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

// m = x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.assign %m, %x : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = x - m
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %s = vkm.binary sub %x, %old : si32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = 2 * m + x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %two = vkm.constant 2 : si32
        %d = vkm.binary mul %two, %old : si32
        %s = vkm.binary add %d, %x : si32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = m + m
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %again = vkm.load %m : !vkm.ref<si32>
        %s = vkm.binary add %old, %again : si32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the grid reads the running result [vkm2021, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// out = m = m + x: the sum so far is used.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %s = vkm.binary add %old, %x : si32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
        vkm.assign %p, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// a[i] = m; m += x
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        vkm.assign %p, %old : !vkm.ref<si32>
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the grid reads the running result [vkm2021, reductions]}}
        vkm.update add %m, %x : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

// m += x; m = std::max(m, x)
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': it is combined by different operations [vkm2021, reductions]}}
        vkm.update add %m, %x : !vkm.ref<si32>, si32
        %old = vkm.load %m : !vkm.ref<si32>
        %s = vkm.math max(%old, %x) : (si32, si32) -> si32
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = std::min(a, b)
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %s = vkm.math min(%x, %x) : (si32, si32) -> si32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = x < m ? 1 : m
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp lt %x, %old : si32
        %s = vkm.select %c : si32 {
          %one = vkm.constant 1 : si32
          vkm.yield %one : si32
        } else {
          %o2 = vkm.load %m : !vkm.ref<si32>
          vkm.yield %o2 : si32
        }
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// if (x < m) m = x; else ...
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp lt %x, %old : si32
        vkm.if %c {
          // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the 'if' that compares it has another branch; make that a statement of its own [vkm2021, reductions]}}
          vkm.assign %m, %x : !vkm.ref<si32>
        } else {
          vkm.assign %p, %x : !vkm.ref<si32>
        }
      }
    }
  }
}

// -----

// if (x < m) { m = x; a[i] = 0; }
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp lt %x, %old : si32
        vkm.if %c {
          // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the 'if' that compares it does more than assign it [vkm2021, reductions]}}
          vkm.assign %m, %x : !vkm.ref<si32>
          %z = vkm.constant 0 : si32
          vkm.assign %p, %z : !vkm.ref<si32>
        }
      }
    }
  }
}

// -----

// if (x < m) { m = x; note(); }
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    vkm.field @m_other : si32
    vkm.func @note() {
      %o = vkm.field_ref @m_other : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      vkm.assign %o, %one : !vkm.ref<si32>
    }
    vkm.func @current() -> si32 {
      %m = vkm.field_ref @m : !vkm.ref<si32>
      %0 = vkm.load %m : !vkm.ref<si32>
      vkm.return %0 : si32
    }
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp lt %x, %old : si32
        vkm.if %c {
          // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the 'if' that compares it does more than assign it [vkm2021, reductions]}}
          vkm.assign %m, %x : !vkm.ref<si32>
          vkm.call @note() : () -> ()
        }
      }
    }
  }
}

// -----

// m += current()
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    vkm.field @m_other : si32
    vkm.func @note() {
      %o = vkm.field_ref @m_other : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      vkm.assign %o, %one : !vkm.ref<si32>
    }
    vkm.func @current() -> si32 {
      %m = vkm.field_ref @m : !vkm.ref<si32>
      %0 = vkm.load %m : !vkm.ref<si32>
      vkm.return %0 : si32
    }
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %v = vkm.call @current() : () -> si32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': 'current' accesses it, too [vkm2021, reductions]}}
        vkm.update add %m, %v : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

// if (x != m) m = x;
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %c = vkm.cmp ne %x, %old : si32
        vkm.if %c {
          // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
          vkm.assign %m, %x : !vkm.ref<si32>
        }
      }
    }
  }
}

// -----

// int t = m; m = 0; m = t + x: the sum is made of what was there before.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %z = vkm.constant 0 : si32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.assign %m, %z : !vkm.ref<si32>
        %s = vkm.binary add %old, %x : si32
        vkm.assign %m, %s : !vkm.ref<si32>
      }
    }
  }
}

// -----

// float m += double: each sum is rounded to float.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
        %x = vkm.load %p : !vkm.ref<f64>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        %old = vkm.load %m : !vkm.ref<si32>
        %d = vkm.cast %old : si32 to f64
        %s = vkm.binary add %d, %x : f64
        %r = vkm.cast %s : f64 to si32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': it is computed in double and converted back; combine it with a value of its own type [vkm2021, reductions]}}
        vkm.assign %m, %r : !vkm.ref<si32>
      }
    }
  }
}

// -----

// m = std::fmin(m, x) where m may be NaN before the loop, which then has no share in the result.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f32
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %x = vkm.load %p : !vkm.ref<f32>
        %m = vkm.field_ref @m : !vkm.ref<f32>
        %old = vkm.load %m : !vkm.ref<f32>
        %s = vkm.math fmin(%old, %x) : (f32, f32) -> f32
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': it may be NaN before the loop, which this form replaces; set it to a number in the kernel [vkm2021, reductions]}}
        vkm.assign %m, %s : !vkm.ref<f32>
      }
    }
  }
}

// -----

// bool m = x: nothing is combined.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : i1
    // CHECK-NOT: vkm.reduce
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %b = vkm.cast %x : si32 to i1
        %m = vkm.field_ref @m : !vkm.ref<i1>
        // expected-remark @below {{'m' is no reduction of kernel 'kernel1D_K': the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative [vkm2021, reductions]}}
        vkm.assign %m, %b : !vkm.ref<i1>
      }
    }
  }
}
