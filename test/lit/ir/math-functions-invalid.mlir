// What functions with operands of several types refuse.
// RUN: vkmorph-opt %s --split-input-file --verify-diagnostics

vkm.func @exponentIsNoInt(%x: f32 {vkm.name = "x"}) {
  // expected-error@+1 {{'vkm.math' op 'ldexp' does not take operands of these types}}
  %0 = vkm.math ldexp(%x, %x) : (f32, f32) -> f32
}

// -----

vkm.func @bitsOfSigned(%n: si32 {vkm.name = "n"}) {
  // expected-error@+1 {{'vkm.math' op 'bit_count' does not take operands of these types}}
  %0 = vkm.math bit_count(%n) : (si32) -> si32
}

// -----

vkm.func @bitsOfNarrow(%n: ui8 {vkm.name = "n"}) {
  // expected-error@+1 {{'vkm.math' op 'find_msb' does not take operands of these types}}
  %0 = vkm.math find_msb(%n) : (ui8) -> si32
}

// -----

vkm.func @exponentOf(%x: f32 {vkm.name = "x"}) {
  // expected-error@+1 {{'vkm.math' op 'ilogb' does not give that type}}
  %0 = vkm.math ilogb(%x) : (f32) -> f32
}

// -----

vkm.func @signOfInt(%n: si32 {vkm.name = "n"}) {
  // expected-error@+1 {{'vkm.math' op 'signbit' takes floats}}
  %0 = vkm.math signbit(%n) : (si32) -> i1
}

// -----

// Words stand for a double, for no integer.
vkm.func @words(%w: ui64 {vkm.name = "w"}) {
  // expected-error@+1 {{'vkm.bitcast' op needs types of one width}}
  %0 = vkm.bitcast %w : ui64 to !vkm.vec<2 x ui32>
}

// -----

vkm.func @threeWords(%d: f64 {vkm.name = "d"}) {
  // expected-error@+1 {{'vkm.bitcast' op needs types of one width}}
  %0 = vkm.bitcast %d : f64 to !vkm.vec<3 x ui32>
}
