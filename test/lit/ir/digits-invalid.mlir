// What workgroups may do by the digits of elements, and how sorts are planned.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%keys: !vkm.ptr<ui32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 4096 : ui32
        // expected-error@+1 {{'vkm.count_digits' op has a size and a share that are no powers of two, a share that is larger, or more than 32768 elements}}
        vkm.count_digits %inTile of 1000 by 8 bits 8 digit {
        ^bb0(%i: ui32):
          vkm.yield %i : ui32
        } store {
        ^bb0(%d: ui32, %n: ui32):
        }
      }
    }
  }
}
// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%keys: !vkm.ptr<ui32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 4096 : ui32
        // expected-error@+1 {{'vkm.count_digits' op has digits of 5 bits; they have 4 or 8}}
        vkm.count_digits %inTile of 4096 by 16 bits 5 digit {
        ^bb0(%i: ui32):
          vkm.yield %i : ui32
        } store {
        ^bb0(%d: ui32, %n: ui32):
        }
      }
    }
  }
}
// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%keys: !vkm.ptr<ui32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 4096 : ui32
        // expected-error@+1 {{'vkm.count_digits' op the region 'digit' takes other values}}
        vkm.count_digits %inTile of 4096 by 16 bits 8 digit {
        ^bb0(%i: si32):
          vkm.yield %zero : ui32
        } store {
        ^bb0(%d: ui32, %n: ui32):
        }
      }
    }
  }
}
// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%keys: !vkm.ptr<ui32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 4096 : ui32
        // expected-error@+1 {{'vkm.count_digits' op the region 'digit' must yield a value of type 'ui32'}}
        vkm.count_digits %inTile of 4096 by 16 bits 8 digit {
        ^bb0(%i: ui32):
          %0 = vkm.constant 1 : si32
          vkm.yield %0 : si32
        } store {
        ^bb0(%d: ui32, %n: ui32):
        }
      }
    }
  }
}
// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%keys: !vkm.ptr<ui32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 4096 : ui32
        // expected-error@+1 {{'vkm.rank_digits' op the region 'load' must yield an element}}
        vkm.rank_digits %inTile of 4096 by 16 bits 8 load {
        ^bb0(%i: ui32):
          
        } digit {
        ^bb0(%e: !vkm.ref<ui32>):
          vkm.yield %zero : ui32
        } start {
        ^bb0(%d: ui32):
          vkm.yield %d : ui32
        } store {
        ^bb0(%t: ui32, %v: ui32):
        }
      }
    }
  }
}
// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%keys: !vkm.ptr<ui32> {vkm.name = "keys"}, %tiles: ui32 {vkm.name = "tiles"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%tile: ui32 "tile") = (%zero) lt (%tiles : ui32) step (1) {
        %inTile = vkm.constant 4096 : ui32
        // expected-error@+1 {{'vkm.rank_digits' op the region 'store' takes other values}}
        vkm.rank_digits %inTile of 4096 by 16 bits 8 load {
        ^bb0(%i: ui32):
          vkm.yield %i : ui32
        } digit {
        ^bb0(%e: !vkm.ref<ui32>):
          vkm.yield %zero : ui32
        } start {
        ^bb0(%d: ui32):
          vkm.yield %d : ui32
        } store {
        ^bb0(%t: ui32, %v: si32):
        }
      }
    }
  }
}
// -----
// expected-error@+1 {{a sort takes powers of two, and no more by a thread than together}}
module attributes {vkm.phase = #vkm.phase<imported>, test.plan = #vkm.sort_plan<tiles of 1000 by 8>} {
}
// -----
// expected-error@+1 {{a workgroup ranks at most 32768 elements}}
module attributes {vkm.phase = #vkm.phase<imported>, test.plan = #vkm.sort_plan<radix of 65536 by 16>} {
}
