// What has no extent gets a warning with the line that would state it.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-infer-extents | FileCheck %s

// CHECK-NOT: vkm.extent %table
// out[i] = table[index[i]]; only index and out are known.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_LookUp(%index: !vkm.ptr<const ui32> {vkm.name = "index"}, %table: !vkm.ptr<const f32> {vkm.name = "table"},
                                %out: !vkm.ptr<f32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %place = vkm.deref %index[%i] : !vkm.ptr<const ui32>, ui32 -> !vkm.ref<ui32>
        %0 = vkm.load %place : !vkm.ref<ui32>
        %source = vkm.deref %table[%0] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        // expected-note @below {{it is here}}
        %1 = vkm.load %source : !vkm.ref<f32>
        %target = vkm.deref %out[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %target, %1 : !vkm.ref<f32>
      }
    }
    vkm.control @LookUp(%index: !vkm.ptr<const ui32> {vkm.name = "index"},
                        // expected-warning @below {{the number of elements of 'table' is unknown, so that 'LookUp' cannot be called with host arrays: a subscript is no affine function of loop counters [vkm2110, no-extent]}}
                        // expected-note @below {{specify it at the parameter: [[vkmorph::size("...")]] const float *table}}
                        %table: !vkm.ptr<const f32> {vkm.name = "table"},
                        %out: !vkm.ptr<f32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_LookUp(%index, %table, %out, %n) : !vkm.ptr<const ui32>, !vkm.ptr<const f32>, !vkm.ptr<f32>, ui32
    }
  }
}

// -----

// if (a[i] > 0) b[i] = 0: no b may be touched.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Some(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: ui32 {vkm.name = "n"})
        attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %place = vkm.deref %a[%i] : !vkm.ptr<const f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.load %place : !vkm.ref<f32>
        %none = vkm.constant 0.0 : f32
        %1 = vkm.cmp gt %0, %none : f32
        vkm.if %1 {
          %target = vkm.deref %b[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
          %2 = vkm.constant 0 : si32
          // expected-note @below {{it is here}}
          vkm.assign %target, %2 : !vkm.ref<si32>
        }
      }
    }
    vkm.control @Some(%a: !vkm.ptr<const f32> {vkm.name = "a"},
                      // expected-warning @below {{cannot be called with host arrays: an access may be left out, and none that always happens is known to reach as far [vkm2110, no-extent]}}
                      // expected-note @below {{[[vkmorph::size("...")]] std::int32_t *b}}
                      %b: !vkm.ptr<si32> {vkm.name = "b", vkm.cpp_type = "std::int32_t *"}, %n: ui32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_Some(%a, %b, %n) : !vkm.ptr<const f32>, !vkm.ptr<si32>, ui32
    }
  }
}

// -----

// A kernel reaches as far as a member says that another kernel changes.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : ui32
    vkm.kernel @kernel1D_Count(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        vkm.reduce max @m_n, %i : ui32
      }
    }
    vkm.kernel @kernel1D_Fill(%a: !vkm.ptr<f32> {vkm.name = "a"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %place = vkm.field_ref @m_n : !vkm.ref<ui32>
      %n = vkm.load %place : !vkm.ref<ui32>
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %value = vkm.constant 0.0 : f32
        vkm.assign %target, %value : !vkm.ref<f32>
      }
    }
    // expected-warning @below {{cannot be called with host arrays: kernel 'kernel1D_Fill' reaches as far as a member says that changes during the call [vkm2110, no-extent]}}
    // expected-note @below {{[[vkmorph::size("...")]] float *a}}
    vkm.control @Go(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_Count(%n) : ui32
      // expected-note @below {{it is here}}
      vkm.launch @kernel1D_Fill(%a) : !vkm.ptr<f32>
    }
  }
}

// -----

// A count that is not known when the function is called, a launch that may be skipped, and a bound that the kernel's
// analysis does not look into.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Fill(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %value = vkm.constant 0.0 : f32
        vkm.assign %target, %value : !vkm.ref<f32>
      }
    }
    // expected-note @below {{it is here}}
    vkm.kernel @kernel1D_Odd(%a: !vkm.ptr<f32> {vkm.name = "a"}, %x: f32 {vkm.name = "x"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %n = vkm.cast %x : f32 to ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %value = vkm.constant 0.0 : f32
        vkm.assign %target, %value : !vkm.ref<f32>
      }
    }
    // expected-warning @below {{cannot be called with host arrays: the argument 'n' of kernel 'kernel1D_Fill' is not known before the call [vkm2110, no-extent]}}
    // expected-note @below {{[[vkmorph::size("...")]] float *a}}
    vkm.control @Assigned(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) {
      %var = vkm.var "n" : !vkm.ref<ui32> = %n : ui32
      %read = vkm.host ["::read()"] () : () -> ui32 {headers = []}
      vkm.update mul %var, %read : !vkm.ref<ui32>, ui32
      %0 = vkm.load %var : !vkm.ref<ui32>
      // expected-note @below {{it is here}}
      vkm.launch @kernel1D_Fill(%a, %0) : !vkm.ptr<f32>, ui32
    }
    // expected-warning @below {{cannot be called with host arrays: a kernel may not be launched, and none that always is reaches as far [vkm2110, no-extent]}}
    // expected-note @below {{[[vkmorph::size("...")]] float *a}}
    // expected-note @below {{it is here}}
    vkm.control @Skipped(%a: !vkm.ptr<f32> {vkm.name = "a"}, %b: !vkm.ptr<f32> {vkm.name = "b"},
                         %n: ui32 {vkm.name = "n"}, %x: f32 {vkm.name = "x"}) {
      vkm.launch @kernel1D_Fill(%b, %n) : !vkm.ptr<f32>, ui32
      %zero = vkm.constant 0.0 : f32
      %read = vkm.host ["::read()"] () : () -> f32 {headers = []}
      %0 = vkm.cmp lt %read, %zero : f32
      vkm.if %0 {
        vkm.return
      }
      vkm.launch @kernel1D_Fill(%a, %n) : !vkm.ptr<f32>, ui32
    }
    // expected-warning @below {{cannot be called with host arrays: a bound of kernel 'kernel1D_Odd' is not understood [vkm2110, no-extent]}}
    // expected-note @below {{[[vkmorph::size("...")]] float *a}}
    vkm.control @Odd(%a: !vkm.ptr<f32> {vkm.name = "a"}, %x: f32 {vkm.name = "x"}) {
      vkm.launch @kernel1D_Odd(%a, %x) : !vkm.ptr<f32>, f32
    }
  }
}
