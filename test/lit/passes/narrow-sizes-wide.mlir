// What needs 64 bits keeps them; the values that fit are converted where they meet it.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-narrow-sizes | FileCheck %s

// The seed is data: nothing says that it is a size. n is one.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: vkm.kernel @kernel1D_Random(%out: !vkm.ptr<ui64> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}, %seed: ui64 {vkm.name = "seed"})
    // expected-remark @below {{'n' of kernel 'kernel1D_Random' is passed as 32 bits}}
    vkm.kernel @kernel1D_Random(%out: !vkm.ptr<ui64> {vkm.name = "out"}, %n: ui64 {vkm.name = "n"}, %seed: ui64 {vkm.name = "seed"})
        attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui64
      vkm.grid (%i: ui64 "i") = (%zero) lt (%n : ui64) step (1) {
        // CHECK: %[[WIDE:.*]] = vkm.cast %{{.*}} : ui32 to ui64
        // CHECK: vkm.binary mul %[[WIDE]], %seed : ui64
        // expected-remark @below {{kernel 'kernel1D_Random' computes with 64-bit integers, which the device has to support [vkm2121, sizes]}}
        %0 = vkm.binary mul %i, %seed : ui64
        // CHECK: vkm.deref %out[%{{.*}}] : <ui64>, ui32
        %place = vkm.deref %out[%i] : !vkm.ptr<ui64>, ui64 -> !vkm.ref<ui64>
        vkm.assign %place, %0 : !vkm.ref<ui64>
      }
    }
    // CHECK: vkm.launch @kernel1D_Random(%out, %{{.*}}, %seed) : !vkm.ptr<ui64>, ui32, ui64
    vkm.control @Go(%out: !vkm.ptr<ui64> {vkm.name = "out"}, %seed: ui64 {vkm.name = "seed"}) {
      %n = vkm.constant 64 : ui64
      vkm.launch @kernel1D_Random(%out, %n, %seed) : !vkm.ptr<ui64>, ui64, ui64
    }
  }
}

// -----

// A bound that the host computes may stay as it is: i < n - 1 with n = 0 has to fail there as it does in C++.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: vkm.kernel @kernel1D_Bound(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui64 {vkm.name = "n"})
    // CHECK: %[[LAST:.*]] = vkm.binary sub %n, %{{.*}} : ui64
    // CHECK: vkm.grid (%{{.*}}: ui32 "i") = (%{{.*}}) lt (%[[LAST]] : ui64)
    vkm.kernel @kernel1D_Bound(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui64 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %one = vkm.constant 1 : ui64
      %last = vkm.binary sub %n, %one : ui64
      vkm.grid (%i: ui64 "i") = (%one) lt (%last : ui64) step (1) {
        // CHECK: vkm.deref %a[%{{.*}}] : <f32>, ui32
        %before = vkm.binary sub %i, %one : ui64
        %place = vkm.deref %a[%before] : !vkm.ptr<f32>, ui64 -> !vkm.ref<f32>
        %value = vkm.constant 0.0 : f32
        vkm.assign %place, %value : !vkm.ref<f32>
      }
    }
  }
}

// -----

// if (i - 1 < m): where i is 0 the difference wraps, so that the comparison needs all bits.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: vkm.kernel @kernel1D_Wraps
    // expected-remark @below {{'n' of kernel 'kernel1D_Wraps' is passed as 32 bits}}
    vkm.kernel @kernel1D_Wraps(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui64 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"})
        attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui64
      vkm.grid (%i: ui64 "i") = (%zero) lt (%n : ui64) step (1) {
        %one = vkm.constant 1 : ui64
        // CHECK: vkm.binary sub %{{.*}}, %{{.*}} : ui64
        // expected-remark @below {{computes with 64-bit integers}}
        %before = vkm.binary sub %i, %one : ui64
        %wide = vkm.cast %m : ui32 to ui64
        // CHECK: vkm.cmp lt %{{.*}}, %{{.*}} : ui64
        %0 = vkm.cmp lt %before, %wide : ui64
        vkm.if %0 {
          %place = vkm.deref %a[%i] : !vkm.ptr<f32>, ui64 -> !vkm.ref<f32>
          %value = vkm.constant 0.0 : f32
          vkm.assign %place, %value : !vkm.ref<f32>
        }
      }
    }
  }
}
