// What the verifiers of std::vector members reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{a std::vector holds numbers, arrays or records, not 'i1'}}
  vkm.field @m_flags : !vkm.dynarray<i1>
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{a std::vector holds numbers, arrays or records, not '!vkm.dynarray<f32>'}}
  vkm.field @m_rows : !vkm.dynarray<!vkm.dynarray<f32>>
}

// -----
// A vector is no object: no variable and no member of a struct is one.
// expected-error@+1 {{member "v" is a scalar, an array or a record, not '!vkm.dynarray<f32>'}}
vkm.record @P size 24 align 8 [#vkm.member<"v" : !vkm.dynarray<f32> at 0>]

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.field' op is a vector, which has a buffer of its own: it is no temporary and has no offset}}
  vkm.field @m_taps : !vkm.dynarray<f32> offset 8
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_sum : f32
  // expected-error@+1 {{'vkm.field' op is the size of no vector of the class: @m_sum}}
  vkm.field @m_size : ui32 size_of @m_sum
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_taps : !vkm.dynarray<f32>
  // expected-error@+1 {{'vkm.field' op is the size of a vector, which is a ui32, not 'ui64'}}
  vkm.field @m_size : ui64 size_of @m_taps
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_sum : f32
  vkm.func @f() {
    // expected-error@+1 {{'vkm.vector_data' op names no vector of the class: @m_sum}}
    %0 = vkm.vector_data @m_sum : !vkm.ptr<f32>
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.field @m_taps : !vkm.dynarray<f32>
  vkm.func @f() {
    // expected-error@+1 {{'vkm.vector_data' op has type '!vkm.ptr<si32>' but the vector holds 'f32'}}
    %0 = vkm.vector_data @m_taps : !vkm.ptr<si32>
  }
}

// -----
// expected-error@+1 {{binding "m_taps" has scalars, arrays or records, not 'none'}}
vkm.func @f() attributes {binding = #vkm.binding<0, vector "m_taps" : none, read>} {
}

// -----
// A parameter may have a vector's name; two vectors may not.
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.shader' op has two bindings of one name or number: "data"}}
  vkm.shader @S kernel "S" local_size [64, 1, 1] bindings [
      #vkm.binding<0, parameter "data" : f32, read>, #vkm.binding<1, vector "data" : f32, read>,
      #vkm.binding<2, vector "data" : si32, read>] doc "" {
  }
}
