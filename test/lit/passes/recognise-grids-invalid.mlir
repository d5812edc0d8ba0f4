// Kernels whose loops cannot run at once: vkm2004 to vkm2008.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-recognise-grids

// break, also out of an if; that of an inner loop is its own.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
          %0 = vkm.load %j : !vkm.ref<si32>
          %1 = vkm.cmp lt %0, %n : si32
          vkm.yield %1 : i1
        } step (%j: !vkm.ref<si32>) {
          %one = vkm.constant 1 : si32
          vkm.update add %j, %one : !vkm.ref<si32>, si32
        } body (%j: !vkm.ref<si32>) {
          vkm.break
        }
        %t = vkm.constant true
        vkm.if %t {
          // expected-error @below {{'break' leaves the loops of kernel 'kernel1D_K', whose iterations run in parallel [vkm2004]}}
          // expected-note @below {{use a condition in the body, or 'continue' to skip one iteration}}
          vkm.break
        }
      }
    }
  }
}

// -----

// return out of an inner loop.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
          %0 = vkm.load %j : !vkm.ref<si32>
          %1 = vkm.cmp lt %0, %n : si32
          vkm.yield %1 : i1
        } step (%j: !vkm.ref<si32>) {
          %one = vkm.constant 1 : si32
          vkm.update add %j, %one : !vkm.ref<si32>, si32
        } body (%j: !vkm.ref<si32>) {
          // expected-error @below {{'return' leaves the loops of kernel 'kernel1D_K', whose iterations run in parallel [vkm2004]}}
          // expected-note @below {{use a condition in the body}}
          vkm.return
        }
      }
    }
  }
}

// -----

// The body changes its counter.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %two = vkm.constant 2 : si32
        // expected-error @below {{the body of kernel 'kernel1D_K' assigns the loop counter 'i' [vkm2005]}}
        // expected-note @below {{copy the counter to a local variable and change that}}
        vkm.update mul %i, %two : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

// x <= y % n
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_K(%n: si32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "y" = %zero : si32 cond (%y: !vkm.ref<si32>) {
        %0 = vkm.load %y : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%y: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %y, %one : !vkm.ref<si32>, si32
      } body (%y: !vkm.ref<si32>) {
        // expected-error @below {{the bound of this loop of kernel 'kernel2D_K' depends on 'y', which a kernel of the class changes or which differs from iteration to iteration [vkm2006]}}
        // expected-note @below {{loops of a grid form a rectangle}}
        vkm.for "x" = %zero : si32 cond (%x: !vkm.ref<si32>) {
          %0 = vkm.load %x : !vkm.ref<si32>
          %1 = vkm.load %y : !vkm.ref<si32>
          %last = vkm.binary rem %1, %n : si32
          %2 = vkm.cmp le %0, %last : si32
          vkm.yield %2 : i1
        } step (%x: !vkm.ref<si32>) {
          %one = vkm.constant 1 : si32
          vkm.update add %x, %one : !vkm.ref<si32>, si32
        } body (%x: !vkm.ref<si32>) {
        }
      }
    }
  }
}

// -----

// i < m_count, which the loop itself changes.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_count : si32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{the bound of this loop of kernel 'kernel1D_K' depends on 'm_count', which a kernel of the class changes or which differs from iteration to iteration [vkm2006]}}
      // expected-note @below {{loops of a grid form a rectangle}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %f = vkm.field_ref @m_count : !vkm.ref<si32>
        %1 = vkm.load %f : !vkm.ref<si32>
        %2 = vkm.cmp lt %0, %1 : si32
        vkm.yield %2 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.field_ref @m_count : !vkm.ref<si32>
        vkm.assign %2, %n : !vkm.ref<si32>
      }
    }
  }
}

// -----

// i < limit, a variable that is assigned
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %limit = vkm.var "limit" : !vkm.ref<si32> = %zero : si32
      vkm.assign %limit, %n : !vkm.ref<si32>
      // expected-error @below {{the bound of this loop of kernel 'kernel1D_K' depends on 'limit', which a kernel of the class changes or which differs from iteration to iteration [vkm2006]}}
      // expected-note @below {{loops of a grid form a rectangle}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.load %limit : !vkm.ref<si32>
        %2 = vkm.cmp lt %0, %1 : si32
        vkm.yield %2 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i < n - i
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{the bound of this loop of kernel 'kernel1D_K' depends on 'i', which a kernel of the class changes or which differs from iteration to iteration [vkm2006]}}
      // expected-note @below {{loops of a grid form a rectangle}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.load %i : !vkm.ref<si32>
        %2 = vkm.binary sub %n, %1 : si32
        %3 = vkm.cmp lt %0, %2 : si32
        vkm.yield %3 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i < a[0]
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{the bound of this loop of kernel 'kernel1D_K' depends on 'a', which a kernel of the class changes or which differs from iteration to iteration [vkm2006]}}
      // expected-note @below {{loops of a grid form a rectangle}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.deref %a[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %2 = vkm.load %1 : !vkm.ref<si32>
        %3 = vkm.cmp lt %0, %2 : si32
        vkm.yield %3 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i < size(), which has a loop
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @size() -> si32 {
      %0 = vkm.constant 8 : si32
      %false = vkm.constant false
      vkm.while {
        vkm.yield %false : i1
      } do {
      }
      vkm.return %0 : si32
    }
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{the bound of this loop of kernel 'kernel1D_K' calls 'size', whose result is not an expression of parameters and members: the function has loops or changes memory [vkm2016]}}
      // expected-note @below {{call 'size' in the control function}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.call @size() : () -> si32
        %2 = vkm.cmp lt %0, %1 : si32
        vkm.yield %2 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// A value computed before the loop from a member that the prologue then changes.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : si32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %x = vkm.field_ref @m_x : !vkm.ref<si32>
      // expected-error @below {{kernel 'kernel1D_K' computes this value once and uses it in another part, and a variable that it depends on changes in between [vkm2007]}}
      // expected-note @below {{keep the value in a local variable or a member, or do not change what it depends on}}
      %before = vkm.load %x : !vkm.ref<si32>
      vkm.assign %x, %zero : !vkm.ref<si32>
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %3 = vkm.deref %a[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %3, %before : !vkm.ref<si32>
      }
    }
  }
}

// -----

// if (n == 0) return;
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %empty = vkm.cmp eq %n, %zero : si32
      vkm.if %empty {
        // expected-error @below {{kernel 'kernel1D_K' returns before its end, outside of its loops [vkm2008]}}
        // expected-note @below {{loops without iterations are fine}}
        vkm.return
      }
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}
