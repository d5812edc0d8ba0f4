// What the verifiers of mathematical functions and calls reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.math' op 'clamp' takes 3 operands}}
  %0 = vkm.math clamp(%x, %x) : (f32, f32) -> f32
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.math' op 'sqrt' takes 1 operands}}
  %0 = vkm.math sqrt(%x, %x) : (f32, f32) -> f32
}

// -----
vkm.func @f() {
  // expected-error@+1 {{'vkm.math' op 'pow' takes 2 operands}}
  %0 = vkm.math pow() : () -> f32
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.math' op 'sqrt' takes floats}}
  %0 = vkm.math sqrt(%n) : (si32) -> si32
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.math' op operands and result have different types}}
  %0 = vkm.math floor(%x) : (f32) -> f64
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.math' op 'isnan' gives a bool}}
  %0 = vkm.math isnan(%x) : (f32) -> f32
}

// -----
vkm.func @f() {
  // expected-error@+1 {{'vkm.call' op calls no function: @g}}
  vkm.call @g() : () -> ()
}

// -----
vkm.record @P size 4 align 4 [#vkm.member<"x" : f32 at 0>]
vkm.func @f() {
  // expected-error@+1 {{'vkm.call' op calls no function: @P}}
  vkm.call @P() : () -> ()
}

// -----
vkm.func @g(%x: f32) -> f32 {
  vkm.return %x : f32
}
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.call' op does not fit the callee's type '(f32) -> f32'}}
  %0 = vkm.call @g(%n) : (si32) -> f32
}

// -----
vkm.func @g(%x: f32) -> f32 {
  vkm.return %x : f32
}
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.call' op does not fit the callee's type '(f32) -> f32'}}
  vkm.call @g(%x) : (f32) -> ()
}

// -----
// Once kernels are recognised they are launched, not called.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K() attributes {dims = 1 : i32} {
    }
    vkm.control @Run() {
      // expected-error@+1 {{'vkm.call' op calls a kernel in a normalised module, which has vkm.launch for that}}
      vkm.call @kernel1D_K() : () -> ()
    }
  }
}
