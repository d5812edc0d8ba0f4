// Updates of elements that are planned otherwise than the planner would.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>} {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        // expected-error@+1 {{'vkm.scatter' op is not planned}}
        vkm.scatter add %bin, %one : !vkm.ref<ui32>, ui32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>} {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        vkm.scatter add %bin, %one : !vkm.ref<ui32>, ui32 by <atomic>
        // expected-error@+1 {{'vkm.scatter' op is planned otherwise than the first one of its elements}}
        vkm.scatter add %bin, %one : !vkm.ref<ui32>, ui32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>} {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        // expected-error@+1 {{'vkm.scatter' op is by #vkm.scatter<compare_swap>, and the target has an atomic operation for it}}
        vkm.scatter add %bin, %one : !vkm.ref<ui32>, ui32 by <compare_swap>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<i1> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 128, 1, 1>} {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        // expected-error@+1 {{'vkm.scatter' op is by #vkm.scatter<atomic>, and there is no atomic product}}
        vkm.scatter mul %bin, %one : !vkm.ref<ui32>, ui32 by <atomic>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Count(%bins: !vkm.ptr<ui32> {vkm.name = "bins"}, %seen: !vkm.ptr<f32> {vkm.name = "seen"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %one = vkm.constant 1 : ui32
      %half = vkm.constant 5.0e-01 : f32
      // expected-error@+1 {{'vkm.grid' op updates elements in 4096 bytes of shared memory, of which target 'small' has 3840 for them}}
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 256, 1, 1>, max_workgroups = array<i32: 1, 1, 1>} {
        %bin = vkm.deref %bins[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        %mark = vkm.deref %seen[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.scatter add %bin, %one : !vkm.ref<ui32>, ui32 by <ordered>
        vkm.scatter add %mark, %half : !vkm.ref<f32>, f32 by <ordered>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 256 : i64, max_workgroup_size = array<i64: 256, 256, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Sum(%sums: !vkm.ptr<f32> {vkm.name = "sums"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      %half = vkm.constant 5.0e-01 : f32
      // expected-error@+1 {{'vkm.grid' op updates elements in the order of the source, which one workgroup does, and has more of them}}
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1)
          attributes {workgroup_size = array<i32: 64, 1, 1>, max_workgroups = array<i32: 2, 1, 1>} {
        %sum = vkm.deref %sums[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        vkm.scatter add %sum, %half : !vkm.ref<f32>, f32 by <ordered>
      }
    }
  }
}
