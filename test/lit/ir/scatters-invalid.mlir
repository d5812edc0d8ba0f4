// What elements that iterations update together, and how they are updated, have to be.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        %x = vkm.constant 1 : si32
        // expected-error@+1 {{'vkm.scatter' op combines 'si32' into an element of 'ui32'}}
        vkm.scatter add %bin, %x : !vkm.ref<ui32>, si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        %yes = vkm.constant true
        %mark = vkm.deref %seen[%i] : !vkm.ptr<i1>, si32 -> !vkm.ref<i1>
        // expected-error@+1 {{op operand #1 must be signed or unsigned integer or float or double, but got 'i1'}}
        vkm.scatter or %mark, %yes : !vkm.ref<i1>, i1
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        %own = vkm.var "own" : !vkm.ref<ui32>
        // expected-error@+1 {{'vkm.scatter' op changes a variable, which each iteration has for itself}}
        vkm.scatter add %own, %one : !vkm.ref<ui32>, ui32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        // expected-error@+1 {{a scatter has a number of elements if workgroups copy them, and only then}}
        vkm.scatter add %bin, %one : !vkm.ref<ui32>, ui32 by <atomic of 5>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        // expected-error@+1 {{a scatter has a number of elements if workgroups copy them, and only then}}
        vkm.scatter add %bin, %one : !vkm.ref<ui32>, ui32 by <shared>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<f32> {vkm.name = "bins"}) attributes {dims = 1 : i32} {
      vkm.once {
        %zero = vkm.constant 0 : si32
        %x = vkm.constant 1.0 : f32
        %bin = vkm.deref %bins[%zero] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        // expected-error@+1 {{'vkm.scatter' op stands outside of grids}}
        vkm.scatter add %bin, %x : !vkm.ref<f32>, f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<f32> {vkm.name = "bins"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %x = vkm.constant 1.0 : f32
        %bin = vkm.deref %bins[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        // expected-error@+1 {{'vkm.scatter' op combines 'f32' by xor}}
        vkm.scatter xor %bin, %x : !vkm.ref<f32>, f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<f32> {vkm.name = "bins"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %x = vkm.constant 1.0 : f32
        %bin = vkm.deref %bins[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        // expected-error@+1 {{'vkm.scatter' op says which NaN or equal values count, and is no minimum or maximum of floats}}
        vkm.scatter add %bin, %x : !vkm.ref<f32>, f32 {vkm.replaces_nan}
      }
    }
  }
}
