// What cannot be proved is a warning that --assume-independent silences, and where an element is updated an error that it
// overrides; what is proved dependent stays an error.
// RUN: vkmorph-opt %s -verify-diagnostics -vkm-check-independence
// RUN: vkmorph-opt %s -vkm-check-independence="assume-independent=Scatter,kernel2D_Padded,Odd,Buckets" 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_count : !vkm.array<16 x ui32>
    // out[index[i]] = i
    // CHECK: @kernel1D_Scatter
    vkm.kernel @kernel1D_Scatter(%index: !vkm.ptr<const ui32> {vkm.name = "index"}, %out: !vkm.ptr<ui32> {vkm.name = "out"},
                                 %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Scatter"} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %source = vkm.deref %index[%i] : !vkm.ptr<const ui32>, ui32 -> !vkm.ref<ui32>
        %0 = vkm.load %source : !vkm.ref<ui32>
        %target = vkm.deref %out[%0] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        // expected-warning @below {{cannot prove that iterations of kernel 'kernel1D_Scatter' are independent: one writes 'out' here, and another one may write the same element [vkm2104, unknown-independence]}}
        // expected-note @below {{if no two iterations access the same element, specify --assume-independent=kernel1D_Scatter}}
        vkm.assign %target, %i : !vkm.ref<ui32>
      }
    }
    // a[y * pitch + x]: rows may overlap where the pitch is smaller than w.
    vkm.kernel @kernel2D_Padded(%a: !vkm.ptr<f32> {vkm.name = "a"}, %w: ui32 {vkm.name = "w"}, %h: ui32 {vkm.name = "h"},
                                %pitch: ui32 {vkm.name = "pitch"}) attributes {dims = 2 : i32, display = "Padded"} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%h : ui32, %w : ui32) step (1, 1) {
        %row = vkm.binary mul %y, %pitch : ui32
        %index = vkm.binary add %row, %x : ui32
        %target = vkm.deref %a[%index] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %0 = vkm.cast %x : ui32 to f32
        // expected-warning @below {{another one may write the same element [vkm2104, unknown-independence]}}
        // expected-note @below {{--assume-independent=kernel2D_Padded}}
        vkm.update add %target, %0 : !vkm.ref<f32>, f32
      }
    }
    // if (i % 2) a[i] = a[i - 1]: in truth independent, which is why it is no error.
    vkm.kernel @kernel1D_Odd(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Odd"} {
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: ui32 "i") = (%one) lt (%n : ui32) step (1) {
        %two = vkm.constant 2 : ui32
        %0 = vkm.binary rem %i, %two : ui32
        %odd = vkm.cast %0 : ui32 to i1
        vkm.if %odd {
          %before = vkm.binary sub %i, %one : ui32
          %source = vkm.deref %a[%before] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
          // expected-note @below {{read here}}
          %1 = vkm.load %source : !vkm.ref<f32>
          %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
          // expected-warning @below {{another one may read the same element [vkm2104, unknown-independence]}}
          // expected-note @below {{--assume-independent=kernel1D_Odd}}
          vkm.assign %target, %1 : !vkm.ref<f32>
        }
      }
    }
    // m_count[i & 15] += 1: a histogram, whose updates would be lost
    vkm.kernel @kernel1D_Buckets(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Buckets"} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %mask = vkm.constant 15 : ui32
        %0 = vkm.binary and %i, %mask : ui32
        %count = vkm.field_ref @m_count : !vkm.ref<!vkm.array<16 x ui32>>
        %place = vkm.element %count[%0] : !vkm.ref<!vkm.array<16 x ui32>>, ui32 -> !vkm.ref<ui32>
        %one = vkm.constant 1 : ui32
        // expected-error @below {{iterations of kernel 'kernel1D_Buckets' may update the same element of 'm_count' at the same time: the elements are not known to differ between iterations [vkm2106]}}
        // expected-note @below {{if no two iterations have the same element, specify --assume-independent=kernel1D_Buckets}}
        vkm.update add %place, %one : !vkm.ref<ui32>, ui32
      }
    }
  }
}
