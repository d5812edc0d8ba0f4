// RUN: vkmorph-opt %s --split-input-file --verify-diagnostics

vkm.func @f(%n: si32) {
  // expected-error@+1 {{stands outside of a control function}}
  vkm.host ["f()"] () : () -> () {headers = []}
}

// -----

vkm.class @C namespaces [] header "c.h" {
  vkm.control @Run(%n: si32) {
    // expected-error@+1 {{has 1 pieces of text for 1 operands}}
    vkm.host ["f()"] (%n) : (si32) -> () {headers = []}
  }
}

// -----

vkm.class @C namespaces [] header "c.h" {
  vkm.control @Run() {
    // expected-error@+1 {{has several results}}
    %0:2 = vkm.host ["f()"] () : () -> (si32, si32) {headers = []}
  }
}
