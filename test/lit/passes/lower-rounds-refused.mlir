// Rounds that no grid was lowered around, and workgroups with fewer threads than ways.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-lower-rounds
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %i = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.rounds' op does not stand in the loops over its grid}}
      vkm.rounds (%i : ui32) {
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" local_size [2, 1, 1] bindings [] doc "" {
      %i = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.rounds' op has 3 ways, and its workgroups 2 threads}}
      vkm.rounds (%i : ui32) {
        vkm.switch %i : ui32 [[0], [1], []] attributes {vkm.dispatch = "workgroup", vkm.dispatches = "offices"} {
          vkm.break
        }, {
          vkm.break
        }, {
          vkm.break
        }
      }
    }
  }
}
