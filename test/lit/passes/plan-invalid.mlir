// Options that mean nothing: vkm2201, vkm2202, vkm2203. The planner decides nothing then.
// RUN: not vkmorph-opt %s -vkm-plan=reduction=fast 2>&1 | FileCheck %s --check-prefix=REDUCTION
// REDUCTION: error: option reduction has no value 'fast' [vkm2202]
// REDUCTION: note: values are: auto, tree, subgroup
// RUN: not vkmorph-opt %s -vkm-plan=finish=never 2>&1 | FileCheck %s --check-prefix=FINISH
// FINISH: error: option finish has no value 'never' [vkm2202]
// FINISH: note: values are: auto, atomics, last-workgroup
// RUN: not vkmorph-opt %s -vkm-plan=workgroup-size=100 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: error: a workgroup of 100 threads does not suit target 'vulkan13' [vkm2203]
// SIZE: note: choose a power of two from 16 to 1024
// RUN: not vkmorph-opt %s -vkm-plan=workgroup-size=8 2>&1 | FileCheck %s --check-prefix=SMALL
// SMALL: error: a workgroup of 8 threads does not suit
// RUN: not vkmorph-opt %s -vkm-plan=workgroup-size=-64 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: error: a workgroup of -64 threads does not suit
// RUN: not vkmorph-opt %s -vkm-plan="workgroup-size=256 target=vulkan10" 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: error: a workgroup of 256 threads does not suit target 'vulkan10' [vkm2203]
// LARGE: note: choose a power of two from 16 to 128
// RUN: not vkmorph-opt %s -vkm-plan=target=toaster 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: target 'toaster' is neither built in (vulkan10, vulkan13)
// TARGET-SAME: [vkm2201]
// TARGET: note: name a built-in target, or a file like those in passes/plan/targets
module attributes {vkm.phase = #vkm.phase<recognised>} {
}
