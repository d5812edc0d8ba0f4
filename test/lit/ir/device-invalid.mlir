// What the verifiers of shaders and of what stands in them reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.shader' op needs three workgroup sizes of at least 1}}
    vkm.shader @s kernel "s" local_size [64] bindings [] doc "A test." {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.shader' op needs three workgroup sizes of at least 1}}
    vkm.shader @s kernel "s" local_size [64, 0, 1] bindings [] doc "A test." {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.shader' op has two bindings of one name or number: "a"}}
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "a" : f32, read>, #vkm.binding<1, parameter "a" : f32, read>] doc "A test." {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.shader' op has two bindings of one name or number: "b"}}
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "a" : f32, read>, #vkm.binding<0, parameter "b" : f32, read>] doc "A test." {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  // expected-error@+1 {{'vkm.shader' op expects parent op 'vkm.class'}}
  vkm.shader @s kernel "s" local_size [1, 1, 1] bindings [] doc "A test." {
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      // expected-error@+1 {{'vkm.buffer' op has no binding of that name and element type in its shader}}
      %0 = vkm.buffer "a" : !vkm.ptr<f32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "a" : f32, read>] doc "A test." {
      // expected-error@+1 {{'vkm.buffer' op has no binding of that name and element type in its shader}}
      %0 = vkm.buffer "a" : !vkm.ptr<si32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.scratch' op has two members named "a"}}
    vkm.scratch @S bytes 8 [#vkm.member<"a" : f32 at 0>, #vkm.member<"a" : f32 at 4>]
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.scratch' op member "b" overlaps the member before it}}
    vkm.scratch @S bytes 8 [#vkm.member<"a" : f64 at 0>, #vkm.member<"b" : f32 at 4>]
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.scratch' op member "a" ends beyond the buffer's size}}
    vkm.scratch @S bytes 4 [#vkm.member<"a" : f64 at 0>]
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      // expected-error@+1 {{'vkm.scratch_ref' op names no scratch buffer of the class: @S}}
      %0 = vkm.scratch_ref @S["done"] : !vkm.ref<ui32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @S bytes 4 [#vkm.member<"count" : ui32 at 0>]
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      // expected-error@+1 {{'vkm.scratch_ref' op names no member of that type: "done"}}
      %0 = vkm.scratch_ref @S["done"] : !vkm.ref<ui32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @S bytes 4 [#vkm.member<"done" : si32 at 0>]
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      // expected-error@+1 {{'vkm.scratch_ref' op names no member of that type: "done"}}
      %0 = vkm.scratch_ref @S["done"] : !vkm.ref<ui32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @slots : ui32
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      // expected-error@+1 {{'vkm.shared_ref' op names no shared variable of the class: @slots}}
      %0 = vkm.shared_ref @slots : !vkm.ref<ui32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shared @slots : si32
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      // expected-error@+1 {{'vkm.shared_ref' op has type '!vkm.ref<ui32>' but the variable 'si32'}}
      %0 = vkm.shared_ref @slots : !vkm.ref<ui32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      // expected-error@+1 {{'vkm.builtin' op has no such component}}
      %0 = vkm.builtin workgroup[3] : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      // expected-error@+1 {{'vkm.builtin' op has no such component}}
      %0 = vkm.builtin local_index[1] : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      %u = vkm.constant 1 : ui32
      %v = vkm.var "v" : !vkm.ref<si32>
      // expected-error@+1 {{'vkm.atomic' op failed to verify that the value has the place's type}}
      %0 = "vkm.atomic"(%v, %u) <{kind = #vkm<reduce_kind add>}> : (!vkm.ref<si32>, ui32) -> si32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      %one = vkm.constant 1 : si32
      %v = vkm.var "v" : !vkm.ref<si32>
      // expected-error@+1 {{'vkm.atomic' op has no atomic product}}
      %0 = vkm.atomic mul %v, %one : !vkm.ref<si32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      %v = vkm.var "v" : !vkm.ref<f32>
      // expected-error@+1 {{'vkm.bits' op takes 'f32' for 'si32'}}
      %0 = vkm.bits %v : !vkm.ref<f32> -> !vkm.ref<si32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      %v = vkm.var "v" : !vkm.ref<ui16>
      %one = vkm.constant 1 : ui16
      // expected-error@+1 {{'vkm.compare_swap' op swaps 'ui16'}}
      %0 = vkm.compare_swap %v, %one, %one : !vkm.ref<ui16>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      %one = vkm.constant 1.0 : f32
      // expected-error@+1 {{'vkm.subgroup' op combines 'f32' by xor}}
      %0 = vkm.subgroup xor %one : f32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.func @f() {
    // expected-error@+1 {{'vkm.push_constant' op expects parent op 'vkm.shader'}}
    %0 = vkm.push_constant "n" : ui32
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  // expected-error@+1 {{'vkm.shared' op expects parent op 'vkm.class'}}
  vkm.shared @slots : si32
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  // expected-error@+1 {{'vkm.scratch' op expects parent op 'vkm.class'}}
  vkm.scratch @S bytes 4 []
}

// -----
module attributes {vkm.phase = #vkm.phase<raised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [] doc "A test." {
      %0 = vkm.constant 1 : si32
      // expected-error@+1 {{'vkm.let' op requires the same type for all operands and results}}
      %1 = "vkm.let"(%0) <{name = "one"}> : (si32) -> ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @s kernel "s" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "a" : f32, read>] doc "A test." {
      %a = vkm.buffer "a" : !vkm.ptr<f32>
      %i = vkm.builtin local_index[0] : ui32
      // expected-error@+1 {{'vkm.deref_wide' op is no place of 128 bits of the elements of '!vkm.ptr<f32>'}}
      %0 = vkm.deref_wide %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<!vkm.vec<2 x f32>>
    }
  }
}

// -----
// What lowering has made of a grid goes with the size of its workgroups.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.shader' op has workgroups of [128, 1, 1], but its body, its shared variables and its dispatches are written for [256, 1, 1] (vkm.written_for)}}
    vkm.shader @s kernel "s" local_size [128, 1, 1] bindings [] doc "A test." attributes {vkm.written_for = array<i32: 256, 1, 1>} {
    }
  }
}
