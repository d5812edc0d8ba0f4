// The forms of counted loops.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-recognise-grids | FileCheck %s

// i <= n, step 2
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.grid (%{{.*}}: si32 "i") = (%[[FIRST:.*]]) le (%{{.*}} : si32) step (2)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp le %0, %n : si32
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

// i > n; --i
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: = (%{{.*}}) gt (%{{.*}} : si32) step (-1)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp gt %0, %n : si32
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

// i >= n; i += -3
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: = (%{{.*}}) ge (%{{.*}} : si32) step (-3)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp ge %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %s = vkm.constant -3 : si32
        vkm.update add %i, %s : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i != n; ++i
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: = (%{{.*}}) ne (%{{.*}} : si32) step (1)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp ne %0, %n : si32
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

// i != n; i--
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: = (%{{.*}}) ne (%{{.*}} : si32) step (-1)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp ne %0, %n : si32
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

// n > i, the mirror image of i < n
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.grid (%{{.*}}: si32 "i") = (%{{.*}}) lt (%{{.*}} : si32) step (1)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp gt %n, %0 : si32
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

// n <= i; i -= 2, the mirror image of i >= n
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: = (%{{.*}}) ge (%{{.*}} : si32) step (-2)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp le %n, %0 : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %s = vkm.constant 2 : si32
        vkm.update sub %i, %s : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i = i + 2
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: = (%{{.*}}) lt (%{{.*}} : si32) step (2)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %2 = vkm.load %i : !vkm.ref<si32>
        %two = vkm.constant 2 : si32
        %3 = vkm.binary add %2, %two : si32
        vkm.assign %i, %3 : !vkm.ref<si32>
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i = 2 + i
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: = (%{{.*}}) lt (%{{.*}} : si32) step (2)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %2 = vkm.load %i : !vkm.ref<si32>
        %two = vkm.constant 2 : si32
        %3 = vkm.binary add %two, %2 : si32
        vkm.assign %i, %3 : !vkm.ref<si32>
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i += stride
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: = (%{{.*}}) lt (%{{.*}} : si32) step (%[[STRIDE:.*]] : si32)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}, %stride: si32 {vkm.name = "stride"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        vkm.update add %i, %stride : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// i > n; i -= 2 * stride
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: step (%{{.*}} : si32)
    vkm.kernel @kernel1D_K(%first: si32 {vkm.name = "first"}, %n: si32 {vkm.name = "n"}, %stride: si32 {vkm.name = "stride"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp gt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %two = vkm.constant 2 : si32
        %2 = vkm.binary mul %two, %stride : si32
        vkm.update sub %i, %2 : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// uint32_t i, size_t n: the counter is converted to the type of the bound
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.grid (%{{.*}}: ui32 "i") = (%{{.*}}) lt (%{{.*}} : ui64) step (1)
    vkm.kernel @kernel1D_K(%first: ui32 {vkm.name = "first"}, %n: ui64 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.for "i" = %first : ui32 cond (%i: !vkm.ref<ui32>) {
        %0 = vkm.load %i : !vkm.ref<ui32>
        %1 = vkm.cast %0 : ui32 to ui64
        %2 = vkm.cmp lt %1, %n : ui64
        vkm.yield %2 : i1
      } step (%i: !vkm.ref<ui32>) {
        %s = vkm.constant 1 : ui32
        vkm.update add %i, %s : !vkm.ref<ui32>, ui32
      } body (%i: !vkm.ref<ui32>) {
      }
    }
  }
}

// -----

// uint8_t i = 0; i < n; i = (uint8_t)(i + 1), with int n
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.grid (%{{.*}}: ui8 "i") = (%{{.*}}) lt (%{{.*}} : si32) step (1)
    vkm.kernel @kernel1D_K(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui8
      vkm.for "i" = %zero : ui8 cond (%i: !vkm.ref<ui8>) {
        %0 = vkm.load %i : !vkm.ref<ui8>
        %1 = vkm.cast %0 : ui8 to si32
        %2 = vkm.cmp lt %1, %n : si32
        vkm.yield %2 : i1
      } step (%i: !vkm.ref<ui8>) {
        %2 = vkm.load %i : !vkm.ref<ui8>
        %3 = vkm.cast %2 : ui8 to si32
        %one = vkm.constant 1 : si32
        %4 = vkm.binary add %3, %one : si32
        %5 = vkm.cast %4 : si32 to ui8
        vkm.assign %i, %5 : !vkm.ref<ui8>
      } body (%i: !vkm.ref<ui8>) {
      }
    }
  }
}
