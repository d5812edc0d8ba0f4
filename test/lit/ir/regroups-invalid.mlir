// What is not the rest of an iteration, and not all of one.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @F(%i: ui32, %way: ui32) {
      // expected-error@+1 {{'vkm.regroup' op has 1 ways and 2 turns; there are at least 2 and 1}}
      vkm.regroup (%i : ui32) way %way of 1 turns 2 keeps [] {
      ^bb0(%j: ui32):
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @F(%i: ui32, %way: ui32) {
      // expected-error@+1 {{'vkm.regroup' op keeps 1 values, and has 0 names}}
      vkm.regroup (%i : ui32) way %way of 2 turns 2 keeps [] (%way : ui32) {
      ^bb0(%j: ui32, %k: ui32):
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @F(%i: ui32, %way: ui32) {
      // expected-error@+1 {{'vkm.regroup' op is the rest of an iteration, and stands in front of other statements}}
      vkm.regroup (%i : ui32) way %way of 2 turns 2 keeps [] {
      ^bb0(%j: ui32):
      }
      vkm.return
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @F(%i: ui32, %way: ui32) {
      // expected-error@+1 {{'vkm.regroup' op gives its region other values than its counters and what it keeps}}
      vkm.regroup (%i : ui32) way %way of 2 turns 2 keeps [] {
      ^bb0(%j: f32):
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        // expected-error@+1 {{'vkm.rounds' op has 2 counters in a grid of 1 loops}}
        vkm.rounds(%i, %n : ui32, ui32) {
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        vkm.scope {
        }
        // expected-error@+1 {{'vkm.rounds' op is the whole iteration, and stands beside other statements}}
        vkm.rounds(%i : ui32) {
        }
      }
    }
  }
}
