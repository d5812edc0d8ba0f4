// What the verifiers of reductions, of what runs once, and of launches reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.func @f(%x: f32) {
      // expected-error@+1 {{'vkm.reduce' op stands outside of grids}}
      vkm.reduce add @m_sum, %x : f32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.reduce' op names no field of the class: @m_sum}}
        vkm.reduce add @m_sum, %x : f32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.reduce' op combines 'f32' into a place of type 'si32'}}
        vkm.reduce add @m_sum, %x : f32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.record @P size 4 align 4 [#vkm.member<"x" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : !vkm.record<@P>
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.reduce' op names no part of the field: "y"}}
        vkm.reduce add @m_sum["y"], %x : f32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : !vkm.array<4 x f32>
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.reduce' op names no part of the field: 4 : i64}}
        vkm.reduce add @m_sum[4], %x : f32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : !vkm.array<4 x f32>
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.reduce' op names no part of the field: "first"}}
        vkm.reduce add @m_sum["first"], %x : f32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : !vkm.array<4 x f32>
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.reduce' op has 0 indices for 1 elements}}
        vkm.reduce add @m_sum[unit], %x : f32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.reduce' op combines 'f32' by and}}
        vkm.reduce and @m_sum, %x : f32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : !vkm.mat<2 x 2 x f32>
    vkm.kernel @kernel1D_F(%n: ui32, %x: !vkm.mat<2 x 2 x f32>) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.reduce' op combines matrices by mul}}
        vkm.reduce mul @m_sum, %x : !vkm.mat<2 x 2 x f32>
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.func @f() {
    // expected-error@+1 {{'vkm.once' op expects parent op 'vkm.kernel'}}
    vkm.once {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @helper() {
    }
    vkm.control @Run() {
      // expected-error@+1 {{'vkm.launch' op launches no kernel: @helper}}
      vkm.launch @helper()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
    }
    vkm.control @Run() {
      // expected-error@+1 {{'vkm.launch' op does not fit the kernel's type '(ui32) -> ()'}}
      vkm.launch @kernel1D_F()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F() attributes {dims = 1 : i32} {
    }
    vkm.func @f() {
      // expected-error@+1 {{'vkm.launch' op expects parent op 'vkm.control'}}
      vkm.launch @kernel1D_F()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.arg_reduce' op is of min or max}}
        vkm.arg_reduce add first @m_sum, %x : f32 {
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_low : !vkm.array<4 x f32>
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.arg_reduce' op names an element by an index}}
        vkm.arg_reduce min first @m_low[unit], %x : f32 {
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_low : f32
    vkm.field @m_at : si32
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        vkm.arg_reduce min first @m_low, %x : f32 {
          // expected-error@+1 {{'vkm.carry' op takes 'ui32' into a place of type 'si32'}}
          vkm.carry @m_at, %i : ui32
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_at : si32
    vkm.kernel @kernel1D_F(%n: ui32) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.last' op takes 'ui32' into a place of type 'si32'}}
        vkm.last @m_at, %i : ui32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_turn : f32
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32, %data: !vkm.ptr<f32>) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.combine' op has a region of other values than two of type 'f32'}}
        vkm.combine @m_turn, %x : f32 {
        ^bb0(%first: f32):
          vkm.yield %first : f32
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_turn : f32
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32, %data: !vkm.ptr<f32>) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.combine' op the region must yield a value of type 'f32'}}
        vkm.combine @m_turn, %x : f32 {
        ^bb0(%first: f32, %second: f32):
          %less = vkm.cmp lt %first, %second : f32
          vkm.yield %less : i1
        }
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_turn : f32
    vkm.kernel @kernel1D_F(%n: ui32, %x: f32, %data: !vkm.ptr<f32>) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) lt (%n : ui32) step (1) {
        // expected-error@+1 {{'vkm.combine' op the region holds a statement: 'vkm.continue'}}
        vkm.combine @m_turn, %x : f32 {
        ^bb0(%first: f32, %second: f32):
          vkm.continue
          vkm.yield %first : f32
        }
      }
    }
  }
}
