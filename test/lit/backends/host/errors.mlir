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
    // expected-error @below {{the scalars of shader 'kernel1D_K' take 132 bytes of push constants, of which some Vulkan devices have only 128 [vkm3203]}}
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
  vkm.class @Heat namespaces [] header "heat.h" {
    // expected-error @below {{control function 'F' is not split into its recorded and its drop-in form [vkm3214]}}
    // expected-note @below {{run vkm-split on the lowered module, as vkm-lower does}}
    vkm.control @F() {
    }
  }
}
