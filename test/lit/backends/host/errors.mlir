// What host code cannot say is reported at its place in the source.
// RUN: vkmorph-translate --emit-host --without-shaders --split-input-file --verify-diagnostics %s

// expected-error @below {{there is no lowered class to print a host program for [vkm3201]}}
// expected-note @below {{run the passes up to the lowered phase first}}
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @Heat namespaces [] header "heat.h" {
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    // expected-error @below {{the scalars of shader 'kernel1D_K' take 132 bytes; every Vulkan device has 128 for push constants, but not each has more [vkm3203]}}
    // expected-note @below {{pass fewer scalars, or make some of them members of the class}}
    vkm.shader @kernel1D_K kernel "kernel1D_K" local_size [64, 1, 1] bindings [] doc "too many scalars" {
      %0 = vkm.push_constant "a" : f64
      %1 = vkm.push_constant "b" : f64
      %2 = vkm.push_constant "c" : f64
      %3 = vkm.push_constant "d" : f64
      %4 = vkm.push_constant "e" : f64
      %5 = vkm.push_constant "f" : f64
      %6 = vkm.push_constant "g" : f64
      %7 = vkm.push_constant "h" : f64
      %8 = vkm.push_constant "i" : f64
      %9 = vkm.push_constant "j" : f64
      %10 = vkm.push_constant "k" : f64
      %11 = vkm.push_constant "l" : f64
      %12 = vkm.push_constant "m" : f64
      %13 = vkm.push_constant "n" : f64
      %14 = vkm.push_constant "o" : f64
      %15 = vkm.push_constant "p" : f64
      %16 = vkm.push_constant "q" : i1
    }
    vkm.commands @kernel1D_K_commands() attributes {kernel = "kernel1D_K", display = "K", fields = {}, bindings = []} {
      vkm.cmd.pipeline @kernel1D_K
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.func @helper() -> f32 {
    %0 = vkm.constant 1.0 : f32
    vkm.return %0 : f32
  }
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_sum : si32 offset 0
    vkm.field @m_calls : si32
    vkm.commands @K(%n: si32 {vkm.name = "n"}) attributes {
        kernel = "kernel1D_K", display = "K", fields = {m_sum = #vkm.access<write>}, bindings = []} {
    }
    vkm.control @F(%p: !vkm.ptr<si32> {vkm.name = "p"}, %n: si32 {vkm.name = "n"}) -> si32 {
      %calls = vkm.field_ref @m_calls : !vkm.ref<si32>
      // expected-error @below {{control function 'F' assigns 'm_calls' in a way that stays on the host; commands are recorded once and submitted many times [vkm3207]}}
      // expected-note @below {{assign members from numbers and other members, or in a kernel; parameters into a variable of their own}}
      vkm.assign %calls, %n : !vkm.ref<si32>
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %before = vkm.load %sum : !vkm.ref<si32>
      vkm.cmd.run @K(%before) : si32
      %after = vkm.load %sum : !vkm.ref<si32>
      %c = vkm.cmp lt %after, %n : si32
      vkm.if %c {
        // expected-error @below {{control function 'F' returns a value here, after kernels have been launched and before its end [vkm3208]}}
        // expected-note @below {{return at the end of the function, or before the first kernel}}
        vkm.return %n : si32
      }
      // expected-error @below {{control function 'F' accesses elements of 'p', which only kernels can: the recorded form has no host memory for it [vkm3206]}}
      // expected-note @below {{access it in a kernel, or pass the value as a parameter}}
      %e = vkm.deref %p[%n] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
      %first = vkm.load %e : !vkm.ref<si32>
      vkm.cmd.run @K(%first) : si32
      %last = vkm.load %sum : !vkm.ref<si32>
      vkm.return %last : si32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_calls : si32
    vkm.func @next() -> si32 {
      // expected-error @below {{control functions call 'next', which uses members or buffers, in their host code [vkm3209]}}
      // expected-note @below {{read the members in the control function, and pass their values}}
      %calls = vkm.field_ref @m_calls : !vkm.ref<si32>
      %0 = vkm.load %calls : !vkm.ref<si32>
      vkm.return %0 : si32
    }
    vkm.control @F() -> si32 {
      %0 = vkm.call @next() : () -> si32
      vkm.return %0 : si32
    }
  }
}
