// Statements and variables around the loops of a kernel.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-recognise-grids | FileCheck %s

// int sum = 0; for (...) sum += a[i]; m_sum = sum;
// The variable lives across the parts of the kernel, so it becomes class data.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si32
    // CHECK: vkm.field temporary @Sum_sum : si32
    // CHECK: vkm.once {
    // CHECK: %[[PLACE:.*]] = vkm.field_ref @Sum_sum
    // CHECK: vkm.assign %[[PLACE]], %{{.*}} : <si32> {vkm.comment = "so far"}
    // CHECK: vkm.grid
    // CHECK: %[[IN:.*]] = vkm.field_ref @Sum_sum
    // CHECK: vkm.update add %[[IN]]
    // CHECK: vkm.once {
    // CHECK: %[[OUT:.*]] = vkm.field_ref @Sum_sum
    // CHECK: vkm.load %[[OUT]]
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Sum"} {
      %zero = vkm.constant 0 : si32
      %sum = vkm.var "sum" : !vkm.ref<si32> = %zero : si32 {vkm.comment = "so far"}
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.load %i : !vkm.ref<si32>
        %3 = vkm.deref %a[%2] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %4 = vkm.load %3 : !vkm.ref<si32>
        vkm.update add %sum, %4 : !vkm.ref<si32>, si32
      }
      %total = vkm.field_ref @m_sum : !vkm.ref<si32>
      %2 = vkm.load %sum : !vkm.ref<si32>
      vkm.assign %total, %2 : !vkm.ref<si32>
    }
  }
}

// -----

// A member of the class has the name already.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @K_last : si32
    // CHECK: vkm.field temporary @K_last_ : si32
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      %last = vkm.var "last" : !vkm.ref<si32> = %zero : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.load %i : !vkm.ref<si32>
        %3 = vkm.deref %a[%2] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %4 = vkm.load %3 : !vkm.ref<si32>
        vkm.update add %last, %4 : !vkm.ref<si32>, si32
      }
    }
  }
}

// -----

// const int half = n / 2, pitch = half + m_border: every thread computes what nothing changes. So does the prologue.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_border : si32
    vkm.field @m_first : si32
    // CHECK-NOT: temporary
    // CHECK: vkm.kernel @kernel1D_K
    // CHECK: vkm.var const "half"
    // CHECK: %[[PITCH:.*]] = vkm.var const "pitch"
    // CHECK: vkm.once {
    // CHECK: vkm.load %[[PITCH]]
    // CHECK: vkm.grid
    // CHECK: vkm.load %[[PITCH]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      %two = vkm.constant 2 : si32
      %h = vkm.binary div %n, %two : si32
      %half = vkm.var const "half" : !vkm.ref<si32> = %h : si32
      %halfNow = vkm.load %half : !vkm.ref<si32>
      %border = vkm.field_ref @m_border : !vkm.ref<si32>
      %borderNow = vkm.load %border : !vkm.ref<si32>
      %p = vkm.binary add %halfNow, %borderNow : si32
      %pitch = vkm.var const "pitch" : !vkm.ref<si32> = %p : si32
      %first = vkm.field_ref @m_first : !vkm.ref<si32>
      %pitchNow = vkm.load %pitch : !vkm.ref<si32>
      vkm.assign %first, %pitchNow : !vkm.ref<si32>
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %3 = vkm.load %pitch : !vkm.ref<si32>
        %4 = vkm.deref %a[%3] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %4, %3 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// int before = m_x; the kernel changes m_x, so the value is kept in class data.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : si32
    // CHECK: vkm.field temporary @K_before
    // CHECK: vkm.once {
    // CHECK: vkm.field_ref @K_before
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      %x = vkm.field_ref @m_x : !vkm.ref<si32>
      %now = vkm.load %x : !vkm.ref<si32>
      %before = vkm.var "before" : !vkm.ref<si32> = %now : si32
      vkm.assign %x, %zero : !vkm.ref<si32>
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %3 = vkm.load %before : !vkm.ref<si32>
        %4 = vkm.deref %a[%3] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %4, %3 : !vkm.ref<si32>
      }
    }
  }
}

// -----

// for (int i = 0, last = n - 1; i < last; ++i): the scope opens, comment and all; two loops, and what stands between.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : si32
    // CHECK-NOT: vkm.scope
    // CHECK: %[[LAST:.*]] = vkm.var "last" : <si32> = %{{.*}} : si32 {vkm.comment = "all but one"}
    // CHECK: %[[BOUND:.*]] = vkm.load %[[LAST]]
    // CHECK-NEXT: vkm.grid {{.*}} lt (%[[BOUND]] : si32) step (1)
    // CHECK: vkm.once {
    // CHECK: vkm.grid
    // CHECK-NOT: vkm.once
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      vkm.scope attributes {vkm.comment = "all but one"} {
        %c1 = vkm.constant 1 : si32
        %l = vkm.binary sub %n, %c1 : si32
        %last = vkm.var "last" : !vkm.ref<si32> = %l : si32
        vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
          %0 = vkm.load %i : !vkm.ref<si32>
          %1 = vkm.load %last : !vkm.ref<si32>
          %2 = vkm.cmp lt %0, %1 : si32
          vkm.yield %2 : i1
        } step (%i: !vkm.ref<si32>) {
          %one = vkm.constant 1 : si32
          vkm.update add %i, %one : !vkm.ref<si32>, si32
        } body (%i: !vkm.ref<si32>) {
          vkm.continue
        }
      }
      %x = vkm.field_ref @m_x : !vkm.ref<si32>
      vkm.assign %x, %zero : !vkm.ref<si32>
      vkm.for "j" = %zero : si32 cond (%j: !vkm.ref<si32>) {
        %0 = vkm.load %j : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%j: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %j, %one : !vkm.ref<si32>, si32
      } body (%j: !vkm.ref<si32>) {
      }
    }
  }
}

// -----

// f() + 1; before the loop: the call has an effect, so it stays, once.
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : si32
    vkm.func @f() -> si32 {
      %x = vkm.field_ref @m_x : !vkm.ref<si32>
      %one = vkm.constant 1 : si32
      vkm.assign %x, %one : !vkm.ref<si32>
      vkm.return %one : si32
    }
    // CHECK: vkm.kernel
    // CHECK: vkm.once {
    // CHECK-NEXT: vkm.call @f
    // CHECK-NEXT: }
    // CHECK: vkm.grid
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "K"} {
      %zero = vkm.constant 0 : si32
      %result = vkm.call @f() : () -> si32
      %sum = vkm.binary add %result, %zero : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
      }
    }
  }
}
