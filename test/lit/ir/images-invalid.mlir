// What the verifiers of images reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{a texel is made of one to four floats or 32-bit integers, not of 'f64'}}
vkm.func @f(%a: !vkm.ptr<!vkm.texel<f64>>) {
}

// -----
// expected-error@+1 {{a texel is made of one to four floats, not of 'ui32'}}
vkm.func @f(%a: !vkm.ptr<!vkm.texel<half ui32>>) {
}

// -----
// expected-error@+1 {{a texel is made of one to four floats or 32-bit integers, not of '!vkm.mat<2 x 2 x f32>'}}
vkm.func @f(%a: !vkm.ptr<!vkm.texel<!vkm.mat<2 x 2 x f32>>>) {
}

// -----
// A texel is no object: it has no place by its number.
vkm.func @f(%a: !vkm.ptr<!vkm.texel<f32>>, %i: si32) {
  // expected-error@+1 {{a place holds a scalar, an array or a record, not '!vkm.texel<f32>'}}
  %0 = vkm.deref %a[%i] : !vkm.ptr<!vkm.texel<f32>>, si32 -> !vkm.ref<!vkm.texel<f32>>
}

// -----
vkm.func @f(%a: !vkm.ptr<f32>, %i: si32) {
  // expected-error@+1 {{'vkm.pixel' op names a pixel of what is no image: '!vkm.ptr<f32>'}}
  %0 = vkm.pixel %a[%i, %i] : !vkm.ptr<f32>, si32, si32 -> !vkm.ref<f32>
}

// -----
vkm.func @f(%a: !vkm.ptr<!vkm.texel<f32>>, %i: si32) {
  // expected-error@+1 {{'vkm.pixel' op has type '!vkm.ref<ui32>' but the image '!vkm.texel<f32>'}}
  %0 = vkm.pixel %a[%i, %i] : !vkm.ptr<!vkm.texel<f32>>, si32, si32 -> !vkm.ref<ui32>
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_taps : !vkm.dynarray<f32>
  vkm.control @Run(%n: ui32) {
    // expected-error@+1 {{'vkm.prepare_image' op names no image of the class: @m_taps}}
    vkm.prepare_image @m_taps, %n, %n : ui32, ui32
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @lightImage : !vkm.dynarray<!vkm.texel<f32>>
  vkm.func @f(%n: ui32) {
    // expected-error@+1 {{'vkm.prepare_image' op expects parent op 'vkm.control'}}
    vkm.prepare_image @lightImage, %n, %n : ui32, ui32
  }
}
