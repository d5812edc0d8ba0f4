// What running totals have to be.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op begins with 'f32' what is kept in a place of type 'si32'}}
        %0 = vkm.running add @m_sum : f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sums : !vkm.array<4 x si32>
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op names an element by an index}}
        %0 = vkm.running add @m_sums[unit] : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running_share' op holds values of another type than its place: 'si32'}}
        %0 = vkm.running_share @m_sum : !vkm.ref<f32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op scales or is bounded, and combines by something else than additions}}
        %0 = vkm.running max scales @m_sum : si32
      }
    }
  }
}


// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op keeps the latest value, and does not restart, scales or is bounded}}
        %0 = vkm.running add latest @m_sum : si32
      }
    }
  }
}


// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running_share' op says with another type than ui32 whether it is set}}
        %0 = vkm.running_share restarted @m_sum : !vkm.ref<si32>
      }
    }
  }
}


// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running_share' op is two parts of what iterations give}}
        %0 = vkm.running_share restarted factor @m_sum : !vkm.ref<ui32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %0 = vkm.var "sum" : !vkm.ref<si32>
        // expected-error@+1 {{'vkm.running_step' op is about something else than what iterations give}}
        vkm.running_step set %0, %i : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %0 = vkm.running_share @m_sum : !vkm.ref<f32>
        // expected-error@+1 {{'vkm.running_step' op is about 'si32' of a total of type 'f32'}}
        vkm.running_step add %0, %i : !vkm.ref<f32>, si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op has states that are in no ascending order}}
        %0 = vkm.running add states [3, 1] @m_sum : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op has states of another type than integers of 32 bits at most: 'f32'}}
        %0 = vkm.running add states [1, 3] @m_sum : f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op has 16 states, where 1 to 15 are possible}}
        %0 = vkm.running add states [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16] @m_sum : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op has states, and follows another law as well}}
        %0 = vkm.running add restarts states [1] @m_sum : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : i1
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op combines bools}}
        %0 = vkm.running add @m_sum : i1
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %0 = vkm.var "sum" : !vkm.ref<si32>
        %code = vkm.constant 2 : ui32
        // expected-error@+1 {{'vkm.running_state' op is about something else than what iterations give}}
        %1 = vkm.running_state %0, %code : !vkm.ref<si32> -> si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        %0 = vkm.running_share @m_sum : !vkm.ref<f32>
        %code = vkm.constant 2 : ui32
        // expected-error@+1 {{'vkm.running_map' op is about 'si32' of a total of type 'f32'}}
        vkm.running_map %0, %code, %i : !vkm.ref<f32>, si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : f32
    vkm.field @m_b : f64
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op has another type than others of its system}}
        %0 = vkm.running add system 0 multiples [0, 1] @m_a : f32
        %1 = vkm.running add system 0 multiples [0, 1] @m_b : f64
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : f32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op is no multiple of itself, or one of what is not in its system}}
        %0 = vkm.running add system 0 multiples [1] @m_a : f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : f64
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op is wide, and in no system of f32}}
        %0 = vkm.running add system 0 multiples [0] wide @m_a : f64
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op is one of a system, and follows another law as well}}
        %0 = vkm.running max system 0 multiples [0] @m_a : si32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : si32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running_share' op is of another total, and no factor}}
        %1 = vkm.running_share of 1 @m_a : !vkm.ref<si32>
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_b : i1
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op is one of a system, and no number}}
        %0 = vkm.running add system 0 multiples [0] @m_b : i1
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : f32
    vkm.field @m_b : f32
    vkm.field @m_c : f32
    vkm.field @m_d : f32
    vkm.field @m_e : f32
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // expected-error@+1 {{'vkm.running' op is in a system of 5, where 4 are possible}}
        %0 = vkm.running add system 0 multiples [0] @m_a : f32
        %1 = vkm.running add system 0 multiples [1] @m_b : f32
        %2 = vkm.running add system 0 multiples [2] @m_c : f32
        %3 = vkm.running add system 0 multiples [3] @m_d : f32
        %4 = vkm.running add system 0 multiples [4] @m_e : f32
      }
    }
  }
}
