// Every type by every operation, in one, two and three dimensions, by each strategy and finish: the barriers are
// right, the flow is uniform, and the shaders compile and are valid.
// RUN: vkmorph-opt %s -verify-each -vkm-plan="reduction=tree finish=last-workgroup" -vkm-lower-kernels -vkm-place-barriers -vkm-check-barriers -vkm-check-uniformity | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,TREE
// RUN: vkmorph-opt %s -verify-each -vkm-plan="reduction=tree finish=atomics" -vkm-lower-kernels -vkm-place-barriers -vkm-check-barriers -vkm-check-uniformity | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,TREE
// RUN: vkmorph-opt %s -verify-each -vkm-plan="reduction=subgroup finish=last-workgroup" -vkm-lower-kernels -vkm-place-barriers -vkm-check-barriers -vkm-check-uniformity | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,SUBGROUP
// RUN: vkmorph-opt %s -verify-each -vkm-plan="reduction=subgroup finish=atomics" -vkm-lower-kernels -vkm-place-barriers -vkm-check-barriers -vkm-check-uniformity | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,SUBGROUP
// RUN: vkmorph-opt %s -verify-each -vkm-plan="reduction=subgroup workgroup-size=1024" -vkm-lower-kernels -vkm-place-barriers -vkm-check-barriers -vkm-check-uniformity | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,SUBGROUP
// RUN: vkmorph-opt %s -verify-each -vkm-plan="target=vulkan10" -vkm-lower-kernels -vkm-place-barriers -vkm-check-barriers -vkm-check-uniformity | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,NONE
// RUN: vkmorph-opt %s -verify-each -vkm-plan="target=vulkan10 workgroup-size=16" -vkm-lower-kernels -vkm-place-barriers -vkm-check-barriers -vkm-check-uniformity | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,NONE

// CHECK: kernel1D_si32_1.comp
// SUBGROUP: subgroupMin
// TREE: offset /= 2u
// NONE-NOT: subgroup
// CHECK: kernel3D_si64_3.comp
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_si32_add : si32
    vkm.field @m_si32_min : si32
    vkm.field @m_si32_max : si32
    vkm.field @m_ui32_add : ui32
    vkm.field @m_ui32_min : ui32
    vkm.field @m_ui32_max : ui32
    vkm.field @m_f32_add : f32
    vkm.field @m_f32_min : f32
    vkm.field @m_f32_max : f32
    vkm.field @m_f64_add : f64
    vkm.field @m_f64_min : f64
    vkm.field @m_f64_max : f64
    vkm.field @m_ui64_add : ui64
    vkm.field @m_ui64_min : ui64
    vkm.field @m_ui64_max : ui64
    vkm.field @m_si64_add : si64
    vkm.field @m_si64_min : si64
    vkm.field @m_si64_max : si64
    vkm.kernel @kernel1D_si32_1(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_si32_add, %v : si32
        vkm.reduce min @m_si32_min, %v : si32
        vkm.reduce max @m_si32_max, %v : si32
      }
    }
    vkm.kernel @kernel1D_ui32_1(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        %v = vkm.load %p : !vkm.ref<ui32>
        vkm.reduce add @m_ui32_add, %v : ui32
        vkm.reduce min @m_ui32_min, %v : ui32
        vkm.reduce max @m_ui32_max, %v : ui32
      }
    }
    vkm.kernel @kernel1D_f32_1(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce add @m_f32_add, %v : f32
        vkm.reduce min @m_f32_min, %v : f32
        vkm.reduce max @m_f32_max, %v : f32
      }
    }
    vkm.kernel @kernel1D_f64_1(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce add @m_f64_add, %v : f64
        vkm.reduce min @m_f64_min, %v : f64
        vkm.reduce max @m_f64_max, %v : f64
      }
    }
    vkm.kernel @kernel1D_ui64_1(%a: !vkm.ptr<ui64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<ui64>, ui32 -> !vkm.ref<ui64>
        %v = vkm.load %p : !vkm.ref<ui64>
        vkm.reduce add @m_ui64_add, %v : ui64
        vkm.reduce min @m_ui64_min, %v : ui64
        vkm.reduce max @m_ui64_max, %v : ui64
      }
    }
    vkm.kernel @kernel1D_si64_1(%a: !vkm.ptr<si64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si64>, ui32 -> !vkm.ref<si64>
        %v = vkm.load %p : !vkm.ref<si64>
        vkm.reduce add @m_si64_add, %v : si64
        vkm.reduce min @m_si64_min, %v : si64
        vkm.reduce max @m_si64_max, %v : si64
      }
    }
    vkm.kernel @kernel2D_si32_2(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_si32_add, %v : si32
        vkm.reduce min @m_si32_min, %v : si32
        vkm.reduce max @m_si32_max, %v : si32
      }
    }
    vkm.kernel @kernel2D_ui32_2(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        %v = vkm.load %p : !vkm.ref<ui32>
        vkm.reduce add @m_ui32_add, %v : ui32
        vkm.reduce min @m_ui32_min, %v : ui32
        vkm.reduce max @m_ui32_max, %v : ui32
      }
    }
    vkm.kernel @kernel2D_f32_2(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce add @m_f32_add, %v : f32
        vkm.reduce min @m_f32_min, %v : f32
        vkm.reduce max @m_f32_max, %v : f32
      }
    }
    vkm.kernel @kernel2D_f64_2(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce add @m_f64_add, %v : f64
        vkm.reduce min @m_f64_min, %v : f64
        vkm.reduce max @m_f64_max, %v : f64
      }
    }
    vkm.kernel @kernel2D_ui64_2(%a: !vkm.ptr<ui64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<ui64>, ui32 -> !vkm.ref<ui64>
        %v = vkm.load %p : !vkm.ref<ui64>
        vkm.reduce add @m_ui64_add, %v : ui64
        vkm.reduce min @m_ui64_min, %v : ui64
        vkm.reduce max @m_ui64_max, %v : ui64
      }
    }
    vkm.kernel @kernel2D_si64_2(%a: !vkm.ptr<si64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si64>, ui32 -> !vkm.ref<si64>
        %v = vkm.load %p : !vkm.ref<si64>
        vkm.reduce add @m_si64_add, %v : si64
        vkm.reduce min @m_si64_min, %v : si64
        vkm.reduce max @m_si64_max, %v : si64
      }
    }
    vkm.kernel @kernel3D_si32_3(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 3 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%z: ui32 "z", %y: ui32 "y", %x: ui32 "x") = (%zero, %zero, %zero) lt, lt, lt (%n : ui32, %n : ui32, %n : ui32) step (1, 1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_si32_add, %v : si32
        vkm.reduce min @m_si32_min, %v : si32
        vkm.reduce max @m_si32_max, %v : si32
      }
    }
    vkm.kernel @kernel3D_ui32_3(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 3 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%z: ui32 "z", %y: ui32 "y", %x: ui32 "x") = (%zero, %zero, %zero) lt, lt, lt (%n : ui32, %n : ui32, %n : ui32) step (1, 1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<ui32>, ui32 -> !vkm.ref<ui32>
        %v = vkm.load %p : !vkm.ref<ui32>
        vkm.reduce add @m_ui32_add, %v : ui32
        vkm.reduce min @m_ui32_min, %v : ui32
        vkm.reduce max @m_ui32_max, %v : ui32
      }
    }
    vkm.kernel @kernel3D_f32_3(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 3 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%z: ui32 "z", %y: ui32 "y", %x: ui32 "x") = (%zero, %zero, %zero) lt, lt, lt (%n : ui32, %n : ui32, %n : ui32) step (1, 1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce add @m_f32_add, %v : f32
        vkm.reduce min @m_f32_min, %v : f32
        vkm.reduce max @m_f32_max, %v : f32
      }
    }
    vkm.kernel @kernel3D_f64_3(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 3 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%z: ui32 "z", %y: ui32 "y", %x: ui32 "x") = (%zero, %zero, %zero) lt, lt, lt (%n : ui32, %n : ui32, %n : ui32) step (1, 1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce add @m_f64_add, %v : f64
        vkm.reduce min @m_f64_min, %v : f64
        vkm.reduce max @m_f64_max, %v : f64
      }
    }
    vkm.kernel @kernel3D_ui64_3(%a: !vkm.ptr<ui64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 3 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%z: ui32 "z", %y: ui32 "y", %x: ui32 "x") = (%zero, %zero, %zero) lt, lt, lt (%n : ui32, %n : ui32, %n : ui32) step (1, 1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<ui64>, ui32 -> !vkm.ref<ui64>
        %v = vkm.load %p : !vkm.ref<ui64>
        vkm.reduce add @m_ui64_add, %v : ui64
        vkm.reduce min @m_ui64_min, %v : ui64
        vkm.reduce max @m_ui64_max, %v : ui64
      }
    }
    vkm.kernel @kernel3D_si64_3(%a: !vkm.ptr<si64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 3 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%z: ui32 "z", %y: ui32 "y", %x: ui32 "x") = (%zero, %zero, %zero) lt, lt, lt (%n : ui32, %n : ui32, %n : ui32) step (1, 1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si64>, ui32 -> !vkm.ref<si64>
        %v = vkm.load %p : !vkm.ref<si64>
        vkm.reduce add @m_si64_add, %v : si64
        vkm.reduce min @m_si64_min, %v : si64
        vkm.reduce max @m_si64_max, %v : si64
      }
    }
  }
}
