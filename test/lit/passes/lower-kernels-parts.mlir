// Prologues, several loops, names, and what control functions bind.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-lower-kernels | FileCheck %s

// Each part of a kernel that is not folded is a shader; they share bindings and push constants, which are pushed once.
// The members that kernels touch have offsets.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_unused : f64
    // CHECK: vkm.field @m_unused : f64{{$}}
    vkm.field @m_a : si32
    // CHECK: vkm.field @m_a : si32 offset 0
    vkm.field @m_b : si32
    // CHECK: vkm.field @m_b : si32 offset 4
    vkm.field @m_c : si32
    // CHECK: vkm.field @m_c : si32 offset 8
    // CHECK: vkm.shader @kernel1D_Parts_prologue {{.*}} local_size [1, 1, 1] bindings [#vkm.binding<0, parameter "a" : si32, write>, #vkm.binding<1, class_data "ClassData" : none, write>] doc "What runs once, in one thread."
    // CHECK: vkm.shader @kernel1D_Parts kernel
    // CHECK: vkm.shader @kernel1D_Parts_between kernel
    // CHECK: vkm.shader @kernel1D_Parts_loop2 kernel
    // CHECK: vkm.shader @kernel1D_Parts_epilogue kernel
    // CHECK: vkm.commands @kernel1D_Parts_commands
    // CHECK-SAME: fields = {m_a = #vkm.access<write>, m_b = #vkm.access<write>, m_c = #vkm.access<write>}
    // CHECK: vkm.cmd.pipeline @kernel1D_Parts_prologue
    // CHECK-NEXT: vkm.cmd.push
    // CHECK-NEXT: vkm.cmd.dispatch
    // CHECK: vkm.cmd.pipeline @kernel1D_Parts{{$}}
    // CHECK-NOT: push
    // CHECK: vkm.cmd.pipeline @kernel1D_Parts_between
    // CHECK: vkm.cmd.pipeline @kernel1D_Parts_loop2
    // CHECK: vkm.cmd.pipeline @kernel1D_Parts_epilogue
    vkm.kernel @kernel1D_Parts(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Parts"} {
      %zero = vkm.constant 0 : si32
      vkm.once {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_a : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
      vkm.once {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_b : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      vkm.grid (%j: si32 "j") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%j] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
      vkm.once {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_c : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
    }
  }
}

// -----

// Names: what kernels and control functions have in common keeps the prefix; a shader avoids other kernels.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_a : si32
    // CHECK: vkm.shader @kernel1D_K_prologue_ kernel "kernel1D_K" role "prologue"
    // CHECK: vkm.commands @kernel1D_K_commands{{.*}}display = "kernel1D_K"
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.once {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_a : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      vkm.grid (%x: si32 "x") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
    // CHECK: vkm.commands @kernel2D_K_commands{{.*}}display = "kernel2D_K"
    vkm.kernel @kernel2D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 2 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%y: si32 "y", %x: si32 "x") = (%zero, %zero) lt, lt (%n : si32, %n : si32) step (1, 1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
    // CHECK: vkm.shader @kernel1D_K_prologue kernel "kernel1D_K_prologue"
    // CHECK: display = "K_prologue"
    vkm.kernel @kernel1D_K_prologue(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K_prologue"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%x: si32 "x") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
    // CHECK: display = "Run"
    vkm.kernel @kernel1D_Run(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Run"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%x: si32 "x") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
    vkm.control @Run(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_Run(%a, %n) : !vkm.ptr<si32>, si32
    }
  }
}

// -----

// A set that is bound already is not bound again; the same arrays at another place are the same site.
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%x: si32 "x") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
    vkm.kernel @kernel1D_L(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "L"} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%x: si32 "x") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %c7 = vkm.constant 7 : si32
        vkm.assign %p, %c7 : !vkm.ref<si32>
      }
    }
    // CHECK: vkm.control @Run(%[[A:.*]]: !vkm.ptr<si32> {{.*}}, %[[B:.*]]: !vkm.ptr<si32> {{.*}}, %[[N:.*]]: si32
    // CHECK-NEXT: vkm.cmd.bind @kernel1D_K_commands site 0(%[[A]]) : !vkm.ptr<si32>
    // CHECK-NEXT: vkm.cmd.run @kernel1D_K_commands(%[[N]]) : si32 {vkm.comment = "first"}
    // CHECK-NEXT: vkm.cmd.run @kernel1D_K_commands(%[[N]]) : si32
    // CHECK-NEXT: vkm.cmd.bind @kernel1D_K_commands site 1(%[[B]])
    // CHECK-NEXT: vkm.cmd.run @kernel1D_K_commands
    // CHECK-NEXT: vkm.cmd.bind @kernel1D_L_commands site 2(%[[A]])
    // CHECK-NEXT: vkm.cmd.run @kernel1D_L_commands
    // CHECK-NEXT: vkm.cmd.bind @kernel1D_K_commands site 0(%[[A]])
    // CHECK-NEXT: vkm.cmd.run @kernel1D_K_commands
    vkm.control @Run(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      vkm.launch @kernel1D_K(%a, %n) : !vkm.ptr<si32>, si32 {vkm.comment = "first"}
      vkm.launch @kernel1D_K(%a, %n) : !vkm.ptr<si32>, si32
      vkm.launch @kernel1D_K(%b, %n) : !vkm.ptr<si32>, si32
      vkm.launch @kernel1D_L(%a, %n) : !vkm.ptr<si32>, si32
      vkm.launch @kernel1D_K(%a, %n) : !vkm.ptr<si32>, si32
    }
  }
}
