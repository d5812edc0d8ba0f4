// Which statements run in the last workgroup of a grid's dispatch, and which must not: vkm2211.
// RUN: vkmorph-opt %s -split-input-file -verify-each -verify-diagnostics -vkm-plan | FileCheck %s

// m_sum = 0; for (...) m_sum += a[i]; m_out = m_sum: one dispatch.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.once folded next
    // CHECK: vkm.grid
    // CHECK: vkm.once folded previous
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the last workgroup of the loops' dispatch [vkm2211, decisions]}}
      vkm.once {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      // expected-remark @below {{finished by}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the last workgroup of the loops' dispatch [vkm2211, decisions]}}
      vkm.once {
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        %o = vkm.load %f : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
    }
  }
}

// -----

// The loop reads what the prologue writes, which therefore runs before: the command buffer carries the number.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.once folded commands
    // CHECK: vkm.grid
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the command buffer, which sets the members [vkm2211, decisions]}}
      vkm.once {
        %c = vkm.constant 3 : si32
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      // expected-remark @below {{finished by}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        %s = vkm.field_ref @m_scale : !vkm.ref<si32>
        %k = vkm.load %s : !vkm.ref<si32>
        %w = vkm.binary mul %v, %k : si32
        vkm.reduce add @m_sum, %w : si32
      }
    }
  }
}

// -----

// The epilogue writes what the loop reads: it comes when all workgroups have read it.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.grid
    // CHECK: vkm.once folded last
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-remark @below {{finished by}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        %s = vkm.field_ref @m_scale : !vkm.ref<si32>
        %k = vkm.load %s : !vkm.ref<si32>
        %w = vkm.binary mul %v, %k : si32
        vkm.reduce add @m_sum, %w : si32
      }
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the last workgroup of the loops' dispatch [vkm2211, decisions]}}
      vkm.once {
        %o = vkm.field_ref @m_out : !vkm.ref<si32>
        %c = vkm.load %o : !vkm.ref<si32>
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
    }
  }
}

// -----

// The epilogue reads an array that the loop writes: it comes when all workgroups have written it.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.grid
    // CHECK: vkm.once folded last
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-remark @below {{finished by}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
        vkm.assign %p, %v : !vkm.ref<si32>
      }
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the last workgroup of the loops' dispatch [vkm2211, decisions]}}
      vkm.once {
        %i = vkm.constant 0 : si32
        %e = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %o = vkm.load %e : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
    }
  }
}

// -----

// The epilogue reads an array that the loop reads.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.grid
    // CHECK: vkm.once folded previous
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-remark @below {{finished by}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the last workgroup of the loops' dispatch [vkm2211, decisions]}}
      vkm.once {
        %i = vkm.constant 0 : si32
        %e = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %o = vkm.load %e : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
    }
  }
}

// -----

// No reduction, no last workgroup: the first thread runs what the loop does not touch.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.once folded next
    // CHECK: vkm.grid
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the first thread of the loops' dispatch [vkm2211, decisions]}}
      vkm.once {
        %c = vkm.constant 0 : si32
        %f = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
    }
  }
}

// -----

// Between two loops: with the first one, which it is behind; what the second loop reduces may be set there.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.grid
    // CHECK: vkm.once folded previous
    // CHECK: vkm.grid
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      // expected-remark @below {{finished by}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_sum, %v : si32
      }
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the last workgroup of the loops' dispatch [vkm2211, decisions]}}
      vkm.once {
        %f = vkm.field_ref @m_sum : !vkm.ref<si32>
        %o = vkm.load %f : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
      // expected-remark @below {{finished by}}
      vkm.grid (%j: ui32 "j") = (%zero) lt (%n : ui32) step (1) {
        %q = vkm.deref %a[%j] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %u = vkm.load %q : !vkm.ref<si32>
        vkm.reduce max @m_out, %u : si32
      }
    }
  }
}

// -----

// Between two loops, the first of which writes what the statement reads: with the second one.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.grid
    // CHECK: vkm.once folded next
    // CHECK: vkm.grid
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the last workgroup of the loops' dispatch [vkm2211, decisions]}}
      vkm.once {
        %i = vkm.constant 0 : si32
        %e = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %o = vkm.load %e : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
      // expected-remark @below {{finished by}}
      vkm.grid (%j: ui32 "j") = (%zero) lt (%n : ui32) step (1) {
        %q = vkm.deref %a[%j] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %u = vkm.load %q : !vkm.ref<si32>
        vkm.reduce max @m_out, %u : si32
      }
    }
  }
}
// -----

// Kernels change the bound: who counts the workgroups runs the statements before.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_bound : ui32
    vkm.field @m_scale : si32
    // CHECK: vkm.once folded counting
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %b = vkm.field_ref @m_bound : !vkm.ref<ui32>
      %n = vkm.load %b : !vkm.ref<ui32>
      // expected-remark @below {{kernel 'kernel1D_K': these statements run in the thread that counts the workgroups of the loops behind them}}
      vkm.once {
        %c = vkm.constant 3 : si32
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        vkm.assign %f, %c : !vkm.ref<si32>
      }
      // expected-remark @below {{computed on the device}}
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %f = vkm.field_ref @m_scale : !vkm.ref<si32>
        %v = vkm.load %f : !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
    }
    vkm.kernel @kernel1D_Set() attributes {dims = 1 : i32} {
      // expected-remark @below {{run in a dispatch of one thread of its own}}
      vkm.once {
        %c = vkm.constant 8 : ui32
        %f = vkm.field_ref @m_bound : !vkm.ref<ui32>
        vkm.assign %f, %c : !vkm.ref<ui32>
      }
    }
  }
}

// -----

// What the loop uses from the top of the kernel, each of its threads reads when it runs, and before the last workgroup is done.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_out : si32
    vkm.field @m_scale : si32
    // CHECK: vkm.grid
    // CHECK: vkm.once folded last
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %f = vkm.field_ref @m_out : !vkm.ref<si32>
      %v = vkm.load %f : !vkm.ref<si32>
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
      // expected-remark @below {{these statements run in the last workgroup of the loops' dispatch}}
      vkm.once {
        %s = vkm.field_ref @m_scale : !vkm.ref<si32>
        %o = vkm.load %s : !vkm.ref<si32>
        %t = vkm.field_ref @m_out : !vkm.ref<si32>
        vkm.assign %t, %o : !vkm.ref<si32>
      }
    }
  }
}

// -----

// Each iteration sums into an element of the array in a loop, which caches serve; coherent memory has none.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.grid
    // CHECK: vkm.once {
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        vkm.for "k" = %zero : ui32 cond (%k: !vkm.ref<ui32>) {
          %0 = vkm.load %k : !vkm.ref<ui32>
          %1 = vkm.cmp lt %0, %n : ui32
          vkm.yield %1 : i1
        } step (%k: !vkm.ref<ui32>) {
          %one = vkm.constant 1 : ui32
          vkm.update add %k, %one : !vkm.ref<ui32>, ui32
        } body (%k: !vkm.ref<ui32>) {
          %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
          %v = vkm.constant 1 : si32
          vkm.update add %p, %v : !vkm.ref<si32>, si32
        }
      }
      // expected-remark @below {{these statements run in a dispatch of one thread of its own}}
      vkm.once {
        %i = vkm.constant 0 : si32
        %e = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %o = vkm.load %e : !vkm.ref<si32>
        vkm.assign %e, %o : !vkm.ref<si32>
      }
    }
  }
}

// -----

// As many iterations as one workgroup has threads: nobody has to count.
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    // CHECK: vkm.grid
    // CHECK: vkm.once folded last
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      %n = vkm.constant 16 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.constant 1 : si32
        vkm.assign %p, %v : !vkm.ref<si32>
      }
      // expected-remark @below {{these statements run in the only workgroup of the loops' dispatch}}
      vkm.once {
        %i = vkm.constant 0 : si32
        %e = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %o = vkm.load %e : !vkm.ref<si32>
        vkm.assign %e, %o : !vkm.ref<si32>
      }
    }
  }
}
