// Passes and back ends on a module without a class: nothing to do, and nothing to stumble over.
// RUN: vkmorph-opt %s --pass-pipeline='builtin.module(vkm-normalise,vkm-recognise,vkm-plan-all,vkm-lower,vkm-raise-glsl)' | FileCheck %s
// RUN: vkmorph-opt %s --vkm-normalise --vkm-recognise-grids | vkmorph-opt --vkm-recognise-reductions --vkm-narrow-sizes
// RUN: vkmorph-opt %s --vkm-check-independence --vkm-infer-extents --vkm-plan --vkm-lower-kernels
// RUN: vkmorph-opt %s --vkm-place-barriers --vkm-check-barriers --vkm-check-uniformity --vkm-raise-glsl
// RUN: vkmorph-translate %s --emit-glsl | count 0
// RUN: not vkmorph-translate %s --emit-host 2>&1 | FileCheck %s --check-prefix=HOST

// HOST: error: there is no lowered class to print a host program for [vkm3201]

// CHECK: module
module {
}
