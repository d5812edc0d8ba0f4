// Tiles that others than the planner decide belong to a loop that all threads take together, one element for each.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<const si32> {vkm.name = "b"}, %n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %start = vkm.constant 0 : si32
        %total = vkm.var "total" : !vkm.ref<si32> = %start : si32
        // expected-error@+1 {{'vkm.for' op has tiles of 256 elements, and workgroups have 64 threads, of which each reads one}}
        vkm.for "j" = %zero : ui32 attributes {tile = 256 : i64} cond (%jc: !vkm.ref<ui32>) {
          %j = vkm.load %jc : !vkm.ref<ui32>
          %more = vkm.cmp lt %j, %m : ui32
          vkm.yield %more : i1
        } step (%js: !vkm.ref<ui32>) {
          %one = vkm.constant 1 : ui32
          vkm.update add %js, %one : !vkm.ref<ui32>, ui32
        } body (%jb: !vkm.ref<ui32>) {
          %j = vkm.load %jb : !vkm.ref<ui32>
          %q = vkm.deref %b[%j] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
          %w = vkm.load %q : !vkm.ref<si32>
          vkm.update add %total, %w : !vkm.ref<si32>, si32
        }
        %sum = vkm.load %total : !vkm.ref<si32>
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        vkm.assign %p, %sum : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<const si32> {vkm.name = "b"}, %n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %start = vkm.constant 0 : si32
        %total = vkm.var "total" : !vkm.ref<si32> = %start : si32
        // expected-error@+1 {{'vkm.for' op has tile_turns without tile}}
        vkm.for "j" = %zero : ui32 attributes {tile_turns = 16 : i64} cond (%jc: !vkm.ref<ui32>) {
          %j = vkm.load %jc : !vkm.ref<ui32>
          %more = vkm.cmp lt %j, %m : ui32
          vkm.yield %more : i1
        } step (%js: !vkm.ref<ui32>) {
          %one = vkm.constant 1 : ui32
          vkm.update add %js, %one : !vkm.ref<ui32>, ui32
        } body (%jb: !vkm.ref<ui32>) {
          %j = vkm.load %jb : !vkm.ref<ui32>
          %q = vkm.deref %b[%j] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
          %w = vkm.load %q : !vkm.ref<si32>
          vkm.update add %total, %w : !vkm.ref<si32>, si32
        }
        %sum = vkm.load %total : !vkm.ref<si32>
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        vkm.assign %p, %sum : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<const si32> {vkm.name = "b"}, %n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %start = vkm.constant 0 : si32
        %total = vkm.var "total" : !vkm.ref<si32> = %start : si32
        // expected-error@+1 {{'vkm.for' op writes out 65 iterations of a tile of 64}}
        vkm.for "j" = %zero : ui32 attributes {tile = 64 : i64, tile_turns = 65 : i64} cond (%jc: !vkm.ref<ui32>) {
          %j = vkm.load %jc : !vkm.ref<ui32>
          %more = vkm.cmp lt %j, %m : ui32
          vkm.yield %more : i1
        } step (%js: !vkm.ref<ui32>) {
          %one = vkm.constant 1 : ui32
          vkm.update add %js, %one : !vkm.ref<ui32>, ui32
        } body (%jb: !vkm.ref<ui32>) {
          %j = vkm.load %jb : !vkm.ref<ui32>
          %q = vkm.deref %b[%j] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
          %w = vkm.load %q : !vkm.ref<si32>
          vkm.update add %total, %w : !vkm.ref<si32>, si32
        }
        %sum = vkm.load %total : !vkm.ref<si32>
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        vkm.assign %p, %sum : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<const si32> {vkm.name = "b"}, %n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 64, 1, 1>} {
        %start = vkm.constant 0 : si32
        %total = vkm.var "total" : !vkm.ref<si32> = %start : si32
        // expected-error@+1 {{'vkm.for' op has tile, and reads nothing in tiles: not all threads of a workgroup come here together, or read the same}}
        vkm.for "j" = %zero : ui32 attributes {tile = 64 : i64} cond (%jc: !vkm.ref<ui32>) {
          %j = vkm.load %jc : !vkm.ref<ui32>
          %more = vkm.cmp lt %j, %m : ui32
          vkm.yield %more : i1
        } step (%js: !vkm.ref<ui32>) {
          %one = vkm.constant 1 : ui32
          vkm.update add %js, %one : !vkm.ref<ui32>, ui32
        } body (%jb: !vkm.ref<ui32>) {
          %j = vkm.load %jb : !vkm.ref<ui32>
          %q = vkm.deref %b[%i] : !vkm.ptr<const si32>, ui32 -> !vkm.ref<si32>
          %w = vkm.load %q : !vkm.ref<si32>
          vkm.update add %total, %w : !vkm.ref<si32>, si32
        }
        %sum = vkm.load %total : !vkm.ref<si32>
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        vkm.assign %p, %sum : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "tight", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 1024 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%a: !vkm.ptr<si64> {vkm.name = "a"}, %b: !vkm.ptr<const si64> {vkm.name = "b"}, %n: ui32 {vkm.name = "n"}, %m: ui32 {vkm.name = "m"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op takes 2048 bytes of shared memory in workgroups of 256 threads, and target 'tight' has 1024}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {workgroup_size = array<i32: 256, 1, 1>} {
        %start = vkm.constant 0 : si64
        %total = vkm.var "total" : !vkm.ref<si64> = %start : si64
        vkm.for "j" = %zero : ui32 attributes {tile = 256 : i64} cond (%jc: !vkm.ref<ui32>) {
          %j = vkm.load %jc : !vkm.ref<ui32>
          %more = vkm.cmp lt %j, %m : ui32
          vkm.yield %more : i1
        } step (%js: !vkm.ref<ui32>) {
          %one = vkm.constant 1 : ui32
          vkm.update add %js, %one : !vkm.ref<ui32>, ui32
        } body (%jb: !vkm.ref<ui32>) {
          %j = vkm.load %jb : !vkm.ref<ui32>
          %q = vkm.deref %b[%j] : !vkm.ptr<const si64>, ui32 -> !vkm.ref<si64>
          %w = vkm.load %q : !vkm.ref<si64>
          vkm.update add %total, %w : !vkm.ref<si64>, si64
        }
        %sum = vkm.load %total : !vkm.ref<si64>
        %p = vkm.deref %a[%i] : !vkm.ptr<si64>, ui32 -> !vkm.ref<si64>
        vkm.assign %p, %sum : !vkm.ref<si64>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", subgroup_arithmetic = true, subgroup_ballot = true, min_subgroup_size = 8 : i64, max_workgroup_invocations = 512 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @f(%n: ui32) {
      // expected-error@+1 {{'vkm.for' op has tiles outside of a grid}}
      vkm.for "j" = %n : ui32 attributes {tile = 64 : i64} cond (%j: !vkm.ref<ui32>) {
        %go = vkm.constant true
        vkm.yield %go : i1
      } step (%j: !vkm.ref<ui32>) {
      } body (%j: !vkm.ref<ui32>) {
      }
    }
  }
}
