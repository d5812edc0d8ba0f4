// Barriers stand where all threads of a workgroup come, subgroup operations where all of a subgroup do; nothing is said.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-uniformity

// Changes nothing when there is nothing to do.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
    }
  }
}

// -----

// A condition that the whole workgroup shares: its number, a push constant, a member that nobody writes.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_mode : si32
    vkm.shared @flag : i1
    vkm.shared @slots : !vkm.array<64 x si32>
    vkm.func @sync() {
      vkm.barrier
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %n = vkm.push_constant "n" : ui32
      %g = vkm.builtin workgroup[0] : ui32
      %z = vkm.constant 0 : ui32
      %u = vkm.cmp eq %g, %z : ui32
      vkm.if %u {
        vkm.barrier
      }
      %m = vkm.field_ref @m_mode : !vkm.ref<si32>
      %mode = vkm.load %m : !vkm.ref<si32>
      %c1 = vkm.constant 1 : si32
      %c = vkm.cmp eq %mode, %c1 : si32
      vkm.if %c {
        vkm.call @sync() : () -> ()
      }
      vkm.for "k" = %z : ui32 cond (%k: !vkm.ref<ui32>) {
        %k0 = vkm.load %k : !vkm.ref<ui32>
        %k1 = vkm.cmp lt %k0, %n : ui32
        vkm.yield %k1 : i1
      } step (%k: !vkm.ref<ui32>) {
        %one = vkm.constant 1 : ui32
        vkm.update add %k, %one : !vkm.ref<ui32>, ui32
      } body (%k: !vkm.ref<ui32>) {
        vkm.barrier
      }
    }
  }
}

// -----

// The last workgroup: one thread writes the flag, a barrier, all read it, the others leave.
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
      vkm.barrier
      %last = vkm.load %f : !vkm.ref<i1>
      %others = vkm.unary not %last : i1
      vkm.if %others {
        vkm.return
      }
      vkm.barrier
    }
  }
}

// -----

// Threads that took different ways meet again behind the branch and behind the loop.
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
      vkm.if %first {
        %one = vkm.constant 1 : ui32
      }
      vkm.for "k" = %z : ui32 cond (%k: !vkm.ref<ui32>) {
        %k0 = vkm.load %k : !vkm.ref<ui32>
        %k1 = vkm.cmp lt %k0, %lid : ui32
        vkm.yield %k1 : i1
      } step (%k: !vkm.ref<ui32>) {
        %one = vkm.constant 1 : ui32
        vkm.update add %k, %one : !vkm.ref<ui32>, ui32
      } body (%k: !vkm.ref<ui32>) {
      }
      vkm.barrier
    }
  }
}

// -----

// Whole subgroups leave: by their number, by what the first thread tells the others, by a sum that all of them have.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %subgroup = vkm.builtin subgroup[0] : ui32
      %zero = vkm.constant 0 : ui32
      %others = vkm.cmp ne %subgroup, %zero : ui32
      vkm.if %others {
        vkm.return
      }
      %lanes = vkm.active_threads count : ui32
      %rank = vkm.active_threads rank : ui32
      %done = vkm.var "done" : !vkm.ref<ui32> = %zero : ui32
      %first = vkm.cmp eq %rank, %zero : ui32
      vkm.if %first {
        %one = vkm.constant 1 : ui32
        vkm.assign %done, %one : !vkm.ref<ui32>
      }
      %mine = vkm.load %done : !vkm.ref<ui32>
      %number = vkm.subgroup_first %mine : ui32
      %late = vkm.cmp ne %number, %lanes : ui32
      vkm.if %late {
        vkm.return
      }
      vkm.subgroup_barrier
      %sum = vkm.subgroup add %rank : ui32
      %few = vkm.cmp lt %sum, %lanes : ui32
      vkm.if %few {
        %most = vkm.subgroup max %rank : ui32
      }
    }
  }
}

// -----

// A parameter that all callers give the same value in all threads, through another function: the number of a loop's iterations.
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
        vkm.barrier
      }
    }
    vkm.func @twice(%m: ui32 {vkm.name = "m"}) {
      %two = vkm.constant 2 : ui32
      %all = vkm.binary mul %two, %m : ui32
      vkm.call @rounds(%all) : (ui32) -> ()
    }
    vkm.shader @K kernel "K" local_size [64, 1, 1] bindings [] doc "" {
      %n = vkm.push_constant "n" : ui32
      vkm.call @twice(%n) : (ui32) -> ()
      %g = vkm.builtin workgroup[0] : ui32
      vkm.call @rounds(%g) : (ui32) -> ()
    }
  }
}
