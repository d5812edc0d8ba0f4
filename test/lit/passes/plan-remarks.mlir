// What the planner says about its choices: vkm2210, vkm2212, vkm2213.
// RUN: vkmorph-opt %s -verify-diagnostics -vkm-plan="target=vulkan10 reduction=subgroup finish=atomics" -o /dev/null

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_int : si32
    vkm.field @m_float : f32
    vkm.field @m_double : f64
    vkm.field @m_long : ui64
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-warning @below {{kernel 'kernel1D_Sum' cannot reduce by subgroup operations: target 'vulkan10' has no subgroup arithmetic; it uses a tree in shared memory [vkm2213, reduction-unavailable]}}
      // expected-note @below {{drop --reduction=subgroup}}
      // expected-remark @below {{kernel 'kernel1D_Sum': reductions by a tree in shared memory in workgroups of 128, finished by atomics: target 'vulkan10' has no subgroup arithmetic; asked for [vkm2210, decisions]}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_int, %v : si32
      }
    }
    vkm.kernel @kernel1D_FloatSum(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-warning @below {{kernel 'kernel1D_FloatSum' cannot reduce by subgroup operations}}
      // expected-note @below {{drop --reduction}}
      // expected-warning @below {{kernel 'kernel1D_FloatSum' cannot finish by atomics: target 'vulkan10' has no float atomics for 'm_float'; the last workgroup finishes it [vkm2212, finish-unavailable]}}
      // expected-note @below {{drop --finish=atomics}}
      // expected-remark @below {{finished by the last workgroup: target 'vulkan10' has no subgroup arithmetic; target 'vulkan10' has no float atomics for 'm_float' [vkm2210, decisions]}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce add @m_float, %v : f32
      }
    }
    vkm.kernel @kernel1D_Long(%a: !vkm.ptr<ui64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-warning @below {{kernel 'kernel1D_Long' cannot reduce by subgroup operations: 'm_long' is not 32 bits wide; it uses a tree in shared memory [vkm2213, reduction-unavailable]}}
      // expected-note @below {{drop --reduction=subgroup}}
      // expected-warning @below {{kernel 'kernel1D_Long' cannot finish by atomics: target 'vulkan10' has no 64-bit atomics for 'm_long'; the last workgroup finishes it [vkm2212, finish-unavailable]}}
      // expected-note @below {{drop --finish=atomics}}
      // expected-remark @below {{kernel 'kernel1D_Long': reductions by a tree}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<ui64>, ui32 -> !vkm.ref<ui64>
        %v = vkm.load %p : !vkm.ref<ui64>
        vkm.reduce add @m_long, %v : ui64
      }
    }
    vkm.kernel @kernel1D_Double(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-warning @below {{cannot reduce by subgroup operations: 'm_double' is not 32 bits wide}}
      // expected-note @below {{drop --reduction}}
      // expected-warning @below {{kernel 'kernel1D_Double' cannot finish by atomics: there are no atomics for the type of 'm_double'; the last workgroup finishes it [vkm2212, finish-unavailable]}}
      // expected-note @below {{drop --finish=atomics}}
      // expected-remark @below {{kernel 'kernel1D_Double': reductions by a tree}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce add @m_double, %v : f64
      }
    }
    vkm.kernel @kernel1D_Least(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-warning @below {{cannot reduce by subgroup operations}}
      // expected-note @below {{drop --reduction}}
      // expected-warning @below {{kernel 'kernel1D_Least' cannot finish by atomics: there is no atomic minimum or maximum for the float 'm_float'; the last workgroup finishes it [vkm2212, finish-unavailable]}}
      // expected-note @below {{drop --finish=atomics}}
      // expected-remark @below {{kernel 'kernel1D_Least': reductions by a tree}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce min @m_float, %v : f32
      }
    }
  }
}
