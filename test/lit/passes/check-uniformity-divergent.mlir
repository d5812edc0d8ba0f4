// Control flow that threads of a workgroup, or of a subgroup, may take differently: vkm2302.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-uniformity

// One thread.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      vkm.if %first {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
  }
}

// -----

// A subgroup operation in a branch of some threads.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      vkm.if %first {
        // expected-error @below {{'vkm.subgroup' stands where threads of a subgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the subgroup arrive}}
        %s = vkm.subgroup add %lid : ui32
      }
    }
  }
}

// -----

// An exchange in a branch of some threads.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      vkm.if %first {
        // expected-error @below {{'vkm.subgroup_exchange' stands where threads of a subgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the subgroup arrive}}
        %s = vkm.subgroup_exchange %lid by %lid : ui32
      }
    }
  }
}

// -----

// A call of a function with a barrier.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      vkm.if %first {
        // expected-error @below {{'vkm.call' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.call @sync() : () -> ()
      }
    }
  }
}

// -----

// Some threads have left.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      vkm.if %first {
        vkm.return
      }
      // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
      // expected-note @below {{move it to where all threads of the workgroup arrive}}
      vkm.barrier
    }
  }
}

// -----

// A loop that runs differently often.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      %z = vkm.constant 0 : ui32
      vkm.for "k" = %z : ui32 cond (%k: !vkm.ref<ui32>) {
        %k0 = vkm.load %k : !vkm.ref<ui32>
        %k1 = vkm.cmp lt %k0, %lid : ui32
        vkm.yield %k1 : i1
      } step (%k: !vkm.ref<ui32>) {
        %one = vkm.constant 1 : ui32
        vkm.update add %k, %one : !vkm.ref<ui32>, ui32
      } body (%k: !vkm.ref<ui32>) {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
  }
}

// -----

// A loop that some threads leave.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      %g = vkm.builtin workgroup[0] : ui32
      %z = vkm.constant 0 : ui32
      %u = vkm.cmp eq %g, %z : ui32
      vkm.for "k" = %z : ui32 cond (%k: !vkm.ref<ui32>) {
        %k0 = vkm.load %k : !vkm.ref<ui32>
        %k1 = vkm.cmp lt %k0, %g : ui32
        vkm.yield %k1 : i1
      } step (%k: !vkm.ref<ui32>) {
        %one = vkm.constant 1 : ui32
        vkm.update add %k, %one : !vkm.ref<ui32>, ui32
      } body (%k: !vkm.ref<ui32>) {
        vkm.if %first {
          vkm.break
        }
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
  }
}

// -----

// A variable that was assigned in a branch of some threads.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      %v = vkm.var "v" : !vkm.ref<ui32> = %zero : ui32
      vkm.if %first {
        %one = vkm.constant 1 : ui32
        vkm.assign %v, %one : !vkm.ref<ui32>
      }
      %now = vkm.load %v : !vkm.ref<ui32>
      %c = vkm.cmp eq %now, %zero : ui32
      vkm.if %c {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
  }
}

// -----

// An element that each thread chose for itself.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      %v = vkm.var "v" : !vkm.ref<!vkm.array<4 x ui32>>
      %e = vkm.element %v[%lid] : !vkm.ref<!vkm.array<4 x ui32>>, ui32 -> !vkm.ref<ui32>
      vkm.assign %e, %zero : !vkm.ref<ui32>
      %e0 = vkm.element %v[%zero] : !vkm.ref<!vkm.array<4 x ui32>>, ui32 -> !vkm.ref<ui32>
      %now = vkm.load %e0 : !vkm.ref<ui32>
      %c = vkm.cmp eq %now, %zero : ui32
      vkm.if %c {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
  }
}

// -----

// A shared variable that is read without a barrier behind the write.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      %f = vkm.shared_ref @flag : !vkm.ref<i1>
      vkm.if %first {
        vkm.assign %f, %first : !vkm.ref<i1>
      }
      %last = vkm.load %f : !vkm.ref<i1>
      vkm.if %last {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
  }
}

// -----

// A shared variable that a thread that runs ahead writes again.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      %f = vkm.shared_ref @flag : !vkm.ref<i1>
      vkm.barrier
      %last = vkm.load %f : !vkm.ref<i1>
      vkm.if %first {
        vkm.assign %f, %first : !vkm.ref<i1>
      }
      vkm.if %last {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
  }
}

// -----

// A member that the shader writes.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      %m = vkm.field_ref @m_mode : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      %mode = vkm.load %m : !vkm.ref<si32>
      %c = vkm.cmp eq %mode, %one : si32
      vkm.if %c {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
      vkm.assign %m, %one : !vkm.ref<si32>
    }
  }
}

// -----

// Some threads break out of a case; the others fall into the next one.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %lid = vkm.builtin local_index[0] : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %lid, %zero : ui32
      %mode = vkm.constant 0 : si32
      vkm.switch %mode : si32 [[0], [1]] {
        vkm.if %first {
          vkm.break
        }
      }, {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
  }
}

// -----

// What callers pass by reference may differ.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.func @maybe(%x: !vkm.ref<si32> {vkm.name = "x"}) {
      %0 = vkm.load %x : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      %c = vkm.cmp eq %0, %one : si32
      vkm.if %c {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {

    }
  }
}

// -----

// Subgroups have left: the others need not wait for the workgroup.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %subgroup = vkm.builtin subgroup[0] : ui32
      %zero = vkm.constant 0 : ui32
      %others = vkm.cmp ne %subgroup, %zero : ui32
      vkm.if %others {
        vkm.return
      }
      // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
      // expected-note @below {{move it to where all threads of the workgroup arrive}}
      vkm.barrier
    }
  }
}

// -----

// A thread's place in its subgroup decides.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %rank = vkm.active_threads rank : ui32
      %zero = vkm.constant 0 : ui32
      %first = vkm.cmp eq %rank, %zero : ui32
      vkm.if %first {
        // expected-error @below {{'vkm.subgroup_barrier' stands where threads of a subgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the subgroup arrive}}
        vkm.subgroup_barrier
      }
    }
  }
}

// -----

// What only the first thread has counted the others do not know.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %rank = vkm.active_threads rank : ui32
      %zero = vkm.constant 0 : ui32
      %done = vkm.var "done" : !vkm.ref<ui32> = %zero : ui32
      %first = vkm.cmp eq %rank, %zero : ui32
      vkm.if %first {
        %one = vkm.constant 1 : ui32
        vkm.assign %done, %one : !vkm.ref<ui32>
      }
      %number = vkm.load %done : !vkm.ref<ui32>
      %others = vkm.cmp ne %number, %zero : ui32
      vkm.if %others {
        vkm.return
      }
      // expected-error @below {{'vkm.subgroup' stands where threads of a subgroup may have taken different ways [vkm2302]}}
      // expected-note @below {{move it to where all threads of the subgroup arrive}}
      %sum = vkm.subgroup add %zero : ui32
    }
  }
}

// -----

// One of two callers gives each thread another number of rounds.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.func @rounds(%n: ui32 {vkm.name = "n"}) {
      %z = vkm.constant 0 : ui32
      vkm.for "k" = %z : ui32 cond (%k: !vkm.ref<ui32>) {
        %k0 = vkm.load %k : !vkm.ref<ui32>
        %k1 = vkm.cmp lt %k0, %n : ui32
        vkm.yield %k1 : i1
      } step (%k: !vkm.ref<ui32>) {
        %one = vkm.constant 1 : ui32
        vkm.update add %k, %one : !vkm.ref<ui32>, ui32
      } body (%k: !vkm.ref<ui32>) {
        // expected-error @below {{'vkm.barrier' stands where threads of a workgroup may have taken different ways [vkm2302]}}
        // expected-note @below {{move it to where all threads of the workgroup arrive}}
        vkm.barrier
      }
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %n = vkm.push_constant "n" : ui32
      vkm.call @rounds(%n) : (ui32) -> ()
      %lid = vkm.builtin local_index[0] : ui32
      vkm.call @rounds(%lid) : (ui32) -> ()
    }
  }
}
