// The phases of a module exclude each other.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'vkm.func' op has the attribute vkm.phase, which stands on the module}}
vkm.func @f() attributes {vkm.phase = #vkm.phase<imported>} {
}

// -----
// expected-error@+1 {{'builtin.module' op attribute vkm.phase holds a #vkm.phase, not "imported"}}
module attributes {vkm.phase = "imported"} {
}

// -----
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op does not belong into the phase 'imported'}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.once' op stands beside other operations before loops are grids}}
      vkm.once {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.shared' op does not belong into the phase 'imported'}}
    vkm.shared @slots : si32
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @f() {
      // expected-error@+1 {{'vkm.barrier' op does not belong into the phase 'planned'}}
      vkm.barrier
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @f(%x: f32) {
      // expected-error@+1 {{'vkm.let' op does not belong into the phase 'lowered'}}
      %0 = vkm.let "y" %x : f32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.kernel' op does not belong into the phase 'lowered'}}
    vkm.kernel @kernel1D_F() attributes {dims = 1 : i32} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<raised>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.kernel' op does not belong into the phase 'raised'}}
    vkm.kernel @kernel1D_F() attributes {dims = 1 : i32} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32, %c: i1) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.if' op stands at the top of a recognised kernel; only vkm.once, vkm.grid, vkm.extent, vkm.var and expressions may}}
      vkm.if %c {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op has no workgroup_size in the planned phase}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.grid' op holds reductions but has no plan in the planned phase}}
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) attributes {workgroup_size = array<i32: 64, 1, 1>} {
        vkm.reduce add @m_sum, %x : f32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Run(%a: !vkm.ref<f32>, %b: !vkm.ref<f32>, %c: i1) {
      // expected-error@+1 {{'vkm.choose' op does not belong into the phase 'normalised'}}
      %0 = vkm.choose %c, %a, %b : <f32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F() attributes {dims = 1 : i32} {
    }
    vkm.control @Run() {
      // expected-error@+1 {{'vkm.call' op calls a kernel in a normalised module, which has vkm.launch for that}}
      vkm.call @kernel1D_F() : () -> ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Inner() {
    }
    vkm.control @Run() {
      // expected-error@+1 {{'vkm.call' op calls a control function in a normalised module, where the statements of that function stand in place of the call}}
      vkm.call @Inner() : () -> ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.control' op is inlined, and stands in a normalised module: its callers have its statements}}
    vkm.control @Run() attributes {is_inlined} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.kernel' op takes a reference (parameter 0), which kernels of a normalised module do not}}
    vkm.kernel @kernel1D_F(%x: !vkm.ref<f32>) attributes {dims = 1 : i32} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.field' op is a field of a caller's object, which is a parameter in a normalised module}}
    vkm.field @out_width : si32 {vkm.lent = {control = "Run", name = "out_width", object = 0 : i64}}
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.field' op is a pointer to an array of the caller's, which is a parameter in a normalised module}}
    vkm.field @m_in : !vkm.dynarray<f32> {vkm.kept = true}
  }
}

// -----

// expected-error@+1 {{lists 'vkm-plan' in vkm.recognised_by, which is no step of recognition}}
module attributes {vkm.phase = #vkm.phase<recognised>, vkm.recognised_by = ["vkm-recognise-grids", "vkm-plan"]} {
}

// -----

// expected-error@+1 {{lists steps of recognition in vkm.recognised_by, and is in the phase 'planned'}}
module attributes {vkm.phase = #vkm.phase<planned>, vkm.recognised_by = ["vkm-recognise-grids"]} {
}
