// Control functions whose order of launches is not known: vkm2010 to vkm2013.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics -vkm-normalise -vkm-recognise-grids

// A control function calls itself.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Copy(%from: !vkm.ptr<const si32> {vkm.name = "from"}, %to: !vkm.ptr<si32> {vkm.name = "to"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.deref %to[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %2, %zero : !vkm.ref<si32>
      }
    }
    vkm.control @Copy(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      // expected-error @below {{control function 'Copy' calls itself [vkm2010]}}
      // expected-note @below {{write a loop}}
      vkm.call @Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> ()
    }
  }
}

// -----

// Two control functions call each other.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Copy(%from: !vkm.ptr<const si32> {vkm.name = "from"}, %to: !vkm.ptr<si32> {vkm.name = "to"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.deref %to[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %2, %zero : !vkm.ref<si32>
      }
    }
    vkm.control @Ping(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      vkm.call @Pong(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> ()
    }
    vkm.control @Pong(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      // expected-error @below {{control function 'Ping' calls itself [vkm2010]}}
      // expected-error @below {{control function 'Pong' calls itself [vkm2010]}}
      // expected-note @below {{write a loop}}
      vkm.call @Ping(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> ()
    }
  }
}

// -----

// A kernel in the step of a loop.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.kernel @kernel1D_Copy(%from: !vkm.ptr<const si32> {vkm.name = "from"}, %to: !vkm.ptr<si32> {vkm.name = "to"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.deref %to[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %2, %zero : !vkm.ref<si32>
      }
    }
    vkm.control @Copy(%a: !vkm.ptr<const si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      %zero = vkm.constant 0 : si32
      vkm.do_while {
        vkm.switch %n : si32 [[0], []] {
          vkm.continue
        }, {
          vkm.break
        }
      } cond {
        // expected-error @below {{kernel 'kernel1D_Copy' is called in the condition of a 'do' loop that a 'switch' goes on with [vkm2011]}}
        // expected-note @below {{call it in a statement of its own}}
        vkm.call @kernel1D_Copy(%a, %b, %n) : (!vkm.ptr<const si32>, !vkm.ptr<si32>, si32) -> ()
        %1 = vkm.cmp lt %zero, %n : si32
        vkm.yield %1 : i1
      }
    }
  }
}

// -----

// One array for two parameters, one of which the kernel writes; reading it twice is fine.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_x : si32
    vkm.kernel @kernel1D_Add(%a: !vkm.ptr<si32> {vkm.name = "from"}, %b: !vkm.ptr<si32> {vkm.name = "to"}, %c: !vkm.ptr<si32> {vkm.name = "other"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.for "i" = %zero : si32 cond (%i: !vkm.ref<si32>) {
        %0 = vkm.load %i : !vkm.ref<si32>
        %1 = vkm.cmp lt %0, %n : si32
        vkm.yield %1 : i1
      } step (%i: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %i, %one : !vkm.ref<si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %2 = vkm.deref %b[%zero] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        vkm.assign %2, %zero : !vkm.ref<si32>
      }
    }
    vkm.control @Add(%a: !vkm.ptr<si32> {vkm.name = "a"}, %b: !vkm.ptr<si32> {vkm.name = "b"}, %n: si32 {vkm.name = "n"}) {
      vkm.call @kernel1D_Add(%a, %b, %a, %n) : (!vkm.ptr<si32>, !vkm.ptr<si32>, !vkm.ptr<si32>, si32) -> ()
      // expected-error @below {{parameters 'from' and 'to' of kernel 'kernel1D_Add' are the same array here, and the kernel writes it [vkm2013]}}
      // expected-note @below {{pass different arrays, or write a kernel with one parameter for both}}
      vkm.call @kernel1D_Add(%a, %a, %b, %n) : (!vkm.ptr<si32>, !vkm.ptr<si32>, !vkm.ptr<si32>, si32) -> ()
    }
  }
}
