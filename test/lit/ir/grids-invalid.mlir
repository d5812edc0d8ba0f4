// What the verifiers of grids reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has 1 to 3 dimensions}}
      vkm.grid (%a: ui32 "a", %b: ui32 "b", %c: ui32 "c", %d: ui32 "d") = (%zero, %zero, %zero, %zero) lt, lt, lt, lt
          (%n : ui32, %n : ui32, %n : ui32, %n : ui32) step (1, 1, 1, 1) {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op needs one lower bound, upper bound, step, predicate, name and counter per dimension}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32, %n : ui32) step (1) {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op needs one lower bound, upper bound, step, predicate, name and counter per dimension}}
      "vkm.grid"(%zero, %n) <{names = ["i"], operandSegmentSizes = array<i32: 1, 1, 0>, predicates = array<i32: 2>,
                              steps = array<i64: 1>}> ({
      ^bb0:
      }) : (ui32, ui32) -> ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op marks another number of dynamic steps than it has}}
      "vkm.grid"(%zero, %n, %n) <{names = ["i"], operandSegmentSizes = array<i32: 1, 1, 1>, predicates = array<i32: 2>,
                                  steps = array<i64: 1>}> ({
      ^bb0(%i: ui32):
      }) : (ui32, ui32, ui32) -> ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has a step of 0}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (0) {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op predicates are lt, le, gt, ge or ne}}
      vkm.grid (%i: ui32 "i") = (%zero) eq (%n : ui32) step (1) {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op predicates are lt, le, gt, ge or ne}}
      "vkm.grid"(%zero, %n) <{names = ["i"], operandSegmentSizes = array<i32: 1, 1, 0>, predicates = array<i32: 17>,
                              steps = array<i64: 1>}> ({
      ^bb0(%i: ui32):
      }) : (ui32, ui32) -> ()
    }
  }
}

// -----
// Whether a counter with an unknown step ever meets its bound is unknown, too.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op a loop with the predicate ne has a constant step}}
      vkm.grid (%i: ui32 "i") = (%zero) ne (%n : ui32) step (%n : ui32) {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op a counter has the type of its lower bound}}
      "vkm.grid"(%zero, %n) <{names = ["i"], operandSegmentSizes = array<i32: 1, 1, 0>, predicates = array<i32: 2>,
                              steps = array<i64: 1>}> ({
      ^bb0(%i: si32):
      }) : (ui32, ui32) -> ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{expected a comparison, got 'below'}}
      vkm.grid (%i: ui32 "i") = (%zero) below (%n : ui32) step (1) {
      }
    }
  }
}

// -----
// A counter has a name.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{expected attribute value}}
      vkm.grid (%i: ui32) = (%zero) lt (%n : ui32) step (1) {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.func @f(%n: ui32) {
    // expected-error@+1 {{'vkm.grid' op expects parent op 'vkm.kernel'}}
    vkm.grid (%i: ui32 "i") = (%n) lt (%n : ui32) step (1) {
    }
  }
}
