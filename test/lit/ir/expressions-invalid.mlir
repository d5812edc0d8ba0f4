// What the verifiers of expressions reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.constant' op result #0 must be scalar, but got 'i32'}}
  %0 = vkm.constant 1 : i32
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{expected a binary operator, got 'plus'}}
  %0 = vkm.binary plus %x, %x : f32
}

// -----
vkm.func @f(%x: f32, %y: f64) {
  // expected-error@+1 {{'vkm.binary' op operands have different types: 'f32' and 'f64'}}
  %0 = vkm.binary add %x, %y : f32, f64
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.binary' op 'rem' takes integers}}
  %0 = vkm.binary rem %x, %x : f32
}

// -----
vkm.func @f(%n: si32, %x: f32) {
  // expected-error@+1 {{'vkm.binary' op 'shl' takes integers}}
  %0 = vkm.binary shl %n, %x : si32, f32
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.binary' op has type 'ui32' but gives 'si32'}}
  %0 = "vkm.binary"(%n, %n) <{kind = #vkm<binary_kind add>}> : (si32, si32) -> ui32
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.unary' op 'not' does not apply to 'f32'}}
  %0 = vkm.unary not %x : f32
}

// -----
vkm.func @f(%c: i1) {
  // expected-error@+1 {{'vkm.unary' op 'neg' does not apply to 'i1'}}
  %0 = vkm.unary neg %c : i1
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.unary' op 'bitnot' does not apply to 'f32'}}
  %0 = vkm.unary bitnot %x : f32
}

// -----
vkm.func @f(%n: si32, %x: f32) {
  // expected-error@+1 {{'vkm.cmp' op requires all operands to have the same type}}
  %0 = "vkm.cmp"(%n, %x) <{kind = #vkm<cmp_kind lt>}> : (si32, f32) -> i1
}

// -----
vkm.func @f(%n: ui32) {
  // expected-error@+1 {{'vkm.narrow' op operand #0 must be 64-bit unsigned integer, but got 'ui32'}}
  %0 = vkm.narrow "n" %n : ui32
}

// -----
vkm.func @f(%a: i1, %place: !vkm.ref<i1>) {
  // expected-error@+1 {{'vkm.and' op right operand holds a statement: 'vkm.assign'}}
  %0 = vkm.and %a {
    vkm.assign %place, %a : !vkm.ref<i1>
    vkm.yield %a : i1
  }
}

// -----
vkm.func @f(%a: i1, %n: si32) {
  // expected-error@+1 {{'vkm.and' op right operand must yield a value of type 'i1'}}
  %0 = vkm.and %a {
    vkm.yield %n : si32
  }
}

// -----
vkm.func @f(%a: i1) {
  // expected-error@+1 {{'vkm.or' op right operand holds a statement: 'vkm.return'}}
  %0 = vkm.or %a {
    vkm.return
  }
}

// -----
vkm.func @f(%a: i1, %n: si32) {
  // expected-error@+1 {{'vkm.or' op right operand must yield a value of type 'i1'}}
  %0 = vkm.or %a {
    vkm.yield %n : si32
  }
}

// -----
vkm.func @f(%a: i1, %n: si32, %x: f32) {
  // expected-error@+1 {{'vkm.select' op first region must yield a value of type 'f32'}}
  %0 = vkm.select %a : f32 {
    vkm.yield %n : si32
  } else {
    vkm.yield %x : f32
  }
}

// -----
vkm.func @f(%a: i1, %x: f32) {
  // expected-error@+1 {{'vkm.select' op second region holds a statement: 'vkm.scope'}}
  %0 = vkm.select %a : f32 {
    vkm.yield %x : f32
  } else {
    vkm.scope {
    }
    vkm.yield %x : f32
  }
}

// -----
vkm.record @P size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 4>]
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.aggregate' op parts do not fit '!vkm.record<@P>'}}
  %0 = vkm.aggregate(%x : f32) : !vkm.record<@P>
}

// -----
vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.aggregate' op parts do not fit '!vkm.array<3 x f32>'}}
  %0 = vkm.aggregate(%x, %x : f32, f32) : !vkm.array<3 x f32>
}

// -----
vkm.func @f() {
  // expected-error@+1 {{'vkm.aggregate' op uses a record that the module does not declare: @P}}
  %0 = vkm.aggregate() : !vkm.record<@P>
}

// -----
vkm.record @P size 4 align 4 [#vkm.member<"x" : f32 at 0>]
vkm.func @f(%p: !vkm.record<@P>) {
  // expected-error@+1 {{'vkm.extract' op names no member of @P: 'y'}}
  %0 = vkm.extract %p["y"] : !vkm.record<@P> -> f32
}

// -----

vkm.func @f(%x: f32) {
  // expected-error @below {{needs types of one width}}
  %0 = vkm.bitcast %x : f32 to ui64
}
