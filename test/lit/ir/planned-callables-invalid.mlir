// Grids whose shaders run callable ones, decided by others than the planner: what the target has, virtual calls, no workgroups.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "old", ray_tracing_pipeline = false, max_workgroup_invocations = 128 : i64, max_workgroup_size = array<i64: 128, 128, 64>, shared_memory_bytes = 16384 : i64}} {
  vkm.record @Shape size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
  vkm.func @Square_Area(%self: !vkm.record<@Shape>, %x: f32) -> f32 {
    vkm.return %x : f32
  }
  vkm.func @Area(%self: !vkm.record<@Shape> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 attributes {vkm.dispatches = "Shape"} {
    %type = vkm.extract %self["type"] : <@Shape> -> ui32
    vkm.switch %type : ui32 [[1], []] {
      %r = vkm.call @Square_Area(%self, %x) : (!vkm.record<@Shape>, f32) -> f32
      vkm.return %r : f32
    }, {
      vkm.return %x : f32
    }
  }
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_shapes : !vkm.dynarray<!vkm.record<@Shape>>
    vkm.kernel @kernel1D_F(%out: !vkm.ptr<f32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op runs callable shaders, and target 'old' has no ray-tracing pipelines}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {vkm.dispatch = "callable", workgroup_size = array<i32: 1, 1, 1>} {
        %one = vkm.constant 1.0 : f32
        %shapes = vkm.vector_data @m_shapes : <!vkm.record<@Shape>>
        %place = vkm.deref %shapes[%i] : <!vkm.record<@Shape>>, ui32 -> <!vkm.record<@Shape>>
        %self = vkm.load %place : <!vkm.record<@Shape>>
        %value = vkm.call @Area(%self, %one) : (!vkm.record<@Shape>, f32) -> f32
        %q = vkm.deref %out[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %q, %value : !vkm.ref<f32>
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "rays", ray_tracing_pipeline = true, max_workgroup_invocations = 128 : i64, max_workgroup_size = array<i64: 128, 128, 64>, shared_memory_bytes = 16384 : i64}} {
  vkm.record @Shape size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
  vkm.func @Square_Area(%self: !vkm.record<@Shape>, %x: f32) -> f32 {
    vkm.return %x : f32
  }
  vkm.func @Area(%self: !vkm.record<@Shape> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 attributes {vkm.dispatches = "Shape"} {
    %type = vkm.extract %self["type"] : <@Shape> -> ui32
    vkm.switch %type : ui32 [[1], []] {
      %r = vkm.call @Square_Area(%self, %x) : (!vkm.record<@Shape>, f32) -> f32
      vkm.return %r : f32
    }, {
      vkm.return %x : f32
    }
  }
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_shapes : !vkm.dynarray<!vkm.record<@Shape>>
    vkm.kernel @kernel1D_F(%out: !vkm.ptr<f32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op runs callable shaders, and calls no virtual methods}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {vkm.dispatch = "callable", workgroup_size = array<i32: 1, 1, 1>} {
        %one = vkm.constant 1.0 : f32
        %value = vkm.constant 2.0 : f32
        %q = vkm.deref %out[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %q, %value : !vkm.ref<f32>
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "rays", ray_tracing_pipeline = true, max_workgroup_invocations = 128 : i64, max_workgroup_size = array<i64: 128, 128, 64>, shared_memory_bytes = 16384 : i64}} {
  vkm.record @Shape size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
  vkm.func @Square_Area(%self: !vkm.record<@Shape>, %x: f32) -> f32 {
    vkm.return %x : f32
  }
  vkm.func @Area(%self: !vkm.record<@Shape> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 attributes {vkm.dispatches = "Shape"} {
    %type = vkm.extract %self["type"] : <@Shape> -> ui32
    vkm.switch %type : ui32 [[1], []] {
      %r = vkm.call @Square_Area(%self, %x) : (!vkm.record<@Shape>, f32) -> f32
      vkm.return %r : f32
    }, {
      vkm.return %x : f32
    }
  }
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_shapes : !vkm.dynarray<!vkm.record<@Shape>>
    vkm.kernel @kernel1D_F(%out: !vkm.ptr<f32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op runs callable shaders, and has workgroups, which ray generation shaders have not}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {vkm.dispatch = "callable", workgroup_size = array<i32: 64, 1, 1>} {
        %one = vkm.constant 1.0 : f32
        %shapes = vkm.vector_data @m_shapes : <!vkm.record<@Shape>>
        %place = vkm.deref %shapes[%i] : <!vkm.record<@Shape>>, ui32 -> <!vkm.record<@Shape>>
        %self = vkm.load %place : <!vkm.record<@Shape>>
        %value = vkm.call @Area(%self, %one) : (!vkm.record<@Shape>, f32) -> f32
        %q = vkm.deref %out[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %q, %value : !vkm.ref<f32>
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "rays", ray_tracing_pipeline = true, max_workgroup_invocations = 128 : i64, max_workgroup_size = array<i64: 128, 128, 64>, shared_memory_bytes = 16384 : i64}} {
  vkm.record @Shape size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
  vkm.func @Square_Area(%self: !vkm.record<@Shape>, %x: f32) -> f32 {
    vkm.return %x : f32
  }
  vkm.func @Area(%self: !vkm.record<@Shape> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 attributes {vkm.dispatches = "Shape"} {
    %type = vkm.extract %self["type"] : <@Shape> -> ui32
    vkm.switch %type : ui32 [[1], []] {
      %r = vkm.call @Square_Area(%self, %x) : (!vkm.record<@Shape>, f32) -> f32
      vkm.return %r : f32
    }, {
      vkm.return %x : f32
    }
  }
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_shapes : !vkm.dynarray<!vkm.record<@Shape>>
    vkm.kernel @kernel1D_F(%out: !vkm.ptr<f32> {vkm.name = "out"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op runs callable shaders, and has workgroups or threads that take several iterations}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1)
          attributes {vkm.dispatch = "callable", elements_per_thread = 4 : i32, workgroup_size = array<i32: 1, 1, 1>} {
        %one = vkm.constant 1.0 : f32
        %shapes = vkm.vector_data @m_shapes : <!vkm.record<@Shape>>
        %place = vkm.deref %shapes[%i] : <!vkm.record<@Shape>>, ui32 -> <!vkm.record<@Shape>>
        %self = vkm.load %place : <!vkm.record<@Shape>>
        %value = vkm.call @Area(%self, %one) : (!vkm.record<@Shape>, f32) -> f32
        %q = vkm.deref %out[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        vkm.assign %q, %value : !vkm.ref<f32>
      }
    }
  }
}
