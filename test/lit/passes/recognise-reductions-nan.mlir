// Minima and maxima of floats that take NaN: reductions which skip NaN, with a warning unless no value is NaN or the user
// says so.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-recognise-reductions | FileCheck %s
// RUN: vkmorph-opt %s -split-input-file -vkm-recognise-reductions=assume-no-nan 2>&1 | FileCheck %s --check-prefix=ASSUMED

// m = std::max(x, m), set to a number in front of the loop: of anything with a warning, of an integer or of
// std::max(0.0f, x) without; m = std::max(m, x) in any case.
// CHECK-LABEL: vkm.field @m_any
// CHECK: vkm.reduce max @m_any
// CHECK: vkm.reduce max @m_int
// CHECK: vkm.reduce max @m_bounded
// CHECK: vkm.reduce max @m_first
// CHECK: vkm.reduce max @m_unset
// CHECK: vkm.reduce min @m_chosen
// ASSUMED-NOT: warning
// ASSUMED: vkm.reduce max @m_any
// ASSUMED: vkm.reduce max @m_unset
// ASSUMED: vkm.reduce min @m_chosen
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_any : f32
    vkm.field @m_int : f32
    vkm.field @m_bounded : f32
    vkm.field @m_first : f32
    vkm.field @m_unset : f32
    vkm.field @m_chosen : f32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %low = vkm.constant -1.0 : f32
      vkm.once {
        %any = vkm.field_ref @m_any : !vkm.ref<f32>
        vkm.assign %any, %low : !vkm.ref<f32>
        %int = vkm.field_ref @m_int : !vkm.ref<f32>
        vkm.assign %int, %low : !vkm.ref<f32>
        %bounded = vkm.field_ref @m_bounded : !vkm.ref<f32>
        vkm.assign %bounded, %low : !vkm.ref<f32>
      }
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %x = vkm.load %p : !vkm.ref<f32>
        %any = vkm.field_ref @m_any : !vkm.ref<f32>
        %0 = vkm.load %any : !vkm.ref<f32>
        %1 = vkm.math max(%x, %0) : (f32, f32) -> f32
        // expected-remark @below {{'m_any' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        // expected-warning @below {{'m_any' takes a NaN here and drops it with the next value, so that the result depends on where the NaN stands; the reduction of kernel 'kernel1D_K' skips NaN [vkm2022, nan-order]}}
        // expected-note @below {{write std::max(m_any, value), which skips NaN, or specify --assume-no-nan}}
        vkm.assign %any, %1 : !vkm.ref<f32>

        %number = vkm.cast %i : ui32 to f32
        %int = vkm.field_ref @m_int : !vkm.ref<f32>
        %2 = vkm.load %int : !vkm.ref<f32>
        %3 = vkm.math max(%number, %2) : (f32, f32) -> f32
        // expected-remark @below {{'m_int' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        vkm.assign %int, %3 : !vkm.ref<f32>

        %nothing = vkm.constant 0.0 : f32
        %positive = vkm.math max(%nothing, %x) : (f32, f32) -> f32
        %bounded = vkm.field_ref @m_bounded : !vkm.ref<f32>
        %4 = vkm.load %bounded : !vkm.ref<f32>
        %5 = vkm.math max(%positive, %4) : (f32, f32) -> f32
        // expected-remark @below {{'m_bounded' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        vkm.assign %bounded, %5 : !vkm.ref<f32>

        %first = vkm.field_ref @m_first : !vkm.ref<f32>
        %6 = vkm.load %first : !vkm.ref<f32>
        %7 = vkm.math max(%6, %x) : (f32, f32) -> f32
        // expected-remark @below {{'m_first' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        vkm.assign %first, %7 : !vkm.ref<f32>

        // It may be NaN before the loop.
        %unset = vkm.field_ref @m_unset : !vkm.ref<f32>
        %8 = vkm.load %unset : !vkm.ref<f32>
        %9 = vkm.math max(%number, %8) : (f32, f32) -> f32
        // expected-remark @below {{'m_unset' is a reduction of kernel 'kernel1D_K': a maximum over its grid [vkm2020, reductions]}}
        // expected-warning @below {{'m_unset' takes a NaN here}}
        // expected-note @below {{write std::max(m_unset, value)}}
        vkm.assign %unset, %9 : !vkm.ref<f32>

        // m = m < x ? m : x
        %chosen = vkm.field_ref @m_chosen : !vkm.ref<f32>
        %10 = vkm.load %chosen : !vkm.ref<f32>
        %c = vkm.cmp lt %10, %x : f32
        %11 = vkm.select %c : f32 {
          %again = vkm.load %chosen : !vkm.ref<f32>
          vkm.yield %again : f32
        } else {
          vkm.yield %x : f32
        }
        // expected-remark @below {{'m_chosen' is a reduction of kernel 'kernel1D_K': a minimum over its grid [vkm2020, reductions]}}
        // expected-warning @below {{'m_chosen' takes a NaN here}}
        // expected-note @below {{write std::min(m_chosen, value)}}
        vkm.assign %chosen, %11 : !vkm.ref<f32>
      }
    }
  }
}
