// Each fault stands at the first place that fits; where there is none of the first choice, at one of the second.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-mistranslate=kind=flip-comparison | FileCheck %s --check-prefixes=CHECK,FLIP
// RUN: not vkmorph-opt %s -split-input-file -vkm-mistranslate=kind=short-loop 2>/dev/null | FileCheck %s --check-prefixes=CHECK,SHORT
// RUN: not vkmorph-opt %s -split-input-file -vkm-mistranslate=kind=read-past-end 2>/dev/null | FileCheck %s --check-prefixes=CHECK,PAST
// RUN: not vkmorph-opt %s -vkm-mistranslate=kind=none 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: option kind has no value 'none' [vkm2202]

// Changes nothing in another phase.
// CHECK-LABEL: vkm.class @Imported
// CHECK: vkm.cmp lt
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @Imported namespaces [] header "c.h" {
    vkm.kernel @kernel1D_A(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %0 = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%0) lt (%n : ui32) step (1) {
        %1 = vkm.cmp lt %i, %n : ui32
        %a = vkm.var "a" : !vkm.ref<i1> = %1 : i1
      }
    }
  }
}

// -----

// A comparison outside of loop conditions comes first; the extent is no part of the kernel.
// CHECK-LABEL: vkm.class @Comparison
// CHECK: vkm.extent
// CHECK: vkm.cmp lt
// SHORT: %[[ONE:.*]] = vkm.constant 1 : si32
// SHORT: %[[UPPER:.*]] = vkm.binary sub %n, %[[ONE]] : si32
// SHORT: vkm.grid {{.*}} lt (%[[UPPER]] : si32)
// CHECK: vkm.for
// CHECK: vkm.cmp lt
// FLIP: vkm.cmp le %{{.*}}, %i
// PAST: %[[PLUS:.*]] = vkm.binary add %i, %{{.*}} : si32
// PAST: vkm.deref %x[%[[PLUS]]]
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @Comparison namespaces [] header "c.h" {
    vkm.kernel @kernel1D_B(%x: !vkm.ptr<si32> {vkm.name = "x"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      vkm.extent %x : !vkm.ptr<si32> {
        %e = vkm.cmp lt %n, %n : si32
        %f = vkm.cast %e : i1 to si32
        vkm.yield %f : si32
      }
      %0 = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%0) lt (%n : si32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        vkm.for "k" = %0 : si32 cond (%k: !vkm.ref<si32>) {
          %1 = vkm.load %k : !vkm.ref<si32>
          %2 = vkm.cmp lt %1, %n : si32
          vkm.yield %2 : i1
        } step (%k: !vkm.ref<si32>) {
          %1 = vkm.constant 1 : si32
          vkm.update add %k, %1 : !vkm.ref<si32>, si32
        } body (%k: !vkm.ref<si32>) {
          %1 = vkm.load %k : !vkm.ref<si32>
          %2 = vkm.cmp ge %1, %i : si32
          vkm.if %2 {
            vkm.break
          }
        }
        %3 = vkm.deref %x[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %4 = vkm.load %3 : !vkm.ref<si32>
        %5 = vkm.deref %x[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %5, %4 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// Without one, a grid's own, which only becomes strict or ceases to be; a bound without sign stays 0. A place that
// is written, too, is no mere read: without another one that is an error, and nothing is printed.
// FLIP-LABEL: vkm.class @Grid
// FLIP: vkm.grid {{.*}} le (%n : ui32)
// SHORT-LABEL: vkm.class @Grid
// SHORT: %[[SOME:.*]] = vkm.cmp ne %n, %{{.*}} : ui32
// SHORT: %[[LESS:.*]] = vkm.cast %[[SOME]] : i1 to ui32
// SHORT: %[[UPPER:.*]] = vkm.binary sub %n, %[[LESS]] : ui32
// SHORT: vkm.grid {{.*}} lt (%[[UPPER]] : ui32)
// PAST-NOT: vkm.class @Grid
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @Grid namespaces [] header "c.h" {
    vkm.kernel @kernel1D_C(%x: !vkm.ptr<si32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %0 = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%0) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %1 = vkm.deref %x[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %2 = vkm.constant 1 : si32
        vkm.update add %1, %2 : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  // expected-error @+2 {{class 'Empty' has no operation to which the fault 'flip-comparison' applies [vkm2401]}}
  // expected-note @+1 {{choose another kind of fault, or another class}}
  vkm.class @Empty namespaces [] header "c.h" {
  }
}
