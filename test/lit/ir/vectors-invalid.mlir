// What the verifiers of vectors and matrices reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{a vector has 2 to 4 components, not 5}}
vkm.func @f(%a: !vkm.vec<5 x f32>) {
}

// -----
// expected-error@+1 {{a vector holds scalars, not '!vkm.vec<2 x f32>'}}
vkm.func @f(%a: !vkm.vec<3 x !vkm.vec<2 x f32>>) {
}

// -----
// expected-error@+1 {{a matrix has 2 to 4 columns and rows, not 1 x 3}}
vkm.func @f(%a: !vkm.mat<1 x 3 x f32>) {
}

// -----
// expected-error@+1 {{a matrix holds floats or doubles, not 'si32'}}
vkm.func @f(%a: !vkm.mat<3 x 3 x si32>) {
}

// -----
// A vector of two is no row of a matrix of three rows.
vkm.func @f(%v: !vkm.vec<2 x f32>, %m: !vkm.mat<3 x 3 x f32>) {
  // expected-error@+1 {{'vkm.binary' op operands have different types: '!vkm.vec<2 x f32>' and '!vkm.mat<3 x 3 x f32>'}}
  %0 = vkm.binary mul %v, %m : !vkm.vec<2 x f32>, !vkm.mat<3 x 3 x f32>
}

// -----
vkm.func @f(%c: !vkm.vec<2 x i1>) {
  // expected-error@+1 {{'vkm.binary' op 'add' takes numbers}}
  %0 = vkm.binary add %c, %c : !vkm.vec<2 x i1>
}

// -----
vkm.func @f(%v: !vkm.vec<2 x f32>) {
  // expected-error@+1 {{'vkm.cmp' op 'lt' takes scalars}}
  %0 = vkm.cmp lt %v, %v : !vkm.vec<2 x f32>
}

// -----
vkm.func @f(%v: !vkm.vec<2 x f32>) {
  // expected-error@+1 {{'vkm.cast' op keeps the shape: '!vkm.vec<2 x f32>' does not become '!vkm.vec<3 x si32>'}}
  %0 = vkm.cast %v : !vkm.vec<2 x f32> to !vkm.vec<3 x si32>
}

// -----
vkm.func @f(%v: !vkm.vec<3 x f32>) {
  // expected-error@+1 {{'vkm.resize' op keeps the component type: '!vkm.vec<3 x f32>' does not become '!vkm.vec<2 x f64>'}}
  %0 = vkm.resize %v : !vkm.vec<3 x f32> -> !vkm.vec<2 x f64>
}

// -----
vkm.func @f(%v: !vkm.vec<3 x f32>) {
  // expected-error@+1 {{'vkm.resize' op shortens a vector: '!vkm.vec<3 x f32>' does not become '!vkm.vec<4 x f32>'}}
  %0 = vkm.resize %v : !vkm.vec<3 x f32> -> !vkm.vec<4 x f32>
}

// -----
vkm.func @f(%s: f64) {
  // expected-error@+1 {{'vkm.splat' op has components of type 'f32', not 'f64'}}
  %0 = vkm.splat %s : f64 -> !vkm.vec<3 x f32>
}

// -----
vkm.func @f(%v: !vkm.vec<3 x f32>, %s: f32) {
  // expected-error@+1 {{'vkm.aggregate' op parts are not the components of '!vkm.vec<3 x f32>'}}
  %0 = vkm.aggregate(%v, %s : !vkm.vec<3 x f32>, f32) : !vkm.vec<3 x f32>
}

// -----
vkm.func @f(%v: !vkm.vec<3 x f32>) {
  %three = vkm.constant 3 : si32
  // expected-error@+1 {{'vkm.component' op counts beyond the 3 elements of '!vkm.vec<3 x f32>'}}
  %0 = vkm.component %v[%three] : !vkm.vec<3 x f32>, si32 -> f32
}

// -----
vkm.func @f(%v: !vkm.vec<2 x f32>) {
  // expected-error@+1 {{'vkm.math' op 'cross' does not take operands of these types}}
  %0 = vkm.math cross(%v, %v) : (!vkm.vec<2 x f32>, !vkm.vec<2 x f32>) -> !vkm.vec<2 x f32>
}

// -----
vkm.func @f(%m: !vkm.mat<2 x 3 x f32>) {
  // expected-error@+1 {{'vkm.math' op 'inverse' does not take operands of these types}}
  %0 = vkm.math inverse(%m) : (!vkm.mat<2 x 3 x f32>) -> !vkm.mat<2 x 3 x f32>
}

// -----
// A scalar stands for a vector where GLSL lets it.
vkm.func @f(%v: !vkm.vec<3 x f32>, %s: f32) {
  // expected-error@+1 {{'vkm.math' op operands and result have different types}}
  %0 = vkm.math min(%s, %v) : (f32, !vkm.vec<3 x f32>) -> !vkm.vec<3 x f32>
}
