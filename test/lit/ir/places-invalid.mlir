// What the verifiers of places, loads and writes reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

vkm.func @f(%x: f32) {
  // expected-error@+1 {{'vkm.var' op initial value has type 'f32' but the variable 'si32'}}
  %v = vkm.var "v" : !vkm.ref<si32> = %x : f32
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.func @f() {
    // expected-error@+1 {{'vkm.field_ref' op names no field of the class: @m_sum}}
    %0 = vkm.field_ref @m_sum : !vkm.ref<si32>
  }
}

// -----
// Outside of the class there are no fields.
vkm.func @f() {
  // expected-error@+1 {{'vkm.field_ref' op names no field of the class: @m_sum}}
  %0 = vkm.field_ref @m_sum : !vkm.ref<si32>
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_sum : ui32
  vkm.func @f() {
    // expected-error@+1 {{'vkm.field_ref' op has type '!vkm.ref<si32>' but the field 'ui32'}}
    %0 = vkm.field_ref @m_sum : !vkm.ref<si32>
  }
}

// -----
vkm.func @f(%x: !vkm.ref<f32>) {
  // expected-error@+1 {{'vkm.member' op needs a record, not 'f32'}}
  %0 = vkm.member %x["x"] : !vkm.ref<f32> -> !vkm.ref<f32>
}

// -----
vkm.func @f(%p: !vkm.ref<!vkm.record<@P>>) {
  // expected-error@+1 {{'vkm.member' op uses a record that the module does not declare: @P}}
  %0 = vkm.member %p["x"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<f32>
}

// -----
vkm.record @P size 4 align 4 [#vkm.member<"x" : f32 at 0>]
vkm.func @f(%p: !vkm.ref<!vkm.record<@P>>) {
  // expected-error@+1 {{'vkm.member' op names no member of @P: 'z'}}
  %0 = vkm.member %p["z"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<f32>
}

// -----
vkm.record @P size 4 align 4 [#vkm.member<"x" : f32 at 0>]
vkm.func @f(%p: !vkm.ref<!vkm.record<@P>>) {
  // expected-error@+1 {{'vkm.member' op has type 'si32' but the member 'f32'}}
  %0 = vkm.member %p["x"] : !vkm.ref<!vkm.record<@P>> -> !vkm.ref<si32>
}

// -----
vkm.func @f(%x: !vkm.ref<f32>, %i: si32) {
  // expected-error@+1 {{'vkm.element' op needs an array, a vector or a matrix, not 'f32'}}
  %0 = vkm.element %x[%i] : !vkm.ref<f32>, si32 -> !vkm.ref<f32>
}

// -----
vkm.func @f(%a: !vkm.ref<!vkm.array<4 x f32>>, %i: si32) {
  // expected-error@+1 {{'vkm.element' op has type 'si32' but an element 'f32'}}
  %0 = vkm.element %a[%i] : !vkm.ref<!vkm.array<4 x f32>>, si32 -> !vkm.ref<si32>
}

// -----
vkm.func @f(%p: !vkm.ptr<f32>, %i: si32) {
  // expected-error@+1 {{'vkm.deref' op has type '!vkm.ref<si32>' but the pointer '!vkm.ptr<f32>'}}
  %0 = vkm.deref %p[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<si32>
}

// -----
// expected-note@+1 {{prior use here}}
vkm.func @f(%x: !vkm.ref<f32>, %v: si32) {
  // expected-error@+1 {{use of value '%v' expects different type than prior uses: 'f32' vs 'si32'}}
  vkm.assign %x, %v : !vkm.ref<f32>
}

// -----
vkm.func @f(%x: !vkm.ref<f32>, %v: si32) {
  // expected-error@+1 {{'vkm.assign' op failed to verify that the value has the place's type}}
  "vkm.assign"(%x, %v) : (!vkm.ref<f32>, si32) -> ()
}

// -----
vkm.func @f(%x: !vkm.ref<f32>) {
  // expected-error@+1 {{'vkm.load' op failed to verify that the result has the place's type}}
  %0 = "vkm.load"(%x) : (!vkm.ref<f32>) -> si32
}

// -----
vkm.func @f(%x: !vkm.ref<i1>, %v: si32) {
  // expected-error@+1 {{'vkm.update' op updates numbers, not 'i1'}}
  vkm.update add %x, %v : !vkm.ref<i1>, si32
}

// -----
vkm.func @f(%x: !vkm.ref<f32>, %v: si32) {
  // expected-error@+1 {{'vkm.update' op operands have different types: 'f32' and 'si32'}}
  vkm.update add %x, %v : !vkm.ref<f32>, si32
}

// -----
vkm.func @f(%number: ui32) {
  // expected-error@+1 {{'vkm.pick' op picks from no array}}
  %0 = "vkm.pick"(%number) : (ui32) -> !vkm.ptr<f32>
}

// -----
vkm.func @f(%number: ui32, %a: !vkm.ptr<si32>) {
  // expected-error@+1 {{'vkm.pick' op gives '!vkm.ptr<f32>' but picks from '!vkm.ptr<si32>'}}
  %0 = vkm.pick %number : ui32 of (%a) : !vkm.ptr<si32> -> !vkm.ptr<f32>
}
