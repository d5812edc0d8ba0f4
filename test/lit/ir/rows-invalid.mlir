// What a loop that workgroups share has to be.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j", %k: si32 "k") = (%zero, %zero) lt, lt (%w : si32, %h : si32) step (1, 1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op stands in the iteration of a vkm.grid of one dimension, or there in a vkm.if without else}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %yes = vkm.constant true
        vkm.if %yes {
        // expected-error@+1 {{'vkm.row' op stands in the iteration of a vkm.grid of one dimension, or there in a vkm.if without else}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
        } else {
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op is not the only pattern of its grid}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
        vkm.reduce add @m_sum, %none : f32
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op holds one vkm.for and nothing else}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.update add %total, %none : !vkm.ref<f32>, f32
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op holds one vkm.for and nothing else}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
          vkm.update add %total, %none : !vkm.ref<f32>, f32
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op holds a loop whose condition is no comparison of its variable, of 32 bits, with a bound of its type, lt or le}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp ne %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op holds a loop whose condition is no comparison of its variable, of 32 bits, with a bound of its type, lt or le}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %h, %at : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op holds a loop whose condition is no comparison of its variable, of 32 bits, with a bound of its type, lt or le}}
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %wide = vkm.cast %at : si32 to si64
            %bound = vkm.cast %h : si32 to si64
            %more = vkm.cmp lt %wide, %bound : si64
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op counts by 17; a step is 1 to 16}}
        vkm.row(add %total : !vkm.ref<f32>) step 17 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op attribute 'step' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
        vkm.row(add %total : !vkm.ref<f32>) step 0 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op accumulator 1 is no variable of the iteration with an initial value, or stands twice}}
        vkm.row(add %total, add %total : !vkm.ref<f32>, !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %empty = vkm.var "empty" : !vkm.ref<f32>
        // expected-error@+1 {{'vkm.row' op accumulator 0 is no variable of the iteration with an initial value, or stands twice}}
        vkm.row(add %empty : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        %sum = vkm.field_ref @m_sum : !vkm.ref<f32>
        // expected-error@+1 {{'vkm.row' op accumulator 0 is no variable of the iteration with an initial value, or stands twice}}
        vkm.row(add %sum : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op combines 'f32' by xor}}
        vkm.row(xor %total : !vkm.ref<f32>) step 1 {
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        // expected-error@+1 {{'vkm.row' op has 0 kinds for 1 accumulators; it has as many, and at least one}}
        "vkm.row"(%total) <{kinds = [], step = 1 : i64}> ({
          vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
            %at = vkm.load %i : !vkm.ref<si32>
            %more = vkm.cmp lt %at, %h : si32
            vkm.yield %more : i1
          } step (%i: !vkm.ref<si32>) {
            %one = vkm.constant 1 : si32
            vkm.update add %i, %one : !vkm.ref<si32>, si32
          } body (%i: !vkm.ref<si32>) {
            vkm.update add %total, %none : !vkm.ref<f32>, f32
          }
        }) : (!vkm.ref<f32>) -> ()
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          // expected-error@+1 {{'vkm.for' op condition must yield a value of type 'i1'}}
          "vkm.for"(%zero) <{name = "i"}> ({
          ^bb0(%i: !vkm.ref<si32>):
          }, {
          ^bb0(%i: !vkm.ref<si32>):
          }, {
          ^bb0(%i: !vkm.ref<si32>):
          }) : (si32) -> ()
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          // expected-error@+1 {{'vkm.for' op regions take the place of the loop's variable}}
          "vkm.for"(%zero) <{name = "i"}> ({
          ^bb0:
            %more = vkm.cmp lt %h, %h : si32
            vkm.yield %more : i1
          }, {
          ^bb0(%i: !vkm.ref<si32>):
          }, {
          ^bb0(%i: !vkm.ref<si32>):
          }) : (si32) -> ()
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          // expected-error@+1 {{'vkm.for' op region #0 ('cond') failed to verify constraint: region with 1 blocks}}
          "vkm.for"(%zero) <{name = "i"}> ({
          }, {
          ^bb0(%i: !vkm.ref<si32>):
          }, {
          ^bb0(%i: !vkm.ref<si32>):
          }) : (si32) -> ()
        }
      }
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_F(%h: si32 {vkm.name = "h"}, %w: si32 {vkm.name = "w"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%j: si32 "j") = (%zero) lt (%w : si32) step (1) {
        %none = vkm.constant 0.0 : f32
        %total = vkm.var "total" : !vkm.ref<f32> = %none : f32
        vkm.row(add %total : !vkm.ref<f32>) step 1 {
          "vkm.for"(%zero) <{name = "i"}> ({
          ^bb0(%i: !vkm.ref<si32>):
            // expected-error@+1 {{'vkm.cmp' op expected 2 operands, but found 1}}
            %more = "vkm.cmp"(%h) <{kind = #vkm<cmp_kind lt>}> : (si32) -> i1
            vkm.yield %more : i1
          }, {
          ^bb0(%i: !vkm.ref<si32>):
          }, {
          ^bb0(%i: !vkm.ref<si32>):
          }) : (si32) -> ()
        }
      }
    }
  }
}

// -----

module {
  // expected-error@+1 {{a row is shared from at least one iteration on and in at least one turn, and none of its numbers is negative}}
  vkm.class @C namespaces [] header "c.h" attributes {member_names = #vkm.row<tree from 0>} {
  }
}
