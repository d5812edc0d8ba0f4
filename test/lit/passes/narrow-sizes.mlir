// size_t parameters, counters and indices become 32-bit where they are used only so.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-narrow-sizes | FileCheck %s

// Changes nothing when there is nothing to do.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: vkm.kernel @kernel1D_Small(%n: ui32 {vkm.name = "n"})
    // CHECK: vkm.grid (%{{.*}}: ui32 "i") = (%{{.*}}) lt (%n : ui32)
    vkm.kernel @kernel1D_Small(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
      }
    }
    // CHECK: vkm.launch @kernel1D_Small(%n) : ui32
    vkm.control @Go(%n: ui32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_Small(%n) : ui32
    }
  }
}

// -----

// The bound of a grid; the host computes it, launches check it.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mean : f32
    // CHECK-LABEL: vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"})
    // CHECK: vkm.grid (%[[I:.*]]: ui32 "i") = (%{{.*}}) lt (%n : ui32)
    // expected-remark @below {{'n' of kernel 'kernel1D_Sum' is passed as 32 bits; the host checks that it fits [vkm2120, sizes]}}
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %n: ui64 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui64
      vkm.grid (%i: ui64 "i") = (%zero) lt (%n : ui64) step (1) {
        // CHECK: vkm.deref %a[%[[I]]] : <const f32>, ui32
        %place = vkm.deref %a[%i] : !vkm.ptr<const f32>, ui64 -> !vkm.ref<f32>
        %0 = vkm.load %place : !vkm.ref<f32>
        vkm.reduce add @m_mean, %0 : f32
      }
      vkm.once {
        // CHECK: vkm.cmp gt %n, %{{.*}} : ui32
        %0 = vkm.constant 0 : ui64
        %1 = vkm.cmp gt %n, %0 : ui64
        vkm.if %1 {
          // CHECK: vkm.cast %n : ui32 to f32
          %2 = vkm.cast %n : ui64 to f32
          %mean = vkm.field_ref @m_mean : !vkm.ref<f32>
          vkm.update div %mean, %2 : !vkm.ref<f32>, f32
        }
      }
    }
    // A conversion from 32 bits needs no check.
    // CHECK: vkm.control @FromInt
    // CHECK-NEXT: vkm.launch @kernel1D_Sum(%a, %n) : !vkm.ptr<const f32>, ui32
    vkm.control @FromInt(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) {
      %0 = vkm.cast %n : ui32 to ui64
      vkm.launch @kernel1D_Sum(%a, %0) : !vkm.ptr<const f32>, ui64
    }
    // CHECK: vkm.control @FromSize
    // CHECK-NEXT: %[[N:.*]] = vkm.narrow "n" %count : ui64
    // CHECK-NEXT: vkm.launch @kernel1D_Sum(%a, %[[N]]) : !vkm.ptr<const f32>, ui32
    vkm.control @FromSize(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %count: ui64 {vkm.name = "count"}) {
      vkm.launch @kernel1D_Sum(%a, %count) : !vkm.ptr<const f32>, ui64
    }
    // CHECK: vkm.control @FromConstant
    // CHECK-NEXT: %[[C:.*]] = vkm.constant 100 : ui32
    // CHECK-NEXT: vkm.launch @kernel1D_Sum(%a, %[[C]]) : !vkm.ptr<const f32>, ui32
    vkm.control @FromConstant(%a: !vkm.ptr<const f32> {vkm.name = "a"}) {
      %hundred = vkm.constant 100 : ui64
      vkm.launch @kernel1D_Sum(%a, %hundred) : !vkm.ptr<const f32>, ui64
    }
  }
}

// -----

// size_t i = y * w + x, from signed counters: modulo 2^32 is enough for a subscript, through a local variable.
// if (i + 1 < n) and n - 1 are exact where the grid says so.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK-LABEL: vkm.kernel @kernel2D_Index
    // CHECK-NOT: ui64
    // expected-remark @below {{'w' of kernel 'kernel2D_Index' is passed as 32 bits}}
    vkm.kernel @kernel2D_Index(%a: !vkm.ptr<f32> {vkm.name = "a"}, %w: ui64 {vkm.name = "w"}, %h: si32 {vkm.name = "h"})
        attributes {dims = 2 : i32} {
      %z = vkm.constant 0 : si32
      %zero = vkm.constant 0 : ui64
      vkm.grid (%y: si32 "y", %x: ui64 "x") = (%z, %zero) lt, lt (%h : si32, %w : ui64) step (1, 1) {
        %0 = vkm.cast %y : si32 to ui64
        %1 = vkm.binary mul %0, %w : ui64
        %2 = vkm.binary add %1, %x : ui64
        // CHECK: vkm.var "i" : <ui32>
        %i = vkm.var "i" : !vkm.ref<ui64> = %2 : ui64
        %one = vkm.constant 1 : ui64
        %next = vkm.binary add %x, %one : ui64
        // CHECK: vkm.cmp lt %{{.*}}, %w : ui32
        %3 = vkm.cmp lt %next, %w : ui64
        vkm.if %3 {
          %4 = vkm.load %i : !vkm.ref<ui64>
          %5 = vkm.binary add %4, %one : ui64
          // CHECK: vkm.deref %a[%{{.*}}] : <f32>, ui32
          %place = vkm.deref %a[%5] : !vkm.ptr<f32>, ui64 -> !vkm.ref<f32>
          %last = vkm.binary sub %w, %one : ui64
          %fromEnd = vkm.binary sub %last, %x : ui64
          // CHECK: vkm.cast %{{.*}} : ui32 to f32
          %6 = vkm.cast %fromEnd : ui64 to f32
          vkm.assign %place, %6 : !vkm.ref<f32>
        }
      }
    }
  }
}
