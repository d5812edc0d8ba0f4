// What no workgroup sorts.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%tiles: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 1024 : ui32
        // expected-error@+1 {{'vkm.sort_tile' op has a size and a share that are no powers of two, or a share that is larger}}
        vkm.sort_tile %inTile of 1000 by 8 load {
        ^bb0(%i: ui32):
          %0 = vkm.constant 1 : si32
          vkm.yield %0 : si32
        } order {
        ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
          %0 = vkm.constant true
          vkm.yield %0 : i1
        } store {
        ^bb0(%i: ui32, %x: si32):
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%tiles: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 1024 : ui32
        // expected-error@+1 {{'vkm.sort_tile' op the region 'load' must yield an element}}
        vkm.sort_tile %inTile of 1024 by 8 load {
        ^bb0(%i: ui32):
        } order {
        ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
          %0 = vkm.constant true
          vkm.yield %0 : i1
        } store {
        ^bb0(%i: ui32, %x: si32):
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%tiles: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 1024 : ui32
        // expected-error@+1 {{'vkm.sort_tile' op has regions of other values than an index, two places of type '!vkm.ref<si32>', and an index and an element}}
        vkm.sort_tile %inTile of 1024 by 8 load {
        ^bb0(%i: ui32):
          %0 = vkm.constant 1 : si32
          vkm.yield %0 : si32
        } order {
        ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
          %0 = vkm.constant true
          vkm.yield %0 : i1
        } store {
        ^bb0(%i: ui32, %x: ui32):
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%tiles: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 1024 : ui32
        // expected-error@+1 {{'vkm.sort_tile' op the region 'order' must yield a value of type 'i1'}}
        vkm.sort_tile %inTile of 1024 by 8 load {
        ^bb0(%i: ui32):
          %0 = vkm.constant 1 : si32
          vkm.yield %0 : si32
        } order {
        ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
          %0 = vkm.load %a : !vkm.ref<si32>
          vkm.yield %0 : si32
        } store {
        ^bb0(%i: ui32, %x: si32):
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%tiles: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 1024 : ui32
        // expected-error@+1 {{'vkm.sort_tile' op stands in a grid of one dimension, and is its only pattern}}
        vkm.sort_tile %inTile of 1024 by 8 load {
        ^bb0(%i: ui32):
          %0 = vkm.constant 1 : si32
          vkm.yield %0 : si32
        } order {
        ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
          %0 = vkm.constant true
          vkm.yield %0 : i1
        } store {
        ^bb0(%i: ui32, %x: si32):
        }
        vkm.sort_tile %inTile of 1024 by 8 load {
        ^bb0(%i: ui32):
          %0 = vkm.constant 1 : si32
          vkm.yield %0 : si32
        } order {
        ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
          %0 = vkm.constant true
          vkm.yield %0 : i1
        } store {
        ^bb0(%i: ui32, %x: si32):
        }
      }
    }
  }
}
