// Elements that come in order are counted first; a pipeline without the pass that counts is told so.
// RUN: vkmorph-opt %s -vkm-plan=append=stable -vkm-lower | FileCheck %s
// CHECK: vkm.shader @kernel1D_Find_count
// RUN: not vkmorph-opt %s -vkm-plan=append=stable -vkm-lower-kernels 2>&1 | FileCheck %s --check-prefix=MISSING
// MISSING: count-appends-missing.mlir:[[@LINE+8]]:7: error: kernel 'kernel1D_Find' appends in order, and nothing counts what it appends [vkm2307]
// MISSING: note: run vkm-count-appends before vkm-lower-kernels, as vkm-lower does
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits
    vkm.kernel @kernel1D_Find(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        %hit = vkm.cast %i : ui32 to si32
        vkm.append @m_hits, %hit : si32
      }
    }
  }
}
