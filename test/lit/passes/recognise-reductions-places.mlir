// Which places are reduced.
// RUN: vkmorph-opt %s -split-input-file -verify-each -verify-diagnostics -vkm-recognise-reductions | FileCheck %s

// Parts of one member are places of their own.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.record @Box size 24 align 4 [#vkm.member<"lo" : !vkm.array<3 x f32> at 0>, #vkm.member<"hi" : !vkm.array<3 x f32> at 12>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_box : !vkm.record<@Box>
    // CHECK: vkm.reduce min @m_box["lo", 1], %{{.*}} : f32
    // CHECK: vkm.reduce add @m_box["hi", 1], %{{.*}} : f32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %x = vkm.load %p : !vkm.ref<f32>
        %m = vkm.field_ref @m_box : !vkm.ref<!vkm.record<@Box>>
        %one = vkm.constant 1 : si32
        %lo = vkm.member %m["lo"] : !vkm.ref<!vkm.record<@Box>> -> !vkm.ref<!vkm.array<3 x f32>>
        %loy = vkm.element %lo[%one] : !vkm.ref<!vkm.array<3 x f32>>, si32 -> !vkm.ref<f32>
        %hi = vkm.member %m["hi"] : !vkm.ref<!vkm.record<@Box>> -> !vkm.ref<!vkm.array<3 x f32>>
        %hiy = vkm.element %hi[%one] : !vkm.ref<!vkm.array<3 x f32>>, si32 -> !vkm.ref<f32>
        %o = vkm.load %loy : !vkm.ref<f32>
        %s = vkm.math min(%o, %x) : (f32, f32) -> f32
        // expected-remark @below {{'m_box.lo[1]' is a reduction of kernel 'kernel1D_K': a minimum over its grid [vkm2020, reductions]}}
        vkm.assign %loy, %s : !vkm.ref<f32>
        // expected-remark @below {{'m_box.hi[1]' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.update add %hiy, %x : !vkm.ref<f32>, f32
      }
    }
  }
}

// -----

// A part and the whole.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.record @Box size 24 align 4 [#vkm.member<"lo" : !vkm.array<3 x f32> at 0>, #vkm.member<"hi" : !vkm.array<3 x f32> at 12>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_box : !vkm.record<@Box>
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %x = vkm.load %p : !vkm.ref<f32>
        %m = vkm.field_ref @m_box : !vkm.ref<!vkm.record<@Box>>
        %one = vkm.constant 1 : si32
        %lo = vkm.member %m["lo"] : !vkm.ref<!vkm.record<@Box>> -> !vkm.ref<!vkm.array<3 x f32>>
        %loy = vkm.element %lo[%one] : !vkm.ref<!vkm.array<3 x f32>>, si32 -> !vkm.ref<f32>
        %hi = vkm.member %m["hi"] : !vkm.ref<!vkm.record<@Box>> -> !vkm.ref<!vkm.array<3 x f32>>
        %hiy = vkm.element %hi[%one] : !vkm.ref<!vkm.array<3 x f32>>, si32 -> !vkm.ref<f32>
        // expected-remark @below {{'m_box.lo[1]' is no reduction of kernel 'kernel1D_K': the grid writes it in another way, too [vkm2021, reductions]}}
        vkm.update add %loy, %x : !vkm.ref<f32>, f32
        %row = vkm.load %hi : !vkm.ref<!vkm.array<3 x f32>>
        // expected-remark @below {{'m_box.lo' is no reduction of kernel 'kernel1D_K': it is no number, vector or matrix [vkm2021, reductions]}}
        vkm.assign %lo, %row : !vkm.ref<!vkm.array<3 x f32>>
      }
    }
  }
}

// -----

// An element that is not known: all of the array is reduced.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.record @Box size 24 align 4 [#vkm.member<"lo" : !vkm.array<3 x f32> at 0>, #vkm.member<"hi" : !vkm.array<3 x f32> at 12>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_box : !vkm.record<@Box>
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %x = vkm.load %p : !vkm.ref<f32>
        %m = vkm.field_ref @m_box : !vkm.ref<!vkm.record<@Box>>
        %one = vkm.constant 1 : si32
        %lo = vkm.member %m["lo"] : !vkm.ref<!vkm.record<@Box>> -> !vkm.ref<!vkm.array<3 x f32>>
        %loy = vkm.element %lo[%one] : !vkm.ref<!vkm.array<3 x f32>>, si32 -> !vkm.ref<f32>
        %hi = vkm.member %m["hi"] : !vkm.ref<!vkm.record<@Box>> -> !vkm.ref<!vkm.array<3 x f32>>
        %hiy = vkm.element %hi[%one] : !vkm.ref<!vkm.array<3 x f32>>, si32 -> !vkm.ref<f32>
        %ix = vkm.element %hi[%i] : !vkm.ref<!vkm.array<3 x f32>>, ui32 -> !vkm.ref<f32>
        // expected-remark @below {{'m_box.hi[...]' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.update add %ix, %x : !vkm.ref<f32>, f32
      }
    }
  }
}

// -----

// In an inner loop, twice in one body, and after continue; several statements of one kind are one reduction.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.grid
    // CHECK: vkm.reduce add @m
    // CHECK: body
    // CHECK: vkm.unary neg
    // CHECK-NEXT: vkm.reduce add @m
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %x = vkm.load %p : !vkm.ref<si32>
        %m = vkm.field_ref @m : !vkm.ref<si32>
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a sum over its grid [vkm2020, reductions]}}
        vkm.update add %m, %x : !vkm.ref<si32>, si32
        %z = vkm.constant 0 : si32
        vkm.for "j" = %z : si32 cond (%j: !vkm.ref<si32>) {
          %j0 = vkm.load %j : !vkm.ref<si32>
          %j1 = vkm.cmp lt %j0, %x : si32
          vkm.yield %j1 : i1
        } step (%j: !vkm.ref<si32>) {
          %one = vkm.constant 1 : si32
          vkm.update add %j, %one : !vkm.ref<si32>, si32
        } body (%j: !vkm.ref<si32>) {
          %j2 = vkm.load %j : !vkm.ref<si32>
          vkm.update sub %m, %j2 : !vkm.ref<si32>, si32
        }
      }
    }
  }
}

// -----

// m = std::fmax(m, x): x that is NaN is ignored; m is a number, since the kernel sets it.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f32
    // CHECK: vkm.reduce max @m
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.once {
        %start = vkm.constant 0.0 : f32
        %place = vkm.field_ref @m : !vkm.ref<f32>
        vkm.assign %place, %start : !vkm.ref<f32>
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %x = vkm.load %p : !vkm.ref<f32>
        %m = vkm.field_ref @m : !vkm.ref<f32>
        %old = vkm.load %m : !vkm.ref<f32>
        %s = vkm.math fmax(%old, %x) : (f32, f32) -> f32
        // expected-remark @below {{'m' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        vkm.assign %m, %s : !vkm.ref<f32>
      }
    }
  }
}
