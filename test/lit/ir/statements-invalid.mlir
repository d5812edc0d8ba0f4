// What the verifiers of statements reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

vkm.func @f(%n: si32, %x: f32) {
  // expected-error@+1 {{'vkm.for' op regions take the place of the loop's variable}}
  vkm.for "i" = %n : si32 cond (%i: !vkm.ref<ui32>) {
    %0 = vkm.constant true
    vkm.yield %0 : i1
  } step (%i: !vkm.ref<si32>) {
  } body (%i: !vkm.ref<si32>) {
  }
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.for' op condition must yield a value of type 'i1'}}
  vkm.for "i" = %n : si32 cond (%i: !vkm.ref<si32>) {
    vkm.yield %n : si32
  } step (%i: !vkm.ref<si32>) {
  } body (%i: !vkm.ref<si32>) {
  }
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+2 {{expected 'step'}}
  vkm.for "i" = %n : si32 cond (%i: !vkm.ref<si32>) {
  } body (%i: !vkm.ref<si32>) {
  }
}

// -----
vkm.func @f() {
  // expected-error@+1 {{'vkm.while' op condition must yield a value of type 'i1'}}
  vkm.while {
  } do {
  }
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.do_while' op condition must yield a value of type 'i1'}}
  vkm.do_while {
  } cond {
    vkm.yield %n : si32
  }
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.switch' op has 2 entries of labels for 1 regions}}
  vkm.switch %n : si32 [[1], []] {
  }
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.switch' op labels are arrays of integers}}
  vkm.switch %n : si32 [1] {
  }
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.switch' op labels are arrays of integers}}
  vkm.switch %n : si32 [["one"]] {
  }
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.switch' op has two defaults}}
  vkm.switch %n : si32 [[], []] {
  }, {
  }
}

// -----
vkm.func @f(%n: si32) {
  // expected-error@+1 {{'vkm.switch' op has the label 7 twice}}
  vkm.switch %n : si32 [[7], [1, 7]] {
  }, {
  }
}

// -----
vkm.func @f(%c: i1) {
  // expected-error@+1 {{'vkm.yield' op expects parent op to be one of 'vkm.and, vkm.or, vkm.select, vkm.for, vkm.while, vkm.do_while, vkm.extent, vkm.combine, vkm.sort, vkm.sort_tile, vkm.count_digits, vkm.rank_digits'}}
  vkm.yield %c : i1
}
