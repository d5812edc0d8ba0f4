// Control functions: the largest over several launches, members, stated extents, early returns.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-infer-extents | FileCheck %s

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_width : ui32
    vkm.kernel @kernel1D_Fill(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %value = vkm.constant 0.0 : f32
        vkm.assign %target, %value : !vkm.ref<f32>
      }
    }
    vkm.kernel @kernel1D_Row(%a: !vkm.ptr<f32> {vkm.name = "a"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %width = vkm.field_ref @m_width : !vkm.ref<ui32>
      %n = vkm.load %width : !vkm.ref<ui32>
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %target = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %value = vkm.constant 1.0 : f32
        vkm.assign %target, %value : !vkm.ref<f32>
      }
    }
    // Neither is known to be larger; the first launch overwrites only its own share.
    // CHECK: vkm.control @Larger(%x: !vkm.ptr<f32> {vkm.access = #vkm.access<write>, vkm.name = "x"}
    // CHECK-NEXT: vkm.extent %x : <f32> {
    // CHECK-NEXT: %[[N:.*]] = vkm.math max(%n, %m) : (ui32, ui32) -> ui32
    // CHECK-NEXT: vkm.yield %[[N]] : ui32
    vkm.control @Larger(%x: !vkm.ptr<f32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) {
      vkm.launch @kernel1D_Fill(%x, %n) : !vkm.ptr<f32>, ui32
      vkm.launch @kernel1D_Fill(%x, %m) : !vkm.ptr<f32>, ui32
    }
    // One is known to be larger.
    // CHECK: vkm.control @Known(%x: !vkm.ptr<f32> {vkm.access = #vkm.access<write>, vkm.name = "x"}
    // CHECK-NEXT: vkm.extent %x : <f32> {
    // CHECK-NEXT: %[[N64:.*]] = vkm.cast %n : ui32 to ui64
    // CHECK-NEXT: %[[ONE:.*]] = vkm.constant 1 : ui64
    // CHECK-NEXT: %[[N:.*]] = vkm.binary add %[[N64]], %[[ONE]] : ui64
    // CHECK-NEXT: vkm.yield %[[N]] : ui64
    vkm.control @Known(%x: !vkm.ptr<f32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}) {
      %one = vkm.constant 1 : ui32
      %more = vkm.binary add %n, %one : ui32
      vkm.launch @kernel1D_Fill(%x, %n) : !vkm.ptr<f32>, ui32
      vkm.launch @kernel1D_Fill(%x, %more) : !vkm.ptr<f32>, ui32
    }
    // CHECK: vkm.control @Member(%x: !vkm.ptr<f32> {vkm.access = #vkm.access<write>, vkm.name = "x", vkm.overwritten}
    // CHECK-NEXT: vkm.extent %x : <f32> {
    // CHECK-NEXT: %[[PLACE:.*]] = vkm.field_ref @m_width : <ui32>
    // CHECK-NEXT: %[[N:.*]] = vkm.load %[[PLACE]] : <ui32>
    // CHECK-NEXT: vkm.yield %[[N]] : ui32
    vkm.control @Member(%x: !vkm.ptr<f32> {vkm.name = "x"}) {
      vkm.launch @kernel1D_Row(%x) : !vkm.ptr<f32>
    }
    // Stated extents win; the first half is overwritten only.
    // CHECK: vkm.control @Stated(%x: !vkm.ptr<f32> {vkm.access = #vkm.access<write>, vkm.name = "x"}
    // CHECK-NEXT: vkm.extent %x : <f32> stated {
    // CHECK-NOT: vkm.extent
    // CHECK: vkm.launch
    vkm.control @Stated(%x: !vkm.ptr<f32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}) {
      vkm.extent %x : !vkm.ptr<f32> stated {
        vkm.yield %n : ui32
      }
      %two = vkm.constant 2 : ui32
      %half = vkm.binary div %n, %two : ui32
      vkm.launch @kernel1D_Fill(%x, %half) : !vkm.ptr<f32>, ui32
    }
    // CHECK: vkm.control @StatedWhole(%x: !vkm.ptr<f32> {vkm.access = #vkm.access<write>, vkm.name = "x", vkm.overwritten}
    vkm.control @StatedWhole(%x: !vkm.ptr<f32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}) {
      vkm.extent %x : !vkm.ptr<f32> stated {
        vkm.yield %n : ui32
      }
      vkm.launch @kernel1D_Fill(%x, %n) : !vkm.ptr<f32>, ui32
    }
    // if (m == 0) return;
    // CHECK: vkm.control @Early
    // CHECK: vkm.cmp gt %m, %{{.*}} : ui32
    // CHECK: vkm.select %{{.*}} : ui32 {
    // CHECK-NEXT: vkm.yield %n : ui32
    vkm.control @Early(%x: !vkm.ptr<f32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) {
      %zero = vkm.constant 0 : ui32
      %0 = vkm.cmp eq %m, %zero : ui32
      vkm.if %0 {
        vkm.return
      }
      vkm.launch @kernel1D_Fill(%x, %n) : !vkm.ptr<f32>, ui32
    }
    // CHECK: vkm.control @Quarter
    // CHECK-NEXT: vkm.extent %x : <f32> {
    // CHECK-NEXT: %[[FOUR:.*]] = vkm.constant 4 : ui32
    // CHECK-NEXT: %[[N:.*]] = vkm.binary div %n, %[[FOUR]] : ui32
    // CHECK-NEXT: vkm.yield %[[N]] : ui32
    vkm.control @Quarter(%x: !vkm.ptr<f32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}) {
      %four = vkm.constant 4 : ui32
      %0 = vkm.binary div %n, %four : ui32
      vkm.launch @kernel1D_Fill(%x, %0) : !vkm.ptr<f32>, ui32
    }
  }
}
