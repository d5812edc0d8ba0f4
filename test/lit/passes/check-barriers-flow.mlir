// The checker follows loops, with their back edge, branches and orders in several steps: vkm2301, vkm2304.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-barriers

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @Write kernel "Write" local_size [1, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, write>] doc "" {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %zero = vkm.constant 0 : si32
      %p = vkm.deref %data[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
      vkm.assign %p, %zero : !vkm.ref<si32>
    }
    vkm.commands @Write_commands() attributes {display = "Write", kernel = "Write", bindings = [#vkm.binding<0, parameter "data" : si32, write>], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @Write
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @Read kernel "Read" local_size [1, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, read>] doc "" {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %zero = vkm.constant 0 : si32
      %p = vkm.deref %data[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
      %v = vkm.load %p : !vkm.ref<si32>
    }
    vkm.commands @Read_commands() attributes {display = "Read", kernel = "Read", bindings = [#vkm.binding<0, parameter "data" : si32, read>], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @Read
      vkm.cmd.dispatch(%one) : ui32
    }

    // Both orders of a loop: within an iteration, and by the back edge.
    vkm.control @Loop(%a: !vkm.ptr<si32> {vkm.name = "a"}, %go: i1 {vkm.name = "go"}) {
      vkm.while {
        vkm.yield %go : i1
      } do {
        vkm.cmd.barrier from [@Read_commands, @Write_commands] to [@Write_commands] [#vkm.hazard<write_after_read "a" from "Read" to "Write">, #vkm.hazard<write_after_write "a" from "Write" to "Write">]
        vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
        vkm.cmd.run @Write_commands()
        vkm.cmd.barrier from [@Write_commands] to [@Read_commands] [#vkm.hazard<read_after_write "a" from "Write" to "Read">]
        vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
        vkm.cmd.run @Read_commands()
      }
    }

    // The back edge is left open.
    vkm.control @BackEdge(%a: !vkm.ptr<si32> {vkm.name = "a"}, %go: i1 {vkm.name = "go"}) {
      vkm.while {
        vkm.yield %go : i1
      } do {
        vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
        // expected-error @below {{no barrier orders 'Write', which writes 'a', after it was written by 'Write' [vkm2301]}}
        // expected-note @below {{place a vkm.cmd.barrier}}
        // expected-note @below {{'Write' is here}}
        vkm.cmd.run @Write_commands()
        vkm.cmd.barrier from [@Write_commands] to [@Read_commands] [#vkm.hazard<read_after_write "a" from "Write" to "Read">]
        vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
        vkm.cmd.run @Read_commands()
      }
    }

    // One that ends early by break: what follows the loop sees its first command, without the barrier behind it.
    vkm.control @Break(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %go: i1 {vkm.name = "go"}) {
      vkm.do_while {
        vkm.cmd.barrier everything from [@Write_commands] to [@Write_commands] []
        vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
        // expected-note @below {{'Write' is here}}
        vkm.cmd.run @Write_commands()
        vkm.if %go {
          vkm.break
        }
        vkm.cmd.barrier from [@Write_commands] to [@Read_commands] [#vkm.hazard<read_after_write "a" from "Write" to "Read">]
      } cond {
        vkm.yield %go : i1
      }
      vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
      // expected-error @below {{no barrier orders 'Read', which reads 'a', after it was written by 'Write' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier}}
      vkm.cmd.run @Read_commands()
    }

    // A barrier on both sides of a branch.
    vkm.control @Sides(%a: !vkm.ptr<si32> {vkm.name = "a"}, %go: i1 {vkm.name = "go"}) {
      vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Write_commands()
      vkm.if %go {
        vkm.cmd.barrier from [@Write_commands] to [@Read_commands] [#vkm.hazard<read_after_write "a" from "Write" to "Read">]
        vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
        vkm.cmd.run @Read_commands()
      } else {
        vkm.cmd.barrier from [@Write_commands] to [@Read_commands] [#vkm.hazard<read_after_write "a" from "Write" to "Read">]
      }
      vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Read_commands()
    }

    // On one side only.
    vkm.control @Side(%a: !vkm.ptr<si32> {vkm.name = "a"}, %go: i1 {vkm.name = "go"}) {
      vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
      // expected-note @below {{'Write' is here}}
      vkm.cmd.run @Write_commands()
      vkm.if %go {
        vkm.cmd.barrier from [@Write_commands] to [@Read_commands] [#vkm.hazard<read_after_write "a" from "Write" to "Read">]
      }
      vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
      // expected-error @below {{no barrier orders 'Read', which reads 'a', after it was written by 'Write' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier}}
      vkm.cmd.run @Read_commands()
    }

    // A side that returns is no way to what follows.
    vkm.control @Returns(%a: !vkm.ptr<si32> {vkm.name = "a"}, %go: i1 {vkm.name = "go"}) {
      vkm.if %go {
        vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
        vkm.cmd.run @Write_commands()
        vkm.return
      }
      vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Read_commands()
    }

    // A case of a switch that falls through to the next one.
    vkm.control @Cases(%a: !vkm.ptr<si32> {vkm.name = "a"}, %mode: si32 {vkm.name = "mode"}) {
      vkm.switch %mode : si32 [[0], [1]] {
        vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
        // expected-note @below {{'Write' is here}}
        vkm.cmd.run @Write_commands()
      }, {
        vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
        // expected-error @below {{no barrier orders 'Read', which reads 'a', after it was written by 'Write' [vkm2301]}}
        // expected-note @below {{place a vkm.cmd.barrier}}
        vkm.cmd.run @Read_commands()
        vkm.break
      }
    }

    // In two steps: what wrote first comes before the second, the second before what reads.
    vkm.control @Chain(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}) {
      vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Write_commands()
      vkm.cmd.barrier from [@Write_commands] to [@Write_commands] [#vkm.hazard<write_after_write "a" from "Write" to "Write">]
      vkm.cmd.run @Write_commands()
      vkm.cmd.barrier from [@Write_commands] to [@Read_commands] [#vkm.hazard<read_after_write "a" from "Write" to "Read">]
      vkm.cmd.bind @Read_commands site 1 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Read_commands()
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @Write kernel "Write" local_size [1, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, write>] doc "" {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %zero = vkm.constant 0 : si32
      %p = vkm.deref %data[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
      vkm.assign %p, %zero : !vkm.ref<si32>
    }
    vkm.commands @Write_commands() attributes {display = "Write", kernel = "Write", bindings = [#vkm.binding<0, parameter "data" : si32, write>], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @Write
      vkm.cmd.dispatch(%one) : ui32
    }

    // Which set is bound depends on the way.
    vkm.control @Sets(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %go: i1 {vkm.name = "go"}) {
      vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
      vkm.if %go {
        vkm.cmd.bind @Write_commands site 1 (%b) : !vkm.ptr<si32>
      }
      // expected-error @below {{it is not known which buffers 'Write' runs on [vkm2304]}}
      // expected-note @below {{place its vkm.cmd.bind before it in the same block}}
      vkm.cmd.run @Write_commands()
    }
  }
}
