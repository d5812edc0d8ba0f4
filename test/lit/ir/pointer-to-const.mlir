// A pointer may become a pointer to const at a call, never the other way round.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics | FileCheck %s

vkm.class @C namespaces [] header "c.h" {
  vkm.kernel @kernel1D_Read(%data: !vkm.ptr<const f32> {vkm.name = "data"}) attributes {dims = 1 : i32} {
  }
  vkm.control @Run(%data: !vkm.ptr<f32> {vkm.name = "data"}) {
    // CHECK: vkm.call @kernel1D_Read(%{{.*}}) : (!vkm.ptr<f32>) -> ()
    vkm.call @kernel1D_Read(%data) : (!vkm.ptr<f32>) -> ()
  }
}

// -----

vkm.class @C namespaces [] header "c.h" {
  vkm.kernel @kernel1D_Write(%data: !vkm.ptr<f32> {vkm.name = "data"}) attributes {dims = 1 : i32} {
  }
  vkm.control @Run(%data: !vkm.ptr<const f32> {vkm.name = "data"}) {
    // expected-error @+1 {{does not fit the callee's type}}
    vkm.call @kernel1D_Write(%data) : (!vkm.ptr<const f32>) -> ()
  }
}
