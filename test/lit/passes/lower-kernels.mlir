// Grids become loops of shaders, launches become commands.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-lower-kernels | FileCheck %s

// Changes nothing when there is nothing to do: the phase is past.
// CHECK: vkm.phase = #vkm.phase<lowered>
// CHECK: vkm.field @m_x : si32 offset 4
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : si32 offset 4
  }
}

// -----

// for (int i = 1; i <= n; i += 2): the shader's loop has the source's counter.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader @kernel1D_K kernel "kernel1D_K" local_size [256, 1, 1] bindings [#vkm.binding<0, parameter "a" : si32, write>] doc "Independent iterations."
    // CHECK: %[[N:.*]] = vkm.push_constant "n" : si32
    // CHECK: %[[ID:.*]] = vkm.builtin global_invocation[0] : ui32
    // CHECK: vkm.for "i" = %{{.*}} : si32
    // CHECK: vkm.cmp le %{{.*}}, %[[N]] : si32
    // CHECK: } step
    // CHECK: vkm.builtin num_workgroups[0]
    // CHECK: } body
    // CHECK: vkm.deref
    // CHECK: vkm.commands @kernel1D_K_commands(%[[HOST:.*]]: si32 {vkm.name = "n"})
    // CHECK-SAME: display = "K"
    // CHECK: %[[COUNT:.*]] = vkm.iteration_count "i" %{{.*}} le %[[HOST]] step 2 : si32, si32
    // CHECK: %[[GROUPS:.*]] = vkm.workgroup_count %[[COUNT]] by 256 limit 0 dim 0
    // CHECK-NEXT: vkm.cmd.pipeline @kernel1D_K
    // CHECK-NEXT: vkm.cmd.push %[[HOST]] : si32
    // CHECK-NEXT: vkm.cmd.dispatch(%[[GROUPS]]) : ui32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %one = vkm.constant 1 : si32
      vkm.grid (%i: si32 "i") = (%one) le (%n : si32) step (2) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// for (int i = n; i > 0; --i): the shader walks the number of the iteration, of which the host knows how many.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader
    // CHECK: %[[COUNT:.*]] = vkm.push_constant "iCount" : ui32
    // CHECK: vkm.for "iNumber" = %{{.*}} : ui32
    // CHECK: vkm.cmp lt %{{.*}}, %[[COUNT]] : ui32
    // CHECK: } body
    // CHECK: vkm.binary sub %{{.*}}, %{{.*}} : si32
    // CHECK: vkm.var const "i" : <si32>
    // CHECK: vkm.iteration_count "i" %{{.*}} gt %{{.*}} step -1 : si32, si32
    // CHECK: vkm.cmd.push
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%n) gt (%zero : si32) step (-1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// i != n
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader
    // CHECK: %[[COUNT:.*]] = vkm.push_constant "iCount" : ui32
    // CHECK: vkm.for "iNumber" = %{{.*}} : ui32
    // CHECK: vkm.cmp lt %{{.*}}, %[[COUNT]] : ui32
    // CHECK: } body
    // CHECK: vkm.var const "i" : <si32>
    // CHECK: vkm.iteration_count "i" %{{.*}} ne %{{.*}} step 1 : si32, si32
    // CHECK: vkm.cmd.push
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) ne (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// int i = first: how low or high it is, the compiler does not know.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader
    // CHECK: %[[COUNT:.*]] = vkm.push_constant "iCount" : ui32
    // CHECK: vkm.for "iNumber" = %{{.*}} : ui32
    // CHECK: vkm.cmp lt %{{.*}}, %[[COUNT]] : ui32
    // CHECK: } body
    // CHECK: vkm.binary add
    // CHECK: vkm.var const "i" : <si32>
    // CHECK: vkm.iteration_count "i" %{{.*}} lt %{{.*}} step 1 : si32, si32
    // CHECK: vkm.cmd.push
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}, %first: si32 {vkm.name = "first"}) attributes {dims = 1 : i32, display = "K"} {
      vkm.grid (%i: si32 "i") = (%first) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// i += 1000: the threads behind the end would overflow the counter.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader
    // CHECK: %[[COUNT:.*]] = vkm.push_constant "iCount" : ui32
    // CHECK: vkm.for "iNumber" = %{{.*}} : ui32
    // CHECK: vkm.cmp lt %{{.*}}, %[[COUNT]] : ui32
    // CHECK: } body
    // CHECK: vkm.constant 1000 : si32
    // CHECK-NEXT: vkm.binary mul
    // CHECK: vkm.var const "i" : <si32>
    // CHECK: vkm.iteration_count "i" %{{.*}} lt %{{.*}} step 1000 : si32, si32
    // CHECK: vkm.cmd.push
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1000) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// uint16_t i: so would those of a large grid.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader
    // CHECK: %[[COUNT:.*]] = vkm.push_constant "iCount" : ui32
    // CHECK: vkm.for "iNumber" = %{{.*}} : ui32
    // CHECK: vkm.cmp lt %{{.*}}, %[[COUNT]] : ui32
    // CHECK: } body
    // CHECK: vkm.var const "i" : <ui16>
    // CHECK: vkm.iteration_count "i" %{{.*}} lt %{{.*}} step 1 : ui16, si32
    // CHECK: vkm.cmd.push
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : ui16
      vkm.grid (%i: ui16 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui16 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// i > 0; i -= stride
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader
    // CHECK: %[[COUNT:.*]] = vkm.push_constant "iCount" : ui32
    // CHECK: vkm.for "iNumber" = %{{.*}} : ui32
    // CHECK: vkm.cmp lt %{{.*}}, %[[COUNT]] : ui32
    // CHECK: } body
    // CHECK: vkm.binary mul
    // CHECK-NEXT: vkm.binary sub
    // CHECK: vkm.var const "i" : <si32>
    // CHECK: vkm.iteration_count "i" %{{.*}} gt %{{.*}} step -1 by %{{.*}} : si32 : si32, si32
    // CHECK: vkm.cmd.push
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}, %stride: si32 {vkm.name = "stride"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%n) gt (%zero : si32) step (%stride : si32) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// A parameter has the name already, and two loops have one counter; the host alone needs n.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader
    // CHECK-NOT: push_constant "n"
    // CHECK: vkm.push_constant "iCount" : si32
    // CHECK: %[[OUTER:.*]] = vkm.push_constant "iCount2" : ui32
    // CHECK: %[[INNER:.*]] = vkm.push_constant "iCount3" : ui32
    // CHECK: vkm.cmp lt %{{.*}}, %[[OUTER]]
    // CHECK: vkm.cmp lt %{{.*}}, %[[INNER]]
    // CHECK: vkm.commands @kernel2D_K_commands
    // CHECK: %[[ROWS:.*]] = vkm.iteration_count
    // CHECK: %[[COLUMNS:.*]] = vkm.iteration_count
    // CHECK: vkm.cmd.push %{{.*}}, %[[ROWS]], %[[COLUMNS]] : si32, ui32, ui32
    vkm.kernel @kernel2D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}, %iCount: si32 {vkm.name = "iCount"}) attributes {dims = 2 : i32, display = "K"} {
      vkm.grid (%i: si32 "i", %i2: si32 "i") = (%iCount, %iCount) ne, ne (%n : si32, %n : si32) step (1, 1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 16, 16, 1>} {
        %p = vkm.deref %a[%i2] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// Three dimensions: the innermost is x.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader @kernel3D_K {{.*}} local_size [8, 8, 4]
    // CHECK: vkm.builtin global_invocation[2]
    // CHECK: vkm.for "z"
    // CHECK: vkm.builtin global_invocation[1]
    // CHECK: vkm.for "y"
    // CHECK: vkm.builtin global_invocation[0]
    // CHECK: vkm.for "x"
    // CHECK: %[[Z:.*]] = vkm.iteration_count "z"
    // CHECK: %[[Y:.*]] = vkm.iteration_count "y"
    // CHECK: %[[X:.*]] = vkm.iteration_count "x"
    // CHECK: %[[GX:.*]] = vkm.workgroup_count %[[X]] by 8 limit 0 dim 0
    // CHECK: %[[GY:.*]] = vkm.workgroup_count %[[Y]] by 8 limit 0 dim 1
    // CHECK: %[[GZ:.*]] = vkm.workgroup_count %[[Z]] by 4 limit 0 dim 2
    // CHECK: vkm.cmd.dispatch(%[[GX]], %[[GY]], %[[GZ]])
    vkm.kernel @kernel3D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 3 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%z: si32 "z", %y: si32 "y", %x: si32 "x") = (%zero, %zero, %zero) lt, lt, lt (%n : si32, %n : si32, %n : si32) step (1, 1, 1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 8, 8, 4>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// unsigned i != n, from 0: the number of the iteration is the counter.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.shader
    // CHECK: %[[COUNT:.*]] = vkm.push_constant "iCount" : ui32
    // CHECK: vkm.for "i" = %{{.*}} : ui32
    // CHECK: vkm.cmp lt %{{.*}}, %[[COUNT]] : ui32
    // CHECK: } body (%[[I:.*]]: !vkm.ref<ui32>)
    // CHECK-NEXT: %[[READ:.*]] = vkm.load %[[I]]
    // CHECK-NEXT: vkm.deref %{{.*}}[%[[READ]]]
    // CHECK: vkm.iteration_count "i" %{{.*}} ne %{{.*}} step 1 : ui32, ui32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%i: ui32 "i") = (%zero) ne (%n : ui32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
  }
}
