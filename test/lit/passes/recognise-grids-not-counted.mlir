// Loops that are no grids: vkm2001, vkm2002, vkm2003.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-recognise-grids

// One loop where the name promises two.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{kernel 'kernel2D_K' needs 2 perfectly nested counted loops, and has 1 here [vkm2001]}}
      // expected-note @below {{name the kernel kernel1D_...}}
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

// -----

// A statement between two loops.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel2D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{kernel 'kernel2D_K' needs 2 perfectly nested counted loops, and has 1 here [vkm2001]}}
      // expected-note @below {{name the kernel}}
      vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
        %0 = vkm.load %j : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%j: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %j, %one : !vkm.ref<si32>, si32
      } body (%j: !vkm.ref<si32>) {
        %v = vkm.var "v" : !vkm.ref<si32> = %n : si32
        vkm.assign %v, %zero : !vkm.ref<si32>
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
}

// -----

// A call between two loops.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @prepare() {
    }
    vkm.kernel @kernel2D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{kernel 'kernel2D_K' needs 2 perfectly nested counted loops, and has 1 here [vkm2001]}}
      // expected-note @below {{name the kernel}}
      vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
        %0 = vkm.load %j : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%j: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %j, %one : !vkm.ref<si32>, si32
      } body (%j: !vkm.ref<si32>) {
        vkm.call @prepare() : () -> ()
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
}

// -----

// No loop at all.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error @below {{kernel 'kernel1D_K' has no outermost counted loop, whose iterations could run in parallel [vkm2002]}}
    // expected-note @below {{write such a loop, or call 'kernel1D_K' from a kernel that has one}}
    vkm.kernel @kernel1D_K(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %v = vkm.var "v" : !vkm.ref<si32> = %zero : si32
    }
  }
}

// -----

// for (float x = 0; ...)
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %f = vkm.constant 0.0 : f32
      %end = vkm.constant 1.0 : f32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its variable is no integer [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %f : f32 cond (%i: !vkm.ref<f32>) {
        %0 = vkm.load %i : !vkm.ref<f32>
        %1 = vkm.cmp lt %0, %end : f32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<f32>) {
        %s = vkm.constant 0.5 : f32
        vkm.update add %i, %s : !vkm.ref<f32>, f32
      } body (%i: !vkm.ref<f32>) {
      }
    }
  }
}

// -----

// for (...; next() < n; ...)
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its condition is no comparison of the counter with a bound [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.binary mul %0, %0 : si32
        %2 = vkm.cmp lt %1, %n : si32
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

// for (...; (touch(), i < n); ...)
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : si32
    vkm.func @touch() {
      %x = vkm.field_ref @m_x : !vkm.ref<si32>
      %0 = vkm.load %x : !vkm.ref<si32>
      vkm.assign %x, %0 : !vkm.ref<si32>
    }
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its condition has side effects [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        vkm.call @touch() : () -> ()
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

// -----

// for (...; m_go; ...)
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its condition is no comparison of the counter with a bound [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %t = vkm.constant true
        vkm.yield %t : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// for (...; i == n; ...)
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its condition is an equality [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp eq %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// for (...; i < 2.5; ...)
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its condition is no comparison of the counter with a bound [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cast %0 : si32 to f32
        %e = vkm.constant 2.5 : f32
        %2 = vkm.cmp lt %1, %e : f32
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

// i *= 2
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its step does not add one value to the counter [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %s = vkm.constant 2 : si32
        vkm.update mul %i, %s : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// ++i, touch()
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : si32
    vkm.func @touch() {
      %x = vkm.field_ref @m_x : !vkm.ref<si32>
      %0 = vkm.load %x : !vkm.ref<si32>
      vkm.assign %x, %0 : !vkm.ref<si32>
    }
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its step does not add one value to the counter [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        vkm.call @touch() : () -> ()
        %s = vkm.constant 1 : si32
        vkm.update add %i, %s : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i += 2^40
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%n: si64 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %z = vkm.constant 0 : si64
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its step has more than 32 bits [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %z : si64 cond (%i: !vkm.ref<si64>) {
        %0 = vkm.load %i : !vkm.ref<si64>
        %1 = vkm.cmp lt %0, %n : si64
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si64>) {
        %s = vkm.constant 1099511627776 : si64
        vkm.update add %i, %s : !vkm.ref<si64>, si64
      } body (%i: !vkm.ref<si64>) {
      }
    }
  }
}

// -----

// i < n; --i
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its counter does not move towards the bound [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %s = vkm.constant 1 : si32
        vkm.update sub %i, %s : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i < n; i += 0
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its counter does not move towards the bound [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %s = vkm.constant 0 : si32
        vkm.update add %i, %s : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i != n; i += 2 may step over n
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its counter does not move towards the bound [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp ne %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %s = vkm.constant 2 : si32
        vkm.update add %i, %s : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i > n; i += stride
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      // expected-error @below {{this loop of kernel 'kernel1D_K' is not a counted loop: its counter does not move towards the bound [vkm2003]}}
      // expected-note @below {{write it as for (T i = first; i < last; i += step)}}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp gt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        vkm.update add %i, %n : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}
