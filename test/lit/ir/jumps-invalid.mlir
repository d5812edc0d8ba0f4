// Jumps that end nothing, or that something follows.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

vkm.func @f() {
  // expected-error@+1 {{'vkm.break' op stands outside of loops and switches}}
  vkm.break
}

// -----
vkm.func @f(%c: i1) {
  vkm.while {
    vkm.yield %c : i1
  } do {
    // expected-error@+1 {{'vkm.break' op is not the last statement of its block}}
    vkm.break
    vkm.break
  }
}

// -----
// A switch can be left, but has no next iteration.
vkm.func @f(%n: si32) {
  vkm.switch %n : si32 [[1]] {
    // expected-error@+1 {{'vkm.continue' op stands outside of loops and grids}}
    vkm.continue
  }
}

// -----
vkm.func @f(%c: i1) {
  vkm.while {
    vkm.yield %c : i1
  } do {
    // expected-error@+1 {{'vkm.continue' op is not the last statement of its block}}
    vkm.continue
    vkm.break
  }
}

// -----
// A grid can not be left: its iterations run at once.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.break' op stands outside of loops and switches}}
        vkm.break
      }
    }
  }
}

// -----
vkm.func @f() {
  // expected-error@+1 {{'vkm.return' op is not the last statement of its block}}
  vkm.return
  vkm.return
}

// -----
vkm.func @f() -> f32 {
  // expected-error@+1 {{'vkm.return' op does not fit the function's result}}
  vkm.return
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.return' op does not fit the function's result}}
  vkm.return %x : f32
}

// -----
vkm.func @f(%x: f32) -> f64 {
  // expected-error@+1 {{'vkm.return' op does not fit the function's result}}
  vkm.return %x : f32
}

// -----
// expected-error@+1 {{'vkm.return' op stands outside of functions}}
vkm.return

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [1, 1, 1] bindings [] doc "nothing" {
      %0 = vkm.constant 1 : si32
      // expected-error@+1 {{'vkm.return' op returns a value from a shader}}
      vkm.return %0 : si32
    }
  }
}
