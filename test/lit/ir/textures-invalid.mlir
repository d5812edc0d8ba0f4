// What the verifiers of textures reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{a texture has one to three dimensions, not 4}}
vkm.func @f(%a: !vkm.ptr<!vkm.texture<4 x f32>>) {
}

// -----
// expected-error@+1 {{a texture has texels of one to four floats, not of 'si32'}}
vkm.func @f(%a: !vkm.ptr<!vkm.texture<2 x si32>>) {
}

// -----
// expected-error@+1 {{a texture has texels of one to four floats, not of '!vkm.mat<2 x 2 x f32>'}}
vkm.func @f(%a: !vkm.ptr<!vkm.texture<2 x !vkm.mat<2 x 2 x f32>>>) {
}

// -----
vkm.func @f(%a: !vkm.ptr<f32>, %x: f32) {
  // expected-error@+1 {{'vkm.sample' op samples what is no texture: '!vkm.ptr<f32>'}}
  %0 = vkm.sample %a at(%x) : !vkm.ptr<f32> -> f32
}

// -----
vkm.func @f(%a: !vkm.ptr<!vkm.texture<1 x f32>>, %i: ui32, %x: f32) {
  // expected-error@+1 {{'vkm.sample' op has a number, and one texture: '!vkm.texture<1 x f32>'}}
  %0 = vkm.sample %a[%i : ui32] at(%x) : !vkm.ptr<!vkm.texture<1 x f32>> -> f32
}

// -----
vkm.func @f(%a: !vkm.ptr<!vkm.texture<many 1 x f32>>, %x: f32) {
  // expected-error@+1 {{'vkm.sample' op has no number of '!vkm.texture<many 1 x f32>'}}
  %0 = vkm.sample %a at(%x) : !vkm.ptr<!vkm.texture<many 1 x f32>> -> f32
}

// -----
vkm.func @f(%a: !vkm.ptr<!vkm.texture<2 x f32>>, %x: f32) {
  // expected-error@+1 {{'vkm.sample' op has 1 coordinates of '!vkm.texture<2 x f32>'}}
  %0 = vkm.sample %a at(%x) : !vkm.ptr<!vkm.texture<2 x f32>> -> f32
}

// -----
vkm.func @f(%a: !vkm.ptr<!vkm.texture<1 x f32>>, %x: f32) {
  // expected-error@+1 {{'vkm.sample' op has type '!vkm.vec<2 x f32>' but the texture '!vkm.texture<1 x f32>'}}
  %0 = vkm.sample %a at(%x) : !vkm.ptr<!vkm.texture<1 x f32>> -> !vkm.vec<2 x f32>
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.field' op attribute vkm.texture holds a dictionary of name, texels, sizes, filter and address, not {name = "m"}}}
  vkm.field @m : !vkm.dynarray<!vkm.texture<1 x f32>> {vkm.texture = {name = "m"}}
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.func' op attribute vkm.sampling holds a dictionary of name, texels, sizes, filter and address, not}}
  vkm.func @f(%x: f32) attributes {vkm.sampling = {name = "m", texels = @m, sizes = [@n], filter = "linear", address = @n, class = "T", method = "f"}} {
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // What is between levels is not said.
  // expected-error@+1 {{'vkm.func' op attribute vkm.sampling holds a dictionary of name, texels, sizes, filter and address, not}}
  vkm.func @f(%x: f32) attributes {vkm.sampling = {name = "m", levels = @l, texels = @m, numbers = [["L", "n"]], filter = "linear", address = "clamp", class = "T", method = "f"}} {
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // Sizes of levels are members of their class, not fields.
  // expected-error@+1 {{'vkm.func' op attribute vkm.sampling holds a dictionary of name, texels, sizes, filter and address, not}}
  vkm.func @f(%x: f32) attributes {vkm.sampling = {name = "m", levels = @l, between_levels = "linear", texels = @m, sizes = [@n], filter = "linear", address = "clamp", class = "T", method = "f"}} {
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // Levels are objects, or parts of one vector.
  // expected-error@+1 {{'vkm.func' op attribute vkm.sampling holds a dictionary of name, texels, sizes, filter and address, not}}
  vkm.func @f(%x: f32) attributes {vkm.sampling = {name = "m", levels = @l, level_count = @n, between_levels = "linear", texels = @m, numbers = [["L", "n"]], filter = "linear", address = "clamp", class = "T", method = "f"}} {
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // Of one texture, a field says how many levels there are.
  // expected-error@+1 {{'vkm.func' op attribute vkm.sampling holds a dictionary of name, texels, sizes, filter and address, not}}
  vkm.func @f(%x: f32) attributes {vkm.sampling = {name = "m", level_count = ["T", "n"], between_levels = "linear", texels = @m, sizes = [@n], filter = "linear", address = "clamp", class = "T", method = "f"}} {
  }
}

// -----
vkm.func @f(%a: !vkm.ptr<!vkm.texture<1 x f32>>, %x: f32, %l: si32) {
  // expected-note@-1 {{prior use here}}
  // expected-error@+1 {{use of value '%l' expects different type than prior uses: 'f32' vs 'si32'}}
  %0 = vkm.sample %a at(%x) level(%l) : !vkm.ptr<!vkm.texture<1 x f32>> -> f32
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.func' op attribute vkm.sampling holds a dictionary of name, texels, sizes, filter and address, not}}
  vkm.func @f(%x: f32) attributes {vkm.sampling = {name = "m", texels = @m, format = "byte", sizes = [@n], filter = "linear", address = "clamp", class = "T", method = "f"}} {
  }
}
