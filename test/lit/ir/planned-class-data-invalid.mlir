// Class data as a uniform buffer: of kernels that only read it, and of bytes that every device takes so.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = {name = "small", max_workgroup_invocations = 64 : i64, max_workgroup_size = array<i64: 64, 64, 64>, shared_memory_bytes = 4096 : i64}} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : f32
    // expected-error@+1 {{'vkm.kernel' op has vkm.uniform_class_data, and target 'small' has no scalar block layout}}
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.uniform_class_data} {
      vkm.once {
        %x = vkm.field_ref @m_x : !vkm.ref<f32>
        %v = vkm.load %x : !vkm.ref<f32>
        %0 = vkm.var "v" : <f32> = %v : f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : f32
    vkm.field @m_b : ui8
    // expected-error@+1 {{'vkm.kernel' op has vkm.uniform_class_data, and 'm_b' has numbers of 8 or 16 bits}}
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.uniform_class_data} {
      vkm.once {
        %x = vkm.field_ref @m_x : !vkm.ref<f32>
        %v = vkm.load %x : !vkm.ref<f32>
        %0 = vkm.var "v" : <f32> = %v : f32
        %b = vkm.field_ref @m_b : !vkm.ref<ui8>
        %w = vkm.load %b : !vkm.ref<ui8>
        %1 = vkm.var "w" : <ui8> = %w : ui8
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : f32
    vkm.field @m_t : !vkm.array<5000 x f32>
    // expected-error@+1 {{'vkm.kernel' op has vkm.uniform_class_data, and the class data takes up to 20004 bytes, and devices need not take more than 16384}}
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.uniform_class_data} {
      vkm.once {
        %x = vkm.field_ref @m_x : !vkm.ref<f32>
        %v = vkm.load %x : !vkm.ref<f32>
        %0 = vkm.var "v" : <f32> = %v : f32
        %i = vkm.constant 3 : ui32
        %t = vkm.field_ref @m_t : !vkm.ref<!vkm.array<5000 x f32>>
        %e = vkm.element %t[%i] : !vkm.ref<!vkm.array<5000 x f32>>, ui32 -> !vkm.ref<f32>
        %w = vkm.load %e : !vkm.ref<f32>
        %1 = vkm.var "w" : <f32> = %w : f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : f32
    // expected-error@+1 {{'vkm.kernel' op has vkm.uniform_class_data, and it changes 'm_x'}}
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.uniform_class_data} {
      vkm.once {
        %x = vkm.field_ref @m_x : !vkm.ref<f32>
        %v = vkm.load %x : !vkm.ref<f32>
        %0 = vkm.var "v" : <f32> = %v : f32
        vkm.assign %x, %v : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : f32
    // expected-error@+1 {{'vkm.kernel' op has vkm.uniform_class_data, and it reads no members}}
    vkm.kernel @kernel1D_F(%n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, vkm.uniform_class_data} {
      vkm.once {
        %one = vkm.constant 1.0 : f32
        %0 = vkm.var "v" : <f32> = %one : f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : f32
    // expected-error@+1 {{'vkm.kernel' op has vkm.uniform_class_data, and some of its parameters go through the class data, for which the push constants have no room}}
    vkm.kernel @kernel1D_F(%m: !vkm.mat<3 x 3 x f32> {vkm.name = "m"}) attributes {dims = 1 : i32, vkm.uniform_class_data} {
      vkm.once {
        %x = vkm.field_ref @m_x : !vkm.ref<f32>
        %v = vkm.load %x : !vkm.ref<f32>
        %0 = vkm.var "v" : <f32> = %v : f32
        %1 = vkm.var "w" : <!vkm.mat<3 x 3 x f32>> = %m : !vkm.mat<3 x 3 x f32>
      }
    }
  }
}
