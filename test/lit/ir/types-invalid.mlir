// Types and attributes that mean nothing.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{an array has at least one element, not 0}}
vkm.func @f(%a: !vkm.array<0 x f32>) {
}

// -----
// expected-error@+1 {{an array holds scalars, arrays or records, not '!vkm.ptr<f32>'}}
vkm.func @f(%a: !vkm.array<4 x !vkm.ptr<f32>>) {
}

// -----
// Integers of C++ are signed or unsigned, and have 8 to 64 bits.
// expected-error@+1 {{an array holds scalars, arrays or records, not 'i32'}}
vkm.func @f(%a: !vkm.array<4 x i32>) {
}

// -----
// expected-error@+1 {{a pointer points at scalars, arrays or records, not '!vkm.ptr<f32>'}}
vkm.func @f(%a: !vkm.ptr<!vkm.ptr<f32>>) {
}

// -----
// expected-error@+1 {{a pointer points at scalars, arrays or records, not 'f16'}}
vkm.func @f(%a: !vkm.ptr<const f16>) {
}

// -----
// expected-error@+1 {{a place holds a scalar, an array or a record, not 'si24'}}
vkm.func @f(%a: !vkm.ref<si24>) {
}

// -----
// expected-error@+1 {{a place holds a scalar, an array or a record, not 'tensor<4xf32>'}}
vkm.func @f(%a: !vkm.ref<tensor<4xf32>>) {
}

// -----
// expected-error@+1 {{expected '<'}}
vkm.func @f(%a: !vkm.ptr) {
}

// -----
// expected-error@+1 {{expected '>'}}
vkm.func @f(%a: !vkm.ptr<f32, f32>) {
}

// -----
// expected-error@+1 {{member "p" is a scalar, an array or a record, not '!vkm.ref<f32>'}}
vkm.record @P size 8 align 8 [#vkm.member<"p" : !vkm.ref<f32> at 0>]

// -----
// expected-error@+1 {{member "x" lies at the negative offset -4}}
vkm.record @P size 8 align 8 [#vkm.member<"x" : f32 at -4>]

// -----
// expected-error@+1 {{binding "a" has the negative number -1}}
vkm.func @f() attributes {binding = #vkm.binding<-1, parameter "a" : f32, read>} {
}

// -----
// expected-error@+1 {{binding "a" has scalars, arrays or records, not 'none'}}
vkm.func @f() attributes {binding = #vkm.binding<0, parameter "a" : none, read>} {
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.field' op attribute 'type' failed to satisfy constraint: type attribute of object, std::vector or type of the host}}
  vkm.field @m_pointer : !vkm.ptr<f32>
}
