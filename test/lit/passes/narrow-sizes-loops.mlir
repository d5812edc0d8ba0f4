// Inner loops, device functions, selections and masks over sizes.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-narrow-sizes | FileCheck %s

// for (size_t j = 0; j < n; j++) sum += at(a, j): the loop, and the function's parameter
module attributes {vkm.phase = #vkm.phase<recognised>} {
  // CHECK: vkm.func @at(%arg0: !vkm.ptr<const f32>, %i: ui32 {vkm.name = "i"}) -> f32
  vkm.func @at(%p: !vkm.ptr<const f32>, %i: ui64 {vkm.name = "i"}) -> f32 {
    // CHECK: vkm.deref %arg0[%i] : <const f32>, ui32
    %place = vkm.deref %p[%i] : !vkm.ptr<const f32>, ui64 -> !vkm.ref<f32>
    %0 = vkm.load %place : !vkm.ref<f32>
    vkm.return %0 : f32
  }
  // CHECK: vkm.func @half(%x: ui32 {vkm.name = "x"}) -> ui32
  vkm.func @half(%x: ui64 {vkm.name = "x"}) -> ui64 {
    %two = vkm.constant 2 : ui64
    // CHECK: vkm.binary div %x, %{{.*}} : ui32
    %0 = vkm.binary div %x, %two : ui64
    vkm.return %0 : ui64
  }
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: vkm.kernel @kernel1D_Loops
    // CHECK-NOT: ui64
    // expected-remark @below {{'n' of kernel 'kernel1D_Loops' is passed as 32 bits}}
    vkm.kernel @kernel1D_Loops(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %b: !vkm.ptr<f32> {vkm.name = "b"}, %n: ui64 {vkm.name = "n"})
        attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui64
      vkm.grid (%i: ui64 "i") = (%zero) lt (%n : ui64) step (1) {
        %place = vkm.deref %b[%i] : !vkm.ptr<f32>, ui64 -> !vkm.ref<f32>
        // CHECK: vkm.for "j" = %{{.*}} : ui32 cond (%[[J:.*]]: !vkm.ref<ui32>)
        vkm.for "j" = %zero : ui64 cond (%j: !vkm.ref<ui64>) {
          %0 = vkm.load %j : !vkm.ref<ui64>
          %1 = vkm.cmp lt %0, %n : ui64
          vkm.yield %1 : i1
        } step (%j: !vkm.ref<ui64>) {
          %one = vkm.constant 1 : ui64
          // CHECK: vkm.update add %{{.*}}, %{{.*}} : <ui32>, ui32
          vkm.update add %j, %one : !vkm.ref<ui64>, ui64
        } body (%j: !vkm.ref<ui64>) {
          %0 = vkm.load %j : !vkm.ref<ui64>
          %1 = vkm.call @half(%0) : (ui64) -> ui64
          %c = vkm.cmp eq %1, %i : ui64
          // CHECK: vkm.select %{{.*}} : ui32
          %2 = vkm.select %c : ui64 {
            vkm.yield %1 : ui64
          } else {
            %mask = vkm.constant 255 : ui64
            %3 = vkm.binary mul %0, %i : ui64
            %4 = vkm.binary and %3, %mask : ui64
            vkm.yield %4 : ui64
          }
          // CHECK: vkm.call @at(%a, %{{.*}}) : (!vkm.ptr<const f32>, ui32) -> f32
          %5 = vkm.call @at(%a, %2) : (!vkm.ptr<const f32>, ui64) -> f32
          vkm.update add %place, %5 : !vkm.ref<f32>, f32
        }
      }
    }
  }
}

// -----

// for (size_t j = 0; j <= n; j++) does not end in 32 bits where n is their largest number: it keeps 64.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: vkm.kernel @kernel1D_Closed
    // expected-remark @below {{'n' of kernel 'kernel1D_Closed' is passed as 32 bits}}
    vkm.kernel @kernel1D_Closed(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui64 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui64
      vkm.grid (%i: ui64 "i") = (%zero) lt (%n : ui64) step (1) {
        %place = vkm.deref %a[%i] : !vkm.ptr<f32>, ui64 -> !vkm.ref<f32>
        // CHECK: vkm.for "j" = %{{.*}} : ui64
        vkm.for "j" = %zero : ui64 cond (%j: !vkm.ref<ui64>) {
          // expected-remark @below {{computes with 64-bit integers}}
          %0 = vkm.load %j : !vkm.ref<ui64>
          // CHECK: vkm.cmp le %{{.*}}, %{{.*}} : ui64
          %1 = vkm.cmp le %0, %n : ui64
          vkm.yield %1 : i1
        } step (%j: !vkm.ref<ui64>) {
          %one = vkm.constant 1 : ui64
          vkm.update add %j, %one : !vkm.ref<ui64>, ui64
        } body (%j: !vkm.ref<ui64>) {
          %0 = vkm.load %j : !vkm.ref<ui64>
          %1 = vkm.cast %0 : ui64 to f32
          vkm.update add %place, %1 : !vkm.ref<f32>, f32
        }
      }
    }
  }
}
