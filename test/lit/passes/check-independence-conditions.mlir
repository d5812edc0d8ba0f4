// Conditions that keep iterations apart.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-independence

// if (i == 0) m_first = x[i]; if (i != n - 1) continue; m_last = x[i]: one iteration each
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_first : f32
    vkm.field @m_last : f32
    vkm.kernel @kernel1D_Ends(%x: !vkm.ptr<const f32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %source = vkm.deref %x[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %source : !vkm.ref<f32>
        %1 = vkm.cmp eq %i, %zero : ui32
        vkm.if %1 {
          %first = vkm.field_ref @m_first : !vkm.ref<f32>
          vkm.assign %first, %0 : !vkm.ref<f32>
        }
        %one = vkm.constant 1 : ui32
        %end = vkm.binary sub %n, %one : ui32
        %2 = vkm.cmp ne %i, %end : ui32
        vkm.if %2 {
          vkm.continue
        }
        %last = vkm.field_ref @m_last : !vkm.ref<f32>
        vkm.assign %last, %0 : !vkm.ref<f32>
      }
    }
  }
}

// -----

// if (i >= 100) continue; a[i] = a[i + 100]
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Front(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %hundred = vkm.constant 100 : si32
        %0 = vkm.cmp ge %i, %hundred : si32
        vkm.if %0 {
          vkm.continue
        }
        %1 = vkm.binary add %i, %hundred : si32
        %source = vkm.deref %a[%1] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        %2 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.assign %target, %2 : !vkm.ref<f32>
      }
    }
  }
}

// -----

// if (i > 0 && x[i] > 0) a[i] = a[i - 1]: conditions that do not keep them apart
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Some(%a: !vkm.ptr<f32> {vkm.name = "a"}, %x: !vkm.ptr<const f32> {vkm.name = "x"},
                              %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %0 = vkm.cmp gt %i, %zero : si32
        %1 = vkm.and %0 {
          %place = vkm.deref %x[%i] : !vkm.ptr<const f32>, si32 -> !vkm.ref<f32>
          %2 = vkm.load %place : !vkm.ref<f32>
          %none = vkm.constant 0.0 : f32
          %3 = vkm.cmp gt %2, %none : f32
          vkm.yield %3 : i1
        }
        vkm.if %1 {
          %one = vkm.constant 1 : si32
          %before = vkm.binary sub %i, %one : si32
          %source = vkm.deref %a[%before] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
          // expected-note @below {{read here}}
          %2 = vkm.load %source : !vkm.ref<f32>
          %target = vkm.deref %a[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
          // expected-error @below {{another one reads the same element [vkm2101]}}
          // expected-note @below {{run in any order and in parallel}}
          vkm.assign %target, %2 : !vkm.ref<f32>
        }
      }
    }
  }
}

// -----

// A single iteration does not depend on itself.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Single(%out: !vkm.ptr<ui32> {vkm.name = "out"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%one : ui32) step (1) {
        %target = vkm.deref %out[%zero] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        vkm.update add %target, %one : !vkm.ref<ui32>, ui32
      }
    }
  }
}
