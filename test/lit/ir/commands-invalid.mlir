// What the verifiers of commands reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.commands' op requires attribute 'display'}}
    vkm.commands @K(%n: ui32) attributes {bindings = []} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.commands' op requires attribute 'bindings'}}
    vkm.commands @K(%n: ui32) attributes {display = "K"} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.commands' op attribute 'bindings' failed to satisfy constraint: bindings of a descriptor set}}
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = ["a"]} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.commands' op takes scalars and vectors only; buffers are bound}}
    vkm.commands @K(%a: !vkm.ptr<f32>) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.cmd.pipeline' op names no shader of the class: @t}}
      vkm.cmd.pipeline @t
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.push' op comes before any pipeline is bound}}
      vkm.cmd.push %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "K" local_size [64, 1, 1] bindings [] doc "A test." {
      %m = vkm.push_constant "m" : f32
    }
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = []} {
      vkm.cmd.pipeline @k
      // expected-error@+1 {{'vkm.cmd.push' op operands do not fit the push constants of @k}}
      vkm.cmd.push %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : ui32
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.update' op names no field of the class: @m_other}}
      vkm.cmd.update @m_other = %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_n : ui32
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = []} {
      vkm.cmd.dispatch (%n) : ui32
      // expected-error@+1 {{'vkm.cmd.update' op stands behind a dispatch of its kernel}}
      vkm.cmd.update @m_n = %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32>
    vkm.field @m_bytes : !vkm.array<8 x ui8>
    vkm.field @m_n : ui32
    vkm.commands @None(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.fill' op names no field of the class: @m_other}}
      vkm.cmd.fill @m_other[0] count %n = %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32>
    vkm.field @m_bytes : !vkm.array<8 x ui8>
    vkm.field @m_n : ui32
    vkm.commands @Scalar(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.fill' op fills a vector or an array whose elements are made of whole words, not 'ui32'}}
      vkm.cmd.fill @m_n[0] count %n = %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32>
    vkm.field @m_bytes : !vkm.array<8 x ui8>
    vkm.field @m_n : ui32
    vkm.commands @Bytes(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.fill' op fills a vector or an array whose elements are made of whole words, not '!vkm.array<8 x ui8>'}}
      vkm.cmd.fill @m_bytes[0] count %n = %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32>
    vkm.field @m_bytes : !vkm.array<8 x ui8>
    vkm.field @m_n : ui32
    vkm.commands @Negative(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.fill' op begins in front of the first element}}
      vkm.cmd.fill @m_a[-1] count %n = %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : !vkm.dynarray<f32>
    vkm.field @m_bytes : !vkm.array<8 x ui8>
    vkm.field @m_n : ui32
    vkm.commands @Wide(%n: ui32, %x: f64) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.fill' op stores a number of 32 bits, not 'f64'}}
      vkm.cmd.fill @m_a[0] count %n = %x : f64
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field temporary @K_n : f32
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.update' op writes a scalar of 32 or 64 bits, or a vector or matrix, of the field's type 'f32'}}
      vkm.cmd.update @K_n = %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.cmd.dispatch' op takes 1 to 3 numbers of workgroups}}
      vkm.cmd.dispatch ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.cmd.dispatch' op takes 1 to 3 numbers of workgroups}}
      vkm.cmd.dispatch (%n, %n, %n, %n) : ui32, ui32, ui32, ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.cmd.barrier' op guards against nothing}}
      vkm.cmd.barrier from [] to [] []
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
    vkm.control @Run(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) {
      // expected-error@+1 {{'vkm.cmd.barrier' op names no commands of the class: @L}}
      vkm.cmd.barrier from [@K] to [@L] [#vkm.hazard<read_after_write "a" from "K" to "L">]
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
    vkm.control @Run(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) {
      // expected-error@+1 {{'vkm.cmd.bind' op names no commands of the class: @L}}
      vkm.cmd.bind @L site 0 (%a) : !vkm.ptr<f32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
    vkm.control @Run(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) {
      // expected-error@+1 {{'vkm.cmd.bind' op buffers do not fit the bindings of @K}}
      vkm.cmd.bind @K site 0 ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
    vkm.control @Run(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) {
      // expected-error@+1 {{'vkm.cmd.run' op names no commands of the class: @L}}
      vkm.cmd.run @L(%n) : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
    vkm.control @Run(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) {
      // expected-error@+1 {{'vkm.cmd.run' op does not fit the commands' type '(ui32) -> ()'}}
      vkm.cmd.run @K(%x) : f32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
    vkm.control @Run(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) {
      // expected-error@+1 {{'vkm.cmd.pipeline' op expects parent op 'vkm.commands'}}
      vkm.cmd.pipeline @s
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
    vkm.control @Run(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) {
      // expected-error@+1 {{'vkm.cmd.push' op expects parent op 'vkm.commands'}}
      vkm.cmd.push %n : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
    }
    vkm.control @Run(%a: !vkm.ptr<f32>, %n: ui32, %x: f32) {
      // expected-error@+1 {{'vkm.cmd.dispatch' op expects parent op 'vkm.commands'}}
      vkm.cmd.dispatch (%n) : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.cmd.run' op expects parent op 'vkm.control'}}
      vkm.cmd.run @K(%n) : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.cmd.bind' op expects parent op 'vkm.control'}}
      vkm.cmd.bind @K site 0 ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  // expected-error@+1 {{'vkm.commands' op expects parent op 'vkm.class'}}
  vkm.commands @K() attributes {display = "K", bindings = []} {
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.iteration_count' op has a step of 0}}
      %0 = vkm.iteration_count "i" %n lt %n step 0 : ui32, ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.iteration_count' op takes the sign of a step that is an operand: 1 or -1}}
      %0 = vkm.iteration_count "i" %n lt %n step 2 by %n : ui32 : ui32, ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.iteration_count' op predicates are lt, le, gt, ge or ne}}
      %0 = vkm.iteration_count "i" %n eq %n step 1 : ui32, ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op has a size of at least 1 and a limit of at least 0}}
      %0 = vkm.workgroup_count %n by 0 limit 0 dim 0
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op has a size of at least 1 and a limit of at least 0}}
      %0 = vkm.workgroup_count %n by 64 limit -1 dim 0
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op has a dimension of 0 to 2}}
      %0 = vkm.workgroup_count %n by 64 limit 0 dim 3
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op has a coarsening of at least 2}}
      %0 = vkm.workgroup_count %n by 64 limit 0 dim 0 coarsening 1
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op names the workgroups beside it without a coarsening}}
      %0 = vkm.workgroup_count %n by 64 limit 0 dim 0 beside %n
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op is jammed without a coarsening}}
      %0 = vkm.workgroup_count %n by 64 limit 0 dim 0 jammed
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op says how many workgroups are enough without a coarsening}}
      %0 = vkm.workgroup_count %n by 64 limit 0 dim 0 enough 128
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op has a coarsening beside a limit, or at least one workgroup}}
      %0 = vkm.workgroup_count %n by 64 limit 64 dim 0 coarsening 4
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.commands @K(%n: ui32) attributes {display = "K", bindings = [#vkm.binding<0, parameter "a" : f32, read_write>]} {
      // expected-error@+1 {{'vkm.workgroup_count' op has a coarsening along a later dimension without the workgroups beside it}}
      %0 = vkm.workgroup_count %n by 64 limit 0 dim 1 coarsening 4
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @F() {
      // expected-error@+1 {{'vkm.cmd.read_back' op names no field of the class: @m_sum}}
      vkm.cmd.read_back [@m_sum]
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @F() {
      // expected-error@+1 {{'vkm.run_recorded' op stands in a control function that is no drop-in form: it has no vkm.drop_in_of}}
      vkm.run_recorded
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.control' op is the drop-in form of no control function of the class: @G}}
    vkm.control @F() attributes {vkm.drop_in_of = @G} {
    }
  }
}
