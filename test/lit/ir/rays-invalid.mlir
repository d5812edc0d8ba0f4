// What the verifiers of ray generation and callable shaders, and of the commands that run them, reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.shader' op is a shader of stage ray_generation, which has no workgroups, and has workgroups of [8, 1, 1]}}
    vkm.shader @K kernel "K" stage ray_generation local_size [8, 1, 1] bindings [] doc "" {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.shader' op is a shader of stage callable, whose arguments are its payload, and has push constants}}
    vkm.shader @K kernel "K" stage callable local_size [1, 1, 1] bindings [] doc "" {
      %n = vkm.push_constant "n" : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
      // expected-error@+1 {{'vkm.barrier' op stands in a shader of stage ray_generation, which has no workgroups}}
      vkm.barrier
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage callable local_size [1, 1, 1] bindings [] doc "" {
      // expected-error@+1 {{'vkm.builtin' op stands in a shader of stage callable, which has no workgroups}}
      %g = vkm.builtin workgroup[0] : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage compute local_size [1, 1, 1] bindings [] doc "" {
      // expected-error@+1 {{'vkm.builtin' op stands in a shader of stage compute, which is not launched}}
      %g = vkm.builtin launch[0] : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
      // expected-error@+1 {{'vkm.builtin' op has no such component}}
      %g = vkm.builtin launch[3] : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
      // expected-error@+1 {{'vkm.payload_ref' op names no payload of the class: @call}}
      %p = vkm.payload_ref @call : !vkm.ref<!vkm.record<@Call>>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.payload @call : !vkm.record<@Call>
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
      // expected-error@+1 {{'vkm.payload_ref' op has type '!vkm.ref<f32>' but the payload '!vkm.record<@Call>'}}
      %p = vkm.payload_ref @call : !vkm.ref<f32>
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.execute_callable' op names no payload of the class: @call}}
      vkm.execute_callable %zero, @call of [@K_f]
    }
    vkm.shader @K_f kernel "K" stage callable local_size [1, 1, 1] bindings [] doc "" {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.payload @call : !vkm.record<@Call>
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.execute_callable' op names no callable shader of the class: @K}}
      vkm.execute_callable %zero, @call of [@K]
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.payload @call : !vkm.record<@Call>
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.execute_callable' op has no callable shaders}}
      vkm.execute_callable %zero, @call of []
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage callable local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.commands @K_commands(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.pipeline' op names a callable shader, which other shaders run: @K}}
      vkm.cmd.pipeline @K
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage compute local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.shader @K_f kernel "K" stage callable local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.commands @K_commands(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.pipeline' op has callable shaders, which only ray generation shaders run: @K}}
      vkm.cmd.pipeline @K callables [@K_f]
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.commands @K_commands(%n: ui32) attributes {display = "K", bindings = []} {
      // expected-error@+1 {{'vkm.cmd.trace_rays' op takes 1 to 3 numbers of threads}}
      vkm.cmd.trace_rays ()
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage compute local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.commands @K_commands(%n: ui32) attributes {display = "K", bindings = []} {
      vkm.cmd.pipeline @K
      // expected-error@+1 {{'vkm.cmd.trace_rays' op comes after no pipeline of a ray generation shader}}
      vkm.cmd.trace_rays (%n) : ui32
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Call size 4 align 4 [#vkm.member<"u" : f32 at 0>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @K kernel "K" stage ray_generation local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.shader @K_f kernel "K" stage callable local_size [1, 1, 1] bindings [] doc "" {
    }
    vkm.commands @K_commands(%n: ui32) attributes {display = "K", bindings = []} {
      vkm.cmd.pipeline @K callables [@K_f]
      // expected-error@+1 {{'vkm.cmd.dispatch' op runs a shader of stage ray_generation}}
      vkm.cmd.dispatch (%n) : ui32
    }
  }
}
