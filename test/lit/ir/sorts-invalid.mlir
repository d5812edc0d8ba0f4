// What is no sort.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics
module {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Run(%keys: !vkm.ptr<const si32>, %n: ui32) {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.sort' op sorts elements that cannot be written}}
      vkm.sort "sort" %keys[%zero, %n] : !vkm.ptr<const si32>, ui32 {
      ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
        %0 = vkm.constant true
        vkm.yield %0 : i1
      }
    }
  }
}

// -----
module {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Run(%keys: !vkm.ptr<si32>, %n: ui32) {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.sort' op has a region of other values than two of type '!vkm.ref<si32>'}}
      vkm.sort "sort" %keys[%zero, %n] : !vkm.ptr<si32>, ui32 {
      ^bb0(%a: si32, %b: si32):
        %0 = vkm.cmp lt %a, %b : si32
        vkm.yield %0 : i1
      }
    }
  }
}

// -----
module {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Run(%keys: !vkm.ptr<si32>, %n: ui32) {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.sort' op the region must yield a value of type 'i1'}}
      vkm.sort "sort" %keys[%zero, %n] : !vkm.ptr<si32>, ui32 {
      ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
        vkm.yield %n : ui32
      }
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<normalised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Run(%keys: !vkm.ptr<si32>, %n: ui32) {
      %zero = vkm.constant 0 : ui32
      // expected-error@+1 {{'vkm.sort' op does not belong into the phase 'normalised'}}
      vkm.sort "sort" %keys[%zero, %n] : !vkm.ptr<si32>, ui32 {
      ^bb0(%a: !vkm.ref<si32>, %b: !vkm.ref<si32>):
        %0 = vkm.constant true
        vkm.yield %0 : i1
      }
    }
  }
}
