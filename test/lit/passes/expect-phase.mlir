// Pipelines start from one phase, and say so where a module is in another; passes one by one do nothing there.
// RUN: vkmorph-opt %s -vkm-expect-phase=phase=planned | FileCheck %s
// RUN: vkmorph-opt %s -vkm-lower | FileCheck %s --check-prefix=LOWERED
// RUN: vkmorph-opt %s -vkm-name-launches -vkm-recognise-grids -vkm-plan -vkm-place-barriers | FileCheck %s
// CHECK: vkm.phase = #vkm.phase<planned>
// CHECK: vkm.grid
// LOWERED: vkm.phase = #vkm.phase<lowered>

// RUN: not vkmorph-opt %s -vkm-plan-all 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: vkm-plan-all starts from the phase 'recognised', and the module is in the phase 'planned' [vkm2310]
// TWICE: note: leave vkm-plan-all out: the module has been there
// RUN: not vkmorph-opt %s -vkm-recognise 2>&1 | FileCheck %s --check-prefix=RECOGNISE
// RECOGNISE: error: vkm-recognise starts from the phase 'normalised', and the module is in the phase 'planned' [vkm2310]

// What is lowered twice has no second barriers: it is refused, by the pipeline and by the pass that places them.
// RUN: not vkmorph-opt %s -vkm-lower -vkm-lower 2>&1 | FileCheck %s --check-prefix=LOWER
// LOWER: error: vkm-lower starts from the phase 'planned', and the module is in the phase 'lowered' [vkm2310]
// RUN: not vkmorph-opt %s -vkm-lower -vkm-place-barriers 2>&1 | FileCheck %s --check-prefix=BARRIERS
// BARRIERS: error: 'C' has barriers already, and would have each of them twice [vkm2306]

// Too early: the pipeline that comes before is named.
// RUN: sed -e 's/<planned>/<imported>/' -e '/^    vkm.kernel/,/^    }/d' -e '/^      vkm.launch/d' %s > %t.imported.mlir
// RUN: not vkmorph-opt %t.imported.mlir -vkm-lower 2>&1 | FileCheck %s --check-prefix=EARLY
// EARLY: error: vkm-lower starts from the phase 'planned', and the module is in the phase 'imported' [vkm2310]
// EARLY: note: run vkm-plan-all before
// RUN: not vkmorph-opt %t.imported.mlir -vkm-recognise 2>&1 | FileCheck %s --check-prefix=CALLS
// CALLS: error: vkm-recognise starts from the phase 'normalised', and the module is in the phase 'imported' [vkm2310]
// CALLS: note: run vkm-normalise before
// RUN: not vkmorph-opt %t.imported.mlir -vkm-expect-phase=phase=done 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: there is no phase 'done'

// Recognition has many steps, and planning relies on all of them: the module lists those that have run, until it is planned.
// RUN: sed -e 's/<imported>/<normalised>/' %t.imported.mlir > %t.normalised.mlir
// RUN: vkmorph-opt %t.normalised.mlir -vkm-recognise-grids -vkm-defer-members -vkm-recognise-rows | FileCheck %s --check-prefix=LISTED
// LISTED: vkm.recognised_by = ["vkm-recognise-grids", "vkm-defer-members", "vkm-recognise-rows"]
// RUN: not vkmorph-opt %t.normalised.mlir -vkm-recognise-grids -vkm-defer-members -vkm-plan-all 2>&1 | FileCheck %s --check-prefix=PARTLY
// PARTLY: error: vkm-plan-all starts from the phase 'recognised', and the module is in the phase 'recognised' without 'vkm-inline-accumulations' [vkm2310]
// PARTLY: note: run vkm-recognise, which has all steps
// RUN: vkmorph-opt %t.normalised.mlir -vkm-recognise -vkm-plan-all | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: recognised_by
// WHOLE: vkm.phase = #vkm.phase<planned>
// WHOLE-NOT: recognised_by

// Two classes in one file stand in a module around theirs, on which nothing would be done.
// RUN: cat %t.imported.mlir %t.imported.mlir > %t.two.mlir
// RUN: not vkmorph-opt %t.two.mlir -vkm-recognise 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: vkm-recognise works on the module of one class, and this one holds modules with classes [vkm2311]
// RUN: not vkmorph-translate %t.two.mlir --emit-glsl 2>&1 | FileCheck %s --check-prefix=PRINT
// PRINT: error: shaders are made of the module of one class, and this one holds modules with classes [vkm3116]

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Double(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.update add %p, %v : !vkm.ref<si32>, si32
      }
    }
    vkm.control @Run(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_Double(%a, %n) : !vkm.ptr<si32>, ui32
      vkm.launch @kernel1D_Double(%a, %n) : !vkm.ptr<si32>, ui32
    }
  }
}
