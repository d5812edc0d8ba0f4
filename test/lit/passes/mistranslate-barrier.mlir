// The barrier that is dropped stands alone between two commands that conflict.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-mistranslate=kind=drop-barrier | FileCheck %s

// Neither the entry, which orders nothing within one recording, nor one of two that cover the same: the last one.
// CHECK-LABEL: vkm.control @Run
// CHECK: vkm.cmd.barrier entry
// CHECK: vkm.cmd.run @A_commands
// CHECK-NEXT: vkm.cmd.barrier
// CHECK-NEXT: vkm.cmd.barrier
// CHECK: vkm.cmd.run @A_commands
// CHECK-NOT: vkm.cmd.barrier
// CHECK: vkm.cmd.run @A_commands
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @x : si32 offset 0
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %x = vkm.field_ref @x : !vkm.ref<si32>
      vkm.assign %x, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch (%one) : ui32
    }
    vkm.control @Run() {
      vkm.cmd.barrier entry from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
      vkm.cmd.bind @A_commands site 0 ()
      vkm.cmd.run @A_commands()
      vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
      vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_read "x" from "A" to "A">]
      vkm.cmd.bind @A_commands site 1 ()
      vkm.cmd.run @A_commands()
      vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
      vkm.cmd.bind @A_commands site 2 ()
      vkm.cmd.run @A_commands()
    }
  }
}

// -----

// Different members: no result depends on the barrier.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  // expected-error @+2 {{class 'Members' has no operation to which the fault 'drop-barrier' applies [vkm2401]}}
  // expected-note @+1 {{choose another kind of fault, or another class}}
  vkm.class @Members namespaces [] header "c.h" {
    vkm.field @x : si32 offset 0
    vkm.field @y : si32 offset 4
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %x = vkm.field_ref @x : !vkm.ref<si32>
      vkm.assign %x, %c : !vkm.ref<si32>
    }
    vkm.shader @B kernel "B" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %y = vkm.field_ref @y : !vkm.ref<si32>
      vkm.assign %y, %c : !vkm.ref<si32>
    }
    vkm.commands @K_commands() attributes {display = "K", kernel = "K", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch (%one) : ui32
      vkm.cmd.barrier from [] to [] [#vkm.hazard<write_after_write "class data" from "A" to "B">]
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch (%one) : ui32
    }
  }
}

// -----

// One in front of the only command of a loop stands between two of its iterations.
// CHECK-LABEL: vkm.class @Loop
// CHECK: vkm.cmd.barrier entry
// CHECK: vkm.for
// CHECK-NOT: vkm.cmd.barrier from
// CHECK: vkm.cmd.run @A_commands
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Loop namespaces [] header "c.h" {
    vkm.field @x : si32 offset 0
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %x = vkm.field_ref @x : !vkm.ref<si32>
      vkm.assign %x, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch (%one) : ui32
    }
    vkm.control @Run(%n: si32 {vkm.name = "n"}) {
      %zero = vkm.constant 0 : si32
      vkm.cmd.barrier entry from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
      vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
        %at = vkm.load %k : !vkm.ref<si32>
        %more = vkm.cmp lt %at, %n : si32
        vkm.yield %more : i1
      } step (%k: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %k, %one : !vkm.ref<si32>, si32
      } body (%k: !vkm.ref<si32>) {
        vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
        vkm.cmd.bind @A_commands site 0 ()
        vkm.cmd.run @A_commands()
      }
    }
  }
}

// -----

// Two barriers stand between the iterations of this loop, and two behind it where the branch is taken.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  // expected-error @+2 {{class 'Branch' has no operation to which the fault 'drop-barrier' applies [vkm2401]}}
  // expected-note @+1 {{choose another kind of fault, or another class}}
  vkm.class @Branch namespaces [] header "c.h" {
    vkm.field @x : si32 offset 0
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %x = vkm.field_ref @x : !vkm.ref<si32>
      vkm.assign %x, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch (%one) : ui32
    }
    vkm.control @Run(%n: si32 {vkm.name = "n"}, %c: i1 {vkm.name = "c"}) {
      %zero = vkm.constant 0 : si32
      vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
        %at = vkm.load %k : !vkm.ref<si32>
        %more = vkm.cmp lt %at, %n : si32
        vkm.yield %more : i1
      } step (%k: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %k, %one : !vkm.ref<si32>, si32
      } body (%k: !vkm.ref<si32>) {
        vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
        vkm.cmd.bind @A_commands site 0 ()
        vkm.cmd.run @A_commands()
        vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
      }
      vkm.if %c {
        vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
        vkm.cmd.bind @A_commands site 1 ()
        vkm.cmd.run @A_commands()
      }
    }
  }
}

// -----

// The host reads what the first kernel has written, and waits for it, before it decides whether the second one runs.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  // expected-error @+2 {{class 'Waits' has no operation to which the fault 'drop-barrier' applies [vkm2401]}}
  // expected-note @+1 {{choose another kind of fault, or another class}}
  vkm.class @Waits namespaces [] header "c.h" {
    vkm.field @x : si32 offset 0
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %x = vkm.field_ref @x : !vkm.ref<si32>
      vkm.assign %x, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {x = #vkm.access<write>}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch (%one) : ui32
    }
    vkm.control @Run(%n: si32 {vkm.name = "n"}) {
      vkm.cmd.bind @A_commands site 0 ()
      vkm.cmd.run @A_commands()
      %x = vkm.field_ref @x : !vkm.ref<si32>
      %v = vkm.load %x : !vkm.ref<si32>
      %c = vkm.cmp gt %v, %n : si32
      vkm.if %c {
        vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">]
        vkm.cmd.bind @A_commands site 1 ()
        vkm.cmd.run @A_commands()
      }
    }
  }
}
