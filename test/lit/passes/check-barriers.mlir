// The checker accepts and rejects sequences of commands written by hand: vkm2301, vkm2303.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-check-barriers

// Changes nothing when there is nothing to do: no commands.
module attributes {vkm.phase = #vkm.phase<lowered>} {
}

// -----

// Hand-written, sufficient: the entry covers what ran before; one barrier between writer and reader.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @B kernel "B" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    vkm.commands @B_commands() attributes {display = "B", kernel = "B", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run() {
      vkm.cmd.barrier entry from [@A_commands, @B_commands] to [@A_commands, @B_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">, #vkm.hazard<read_after_write "x" from "A" to "B">, #vkm.hazard<write_after_read "x" from "B" to "A">]
      vkm.cmd.run @A_commands()
      vkm.cmd.barrier from [@A_commands] to [@B_commands] [#vkm.hazard<read_after_write "x" from "A" to "B">]
      vkm.cmd.run @B_commands()
    }
  }
}

// -----

// Nothing between writer and reader.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @B kernel "B" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    vkm.commands @B_commands() attributes {display = "B", kernel = "B", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run() {
      vkm.cmd.barrier entry from [@A_commands, @B_commands] to [@A_commands, @B_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">, #vkm.hazard<read_after_write "x" from "A" to "B">, #vkm.hazard<write_after_read "x" from "B" to "A">]
      // expected-note @below {{'A' is here}}
      vkm.cmd.run @A_commands()
      // expected-error @below {{no barrier orders 'B', which reads 'x', after it was written by 'A' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.run @B_commands()
    }
  }
}

// -----

// The barrier names the wrong kernel.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @B kernel "B" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    vkm.commands @B_commands() attributes {display = "B", kernel = "B", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run() {
      vkm.cmd.barrier entry from [@A_commands, @B_commands] to [@A_commands, @B_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">, #vkm.hazard<read_after_write "x" from "A" to "B">, #vkm.hazard<write_after_read "x" from "B" to "A">]
      // expected-note @below {{'A' is here}}
      vkm.cmd.run @A_commands()
      vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<read_after_write "x" from "A" to "A">]
      // expected-error @below {{no barrier orders 'B', which reads 'x', after it was written by 'A' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.run @B_commands()
    }
  }
}

// -----

// An execution dependency makes no write visible.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @B kernel "B" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    vkm.commands @B_commands() attributes {display = "B", kernel = "B", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run() {
      vkm.cmd.barrier entry from [@A_commands, @B_commands] to [@A_commands, @B_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">, #vkm.hazard<read_after_write "x" from "A" to "B">, #vkm.hazard<write_after_read "x" from "B" to "A">]
      // expected-note @below {{'A' is here}}
      vkm.cmd.run @A_commands()
      vkm.cmd.barrier from [@A_commands] to [@B_commands] [#vkm.hazard<write_after_read "x" from "A" to "B">]
      // expected-error @below {{no barrier orders 'B', which reads 'x', after it was written by 'A' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.run @B_commands()
    }
  }
}

// -----

// Visible to reads is not visible to writes.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @B kernel "B" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    vkm.commands @B_commands() attributes {display = "B", kernel = "B", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run() {
      vkm.cmd.barrier entry from [@A_commands, @B_commands] to [@A_commands, @B_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">, #vkm.hazard<read_after_write "x" from "A" to "B">, #vkm.hazard<write_after_read "x" from "B" to "A">]
      // expected-note @below {{'A' is here}}
      vkm.cmd.run @A_commands()
      vkm.cmd.barrier from [@A_commands] to [@A_commands] [#vkm.hazard<read_after_write "x" from "A" to "A">]
      // expected-error @below {{no barrier orders 'A', which writes 'x', after it was written by 'A' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.run @A_commands()
    }
  }
}

// -----

// Write after read.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @B kernel "B" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    vkm.commands @B_commands() attributes {display = "B", kernel = "B", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run() {
      vkm.cmd.barrier entry from [@A_commands, @B_commands] to [@A_commands, @B_commands] [#vkm.hazard<write_after_write "x" from "A" to "A">, #vkm.hazard<read_after_write "x" from "A" to "B">, #vkm.hazard<write_after_read "x" from "B" to "A">]
      // expected-note @below {{'B' is here}}
      vkm.cmd.run @B_commands()
      // expected-error @below {{no barrier orders 'A', which writes 'x', after it was read by 'B' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.run @A_commands()
    }
  }
}

// -----

// The object's earlier commands.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    // expected-note @below {{'A' is here}}
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.control @Run() {
      // expected-error @below {{no barrier orders 'A', which writes 'x', after it was written by 'A' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.run @A_commands()
    }
  }
}

// -----

// Between the dispatches of one kernel.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @K_prologue kernel "K" role "prologue" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.shader @K kernel "K" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    vkm.commands @K_commands() attributes {display = "K", kernel = "K", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @K_prologue
      // expected-note @below {{'K prologue' is here}}
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @K
      // expected-error @below {{no barrier orders 'K', which reads 'x', after it was written by 'K prologue' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.dispatch(%one) : ui32
    }
  }
}

// -----

// The commands of one kernel stand in a straight line.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.commands @A_commands(%go: i1 {vkm.name = "go"}) attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.if %go {
        // expected-error @below {{'vkm.cmd.barrier' stands inside of a loop or branch [vkm2303]}}
        // expected-note @below {{place commands one after another}}
        vkm.cmd.barrier everything from [] to [] []
      }
    }
  }
}

// -----

// A barrier after updates of class data orders no dispatch.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field temporary @K_n : si32 offset 0
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @K_prologue kernel "K" role "prologue" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.shader @K kernel "K" local_size [1, 1, 1] bindings [] doc "" {
      %n = vkm.field_ref @K_n : !vkm.ref<si32>
      %0 = vkm.load %n : !vkm.ref<si32>
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %1 = vkm.load %r0 : !vkm.ref<si32>
      %s = vkm.binary add %0, %1 : si32
      %kept = vkm.var "kept" : !vkm.ref<si32> = %s : si32
    }
    vkm.commands @Right(%n: si32 {vkm.name = "n"}) attributes {display = "K", kernel = "K", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.update @K_n = %n : si32
      vkm.cmd.pipeline @K_prologue
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.barrier after both from [] to [] [#vkm.hazard<read_after_write "K_n" from "K arguments" to "K">, #vkm.hazard<read_after_write "x" from "K prologue" to "K">]
      vkm.cmd.pipeline @K
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.commands @Wrong(%n: si32 {vkm.name = "n"}) attributes {display = "K", kernel = "K", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.update @K_n = %n : si32
      vkm.cmd.pipeline @K_prologue
      // expected-note @below {{'K prologue' is here}}
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.barrier after updates from [] to [] [#vkm.hazard<read_after_write "K_n" from "K arguments" to "K">]
      vkm.cmd.pipeline @K
      // expected-error @below {{no barrier orders 'K', which reads 'x', after it was written by 'K prologue' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.dispatch(%one) : ui32
    }
  }
}

// -----

// Nor does one after dispatches order an update.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field temporary @K_n : si32 offset 0
    vkm.shader @K kernel "K" local_size [1, 1, 1] bindings [] doc "" {
      %n = vkm.field_ref @K_n : !vkm.ref<si32>
      %0 = vkm.load %n : !vkm.ref<si32>
      %kept = vkm.var "kept" : !vkm.ref<si32> = %0 : si32
    }
    vkm.commands @K_commands(%n: si32 {vkm.name = "n"}) attributes {display = "K", kernel = "K", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      // expected-note @below {{'K arguments' is here}}
      vkm.cmd.update @K_n = %n : si32
      vkm.cmd.barrier from [] to [] [#vkm.hazard<read_after_write "K_n" from "K arguments" to "K">]
      vkm.cmd.pipeline @K
      // expected-error @below {{no barrier orders 'K', which reads 'K_n', after it was written by 'K arguments' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.dispatch(%one) : ui32
    }
  }
}

// -----

// In front of a fill, a barrier names transfers.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32>
    vkm.shader @K kernel "K" local_size [1, 1, 1] bindings [#vkm.binding<0, vector "m_a" : f32, read>] doc "" {
      %i = vkm.constant 0 : ui32
      %a = vkm.vector_data @m_a : !vkm.ptr<f32>
      %p = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %x = vkm.load %p : !vkm.ref<f32>
      %kept = vkm.var "kept" : !vkm.ref<f32> = %x : f32
    }
    vkm.commands @Right() attributes {display = "K", kernel = "K", bindings = [#vkm.binding<0, vector "m_a" : f32, read>], fields = {m_a = #vkm.access<read_write>}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @K
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.barrier before updates from [] to [] [#vkm.hazard<write_after_read "m_a" from "K" to "K fill">]
      vkm.cmd.fill @m_a[0] count %one = %one : ui32
      vkm.cmd.barrier after updates from [] to [] [#vkm.hazard<read_after_write "m_a" from "K fill" to "K">]
      vkm.cmd.pipeline @K
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.commands @Wrong() attributes {display = "K", kernel = "K", bindings = [#vkm.binding<0, vector "m_a" : f32, read>], fields = {m_a = #vkm.access<read_write>}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @K
      // expected-note @below {{'K' is here}}
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.barrier from [] to [] [#vkm.hazard<write_after_read "m_a" from "K" to "K">]
      // expected-error @below {{no barrier orders 'K fill', which writes 'm_a', after it was read by 'K' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.fill @m_a[0] count %one = %one : ui32
    }
    vkm.commands @Twice() attributes {display = "K", kernel = "K", bindings = [], fields = {m_a = #vkm.access<write>}} {
      %one = vkm.constant 1 : ui32
      // expected-note @below {{'K' is here}}
      vkm.cmd.fill @m_a[0] count %one = %one : ui32
      // expected-error @below {{no barrier orders 'K', which writes 'm_a', after it was written by 'K' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.fill @m_a[0] count %one = %one : ui32
    }
  }
}

// -----

// Shares of the iterations of one grid need no barrier between them; those of another grid do.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32>
    vkm.field @x_counts : !vkm.array<2 x ui32>
    vkm.field @y_counts : !vkm.array<2 x ui32>
    vkm.shader @A kernel "K" role "loop2" local_size [1, 1, 1] bindings [] doc "" attributes {vkm.share_of = @x_counts} {
      %a = vkm.vector_data @m_a : !vkm.ptr<f32>
      %i = vkm.constant 0 : ui32
      %e = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %c = vkm.constant 1.0 : f32
      vkm.assign %e, %c : !vkm.ref<f32>
    }
    vkm.shader @B kernel "K" role "loop3" local_size [1, 1, 1] bindings [] doc "" attributes {vkm.share_of = @x_counts} {
      %a = vkm.vector_data @m_a : !vkm.ptr<f32>
      %i = vkm.constant 0 : ui32
      %e = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %c = vkm.constant 1.0 : f32
      vkm.assign %e, %c : !vkm.ref<f32>
    }
    vkm.shader @O kernel "K" role "loop4" local_size [1, 1, 1] bindings [] doc "" attributes {vkm.share_of = @y_counts} {
      %a = vkm.vector_data @m_a : !vkm.ptr<f32>
      %i = vkm.constant 0 : ui32
      %e = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %c = vkm.constant 1.0 : f32
      vkm.assign %e, %c : !vkm.ref<f32>
    }
    vkm.commands @Right() attributes {display = "K", kernel = "K", bindings = [#vkm.binding<0, vector "m_a" : f32, read_write>], fields = {m_a = #vkm.access<read_write>}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.commands @Wrong() attributes {display = "K", kernel = "K", bindings = [#vkm.binding<0, vector "m_a" : f32, read_write>], fields = {m_a = #vkm.access<read_write>}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      // expected-note @below {{'K loop2' is here}}
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @O
      // expected-error @below {{no barrier orders 'K loop4', which writes 'm_a', after it was written by 'K loop2' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.commands @Behind() attributes {display = "K", kernel = "K", bindings = [#vkm.binding<0, vector "m_a" : f32, read_write>], fields = {m_a = #vkm.access<read_write>}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      // expected-note @below {{'K loop2' is here}}
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @O
      // expected-error @below {{no barrier orders 'K loop4', which writes 'm_a', after it was written by 'K loop2' [vkm2301]}}
      // expected-note @below {{place a vkm.cmd.barrier between them}}
      vkm.cmd.dispatch(%one) : ui32
    }
  }
}
