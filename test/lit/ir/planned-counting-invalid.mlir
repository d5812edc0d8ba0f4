// Kernels that count the workgroups of others: whoever changes what bounds read last, on every way to a launch.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<si32>
    vkm.field @m_a_size : ui32 size_of @m_a
    vkm.kernel @kernel1D_Set(%n: ui32) attributes {dims = 1 : i32, display = "Set"} {
      vkm.once attributes {counts = [@kernel1D_Walk]} {
        %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
        vkm.assign %place, %n : !vkm.ref<ui32>
      }
    }
    vkm.kernel @kernel1D_Walk(%n: ui32) attributes {dims = 1 : i32, display = "Walk"} {
      %zero = vkm.constant 0 : ui32
      %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
      %size = vkm.load %place : !vkm.ref<ui32>
      vkm.grid (%i: ui32 "i") = (%zero) lt (%size : ui32) step (1) attributes {counted, device_bounds, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
    vkm.control @Run(%n: ui32) {
      vkm.launch @kernel1D_Set(%n) : ui32
      vkm.launch @kernel1D_Walk(%n) : ui32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<si32>
    vkm.field @m_a_size : ui32 size_of @m_a
    vkm.kernel @kernel1D_Set(%n: ui32) attributes {dims = 1 : i32, display = "Set"} {
      vkm.once attributes {counts = [@kernel1D_Walk]} {
        %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
        vkm.assign %place, %n : !vkm.ref<ui32>
      }
    }
    vkm.kernel @kernel1D_Walk(%n: ui32) attributes {dims = 1 : i32, display = "Walk"} {
      %zero = vkm.constant 0 : ui32
      %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
      %size = vkm.load %place : !vkm.ref<ui32>
      // expected-error@+1 {{'vkm.grid' op has counted, and the bounds may be those of an earlier call}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%size : ui32) step (1) attributes {counted, device_bounds, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
    vkm.control @Run(%n: ui32) {
      vkm.launch @kernel1D_Walk(%n) : ui32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<si32>
    vkm.field @m_a_size : ui32 size_of @m_a
    vkm.kernel @kernel1D_Set(%n: ui32) attributes {dims = 1 : i32, display = "Set"} {
      // expected-error@+1 {{'vkm.once' op changes the bounds of @kernel1D_Walk last, whose grid is counted, and does not count its workgroups}}
      vkm.once {
        %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
        vkm.assign %place, %n : !vkm.ref<ui32>
      }
    }
    vkm.kernel @kernel1D_Walk(%n: ui32) attributes {dims = 1 : i32, display = "Walk"} {
      %zero = vkm.constant 0 : ui32
      %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
      %size = vkm.load %place : !vkm.ref<ui32>
      vkm.grid (%i: ui32 "i") = (%zero) lt (%size : ui32) step (1) attributes {counted, device_bounds, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
    vkm.control @Run(%n: ui32) {
      vkm.launch @kernel1D_Set(%n) : ui32
      vkm.launch @kernel1D_Walk(%n) : ui32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<si32>
    vkm.field @m_a_size : ui32 size_of @m_a
    vkm.kernel @kernel1D_Set(%n: ui32) attributes {dims = 1 : i32, display = "Set"} {
      vkm.once attributes {counts = [@kernel1D_Walk]} {
        %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
        vkm.assign %place, %n : !vkm.ref<ui32>
      }
    }
    vkm.kernel @kernel1D_Walk(%n: ui32) attributes {dims = 1 : i32, display = "Walk"} {
      %zero = vkm.constant 0 : ui32
      %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
      %size = vkm.load %place : !vkm.ref<ui32>
      // expected-error@+1 {{'vkm.grid' op has counted, and its workgroups cannot be counted before its kernel begins}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {counted, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
    vkm.control @Run(%n: ui32) {
      vkm.launch @kernel1D_Set(%n) : ui32
      vkm.launch @kernel1D_Walk(%n) : ui32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<si32>
    vkm.field @m_a_size : ui32 size_of @m_a
    vkm.kernel @kernel1D_Set(%n: ui32) attributes {dims = 1 : i32, display = "Set"} {
      // expected-error@+1 {{'vkm.once' op counts workgroups of @kernel1D_Walk, which counts them itself}}
      vkm.once attributes {counts = [@kernel1D_Walk]} {
        %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
        vkm.assign %place, %n : !vkm.ref<ui32>
      }
    }
    vkm.kernel @kernel1D_Walk(%n: ui32) attributes {dims = 1 : i32, display = "Walk"} {
      %zero = vkm.constant 0 : ui32
      %place = vkm.field_ref @m_a_size : !vkm.ref<ui32>
      %size = vkm.load %place : !vkm.ref<ui32>
      vkm.grid (%i: ui32 "i") = (%zero) lt (%size : ui32) step (1) attributes {device_bounds, workgroup_size = array<i32: 64, 1, 1>} {
      }
    }
    vkm.control @Run(%n: ui32) {
      vkm.launch @kernel1D_Set(%n) : ui32
      vkm.launch @kernel1D_Walk(%n) : ui32
    }
  }
}
