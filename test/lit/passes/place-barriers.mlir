// The fewest barriers that cover every hazard; the checker agrees.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-place-barriers -vkm-check-barriers | FileCheck %s

// Changes nothing when there is nothing to do: kernels that share what they read only.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
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
    // CHECK: vkm.control @Run
    // CHECK-NOT: barrier
    vkm.control @Run() {
      vkm.cmd.run @A_commands()
      vkm.cmd.run @B_commands()
      vkm.cmd.run @A_commands()
    }
  }
}

// -----

// A writes x, B writes y, C reads both: one barrier, as late as possible, between the two kernels it is about.
// The one at the entry covers what the object ran before.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.scratch @y bytes 4 [#vkm.member<"v" : si32 at 0>]
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
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @y["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.commands @B_commands() attributes {display = "B", kernel = "B", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @C kernel "C" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
      %r1 = vkm.scratch_ref @y["v"] : !vkm.ref<si32>
      %v1 = vkm.load %r1 : !vkm.ref<si32>
    }
    vkm.commands @C_commands() attributes {display = "C", kernel = "C", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @C
      vkm.cmd.dispatch(%one) : ui32
    }
    // CHECK: vkm.control @Run
    // CHECK-NEXT: vkm.cmd.barrier entry
    // CHECK-NEXT: vkm.cmd.run @A_commands
    // CHECK-NEXT: vkm.cmd.run @B_commands
    // CHECK-NEXT: vkm.cmd.barrier {{.*}}from [@A_commands, @B_commands] to [@C_commands] [#vkm.hazard<read_after_write "x" from "A" to "C">, #vkm.hazard<read_after_write "y" from "B" to "C">]
    // CHECK-NEXT: vkm.cmd.run @C_commands
    vkm.control @Run() {
      vkm.cmd.run @A_commands()
      vkm.cmd.run @B_commands()
      vkm.cmd.run @C_commands()
    }
  }
}

// -----

// The entry barrier names the kernels that may have run before, and stands before the first command that it is about.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @Read kernel "Read" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    vkm.commands @Read_commands() attributes {display = "Read", kernel = "Read", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @Read
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @Write kernel "Write" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.commands @Write_commands() attributes {display = "Write", kernel = "Write", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @Write
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @Other kernel "Other" local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.commands @Other_commands() attributes {display = "Other", kernel = "Other", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @Other
      vkm.cmd.dispatch(%one) : ui32
    }
    // CHECK: vkm.control @Run
    // CHECK-NEXT: vkm.cmd.run @Other_commands
    // CHECK-NEXT: vkm.cmd.barrier entry from [@Read_commands, @Write_commands] to [@Write_commands] [#vkm.hazard<earlier write_after_read "x" from "Read" to "Write">, #vkm.hazard<earlier write_after_write "x" from "Write" to "Write">]
    // CHECK-NEXT: vkm.cmd.run @Write_commands
    vkm.control @Run() {
      vkm.cmd.run @Other_commands()
      vkm.cmd.run @Write_commands()
    }
  }
}

// -----

// Arrays are those of the control function: what Write writes to a, Read reads from b. The caller orders its own commands.
// Write after read is an execution dependency: no other kind of hazard is named.
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
    // CHECK: vkm.control @Apart
    // CHECK-NOT: barrier
    vkm.control @Apart(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}) {
      vkm.cmd.bind @Write_commands site 0 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Write_commands()
      vkm.cmd.bind @Read_commands site 1 (%b) : !vkm.ptr<si32>
      vkm.cmd.run @Read_commands()
    }
    // CHECK: vkm.control @Together
    // CHECK: vkm.cmd.run @Read_commands
    // CHECK-NEXT: vkm.cmd.barrier from [@Read_commands] to [@Write_commands] [#vkm.hazard<write_after_read "a" from "Read" to "Write">]
    // CHECK-NEXT: vkm.cmd.bind @Write_commands
    // CHECK-NEXT: vkm.cmd.run @Write_commands
    // CHECK-NEXT: vkm.cmd.barrier from [@Write_commands] to [@Read_commands] [#vkm.hazard<read_after_write "a" from "Write" to "Read">]
    vkm.control @Together(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}) {
      vkm.cmd.bind @Read_commands site 0 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Read_commands()
      vkm.cmd.bind @Write_commands site 1 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Write_commands()
      vkm.cmd.bind @Read_commands site 0 (%a) : !vkm.ptr<si32>
      vkm.cmd.run @Read_commands()
    }
  }
}

// -----

// Between the dispatches of one kernel; in front of the pipeline of the one that has to wait.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.scratch @y bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.shader @K_prologue kernel "K" role "prologue" local_size [1, 1, 1] bindings [] doc "" {
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.shader @K kernel "K" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
      %c = vkm.constant 1 : si32
      %w0 = vkm.scratch_ref @y["v"] : !vkm.ref<si32>
      vkm.assign %w0, %c : !vkm.ref<si32>
    }
    vkm.shader @K_epilogue kernel "K" role "epilogue" local_size [1, 1, 1] bindings [] doc "" {
      %r0 = vkm.scratch_ref @y["v"] : !vkm.ref<si32>
      %v0 = vkm.load %r0 : !vkm.ref<si32>
    }
    // CHECK: vkm.commands @K_commands
    // CHECK: vkm.cmd.pipeline @K_prologue
    // CHECK-NEXT: vkm.cmd.dispatch
    // CHECK-NEXT: vkm.cmd.barrier from [] to [] [#vkm.hazard<read_after_write "x" from "K prologue" to "K">]
    // CHECK-NEXT: vkm.cmd.pipeline @K{{$}}
    // CHECK-NEXT: vkm.cmd.dispatch
    // CHECK-NEXT: vkm.cmd.barrier from [] to [] [#vkm.hazard<read_after_write "y" from "K" to "K epilogue">]
    // CHECK-NEXT: vkm.cmd.pipeline @K_epilogue
    vkm.commands @K_commands() attributes {display = "K", kernel = "K", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @K_prologue
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @K
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @K_epilogue
      vkm.cmd.dispatch(%one) : ui32
    }
  }
}

// -----

// Scratch buffers live across launches: the counter that a launch resets is the next one's.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @Partials bytes 4 [#vkm.member<"groupsDone" : ui32 at 0>]
    vkm.shader @K kernel "K" local_size [1, 1, 1] bindings [#vkm.binding<0, scratch "Partials" : none, read_write>] doc "" {
      %done = vkm.scratch_ref @Partials["groupsDone"] : !vkm.ref<ui32>
      %one = vkm.constant 1 : ui32
      %old = vkm.atomic add %done, %one : !vkm.ref<ui32>
    }
    vkm.commands @K_commands() attributes {display = "K", kernel = "K", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @K
      vkm.cmd.dispatch(%one) : ui32
    }
    // CHECK: vkm.control @Run
    // CHECK-NEXT: vkm.cmd.barrier entry from [@K_commands] to [@K_commands] {{.*}}"Partials"
    // CHECK-NEXT: vkm.cmd.run
    // CHECK-NEXT: vkm.cmd.barrier from [@K_commands] to [@K_commands] {{.*}}"Partials"
    // CHECK-NEXT: vkm.cmd.run
    vkm.control @Run() {
      vkm.cmd.run @K_commands()
      vkm.cmd.run @K_commands()
    }
  }
}

// -----

// What a device function does counts.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.scratch @x bytes 4 [#vkm.member<"v" : si32 at 0>]
    vkm.func @set() {
      %x = vkm.scratch_ref @x["v"] : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      vkm.assign %x, %one : !vkm.ref<si32>
    }
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      vkm.call @set() : () -> ()
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
    // CHECK: vkm.cmd.run @A_commands
    // CHECK-NEXT: vkm.cmd.barrier {{.*}}from [@A_commands] to [@B_commands] {{.*}}read_after_write "x"
    vkm.control @Run() {
      vkm.cmd.run @A_commands()
      vkm.cmd.run @B_commands()
    }
  }
}

// -----

// Different members of class data count as one resource, since one descriptor covers all of them.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @x : si32
    vkm.field @y : si32
    vkm.shader @A kernel "A" local_size [1, 1, 1] bindings [] doc "" {
      %f = vkm.field_ref @x : !vkm.ref<si32>
      %c = vkm.constant 1 : si32
      vkm.assign %f, %c : !vkm.ref<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "A", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.shader @B kernel "B" local_size [1, 1, 1] bindings [] doc "" {
      %f = vkm.field_ref @y : !vkm.ref<si32>
      %c = vkm.constant 1 : si32
      vkm.assign %f, %c : !vkm.ref<si32>
    }
    vkm.commands @B_commands() attributes {display = "B", kernel = "B", bindings = [], fields = {}} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
    }
    // CHECK: vkm.cmd.run @A_commands
    // CHECK-NEXT: vkm.cmd.barrier from [@A_commands] to [@B_commands] [#vkm.hazard<write_after_write "class data" from "A" to "B">]
    // CHECK-NEXT: vkm.cmd.run @B_commands
    vkm.control @Run() {
      vkm.cmd.run @A_commands()
      vkm.cmd.run @B_commands()
    }
  }
}

// -----

// Shares of the iterations of one grid write other elements each, and who reads them waits for both. Where one of them
// only reads, synchronisation validation would see a hazard.
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
    vkm.shader @R kernel "K" role "loop4" local_size [1, 1, 1] bindings [] doc "" attributes {vkm.share_of = @x_counts} {
      %a = vkm.vector_data @m_a : !vkm.ptr<f32>
      %i = vkm.constant 0 : ui32
      %e = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %v = vkm.load %e : !vkm.ref<f32>
    }
    vkm.shader @E kernel "K" role "epilogue" local_size [1, 1, 1] bindings [] doc "" {
      %a = vkm.vector_data @m_a : !vkm.ptr<f32>
      %i = vkm.constant 0 : ui32
      %e = vkm.deref %a[%i] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      %v = vkm.load %e : !vkm.ref<f32>
    }
    vkm.commands @Writes() attributes {display = "K", kernel = "K", bindings = [#vkm.binding<0, vector "m_a" : f32, read_write>], fields = {m_a = #vkm.access<read_write>}} {
      %one = vkm.constant 1 : ui32
      // CHECK: vkm.commands @Writes
      // CHECK: vkm.cmd.pipeline @A
      // CHECK-NOT: barrier
      // CHECK: vkm.cmd.pipeline @B
      // CHECK: vkm.cmd.barrier{{.*}} [#vkm.hazard<read_after_write "m_a" from "K loop2" to "K epilogue">, #vkm.hazard<read_after_write "m_a" from "K loop3" to "K epilogue">]
      // CHECK-NEXT: vkm.cmd.pipeline @E
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @B
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @E
      vkm.cmd.dispatch(%one) : ui32
    }
    vkm.commands @Reads() attributes {display = "K", kernel = "K", bindings = [#vkm.binding<0, vector "m_a" : f32, read_write>], fields = {m_a = #vkm.access<read_write>}} {
      %one = vkm.constant 1 : ui32
      // CHECK: vkm.commands @Reads
      // CHECK: vkm.cmd.pipeline @A
      // CHECK: vkm.cmd.barrier
      // CHECK-NEXT: vkm.cmd.pipeline @R
      vkm.cmd.pipeline @A
      vkm.cmd.dispatch(%one) : ui32
      vkm.cmd.pipeline @R
      vkm.cmd.dispatch(%one) : ui32
    }
  }
}
