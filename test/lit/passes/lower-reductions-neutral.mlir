// What a thread without iterations contributes: the value that changes nothing.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-lower-kernels | FileCheck %s

// add of si32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0 : si32
    // CHECK-NEXT: vkm.var "mLocal" : <si32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m, %v : si32
      }
    }
  }
}

// -----

// min of si32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 2147483647 : si32
    // CHECK-NEXT: vkm.var "mLocal" : <si32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce min @m, %v : si32
      }
    }
  }
}

// -----

// max of si32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant -2147483648 : si32
    // CHECK-NEXT: vkm.var "mLocal" : <si32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce max @m, %v : si32
      }
    }
  }
}

// -----

// add of ui32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : ui32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0 : ui32
    // CHECK-NEXT: vkm.var "mLocal" : <ui32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        %v = vkm.load %p : !vkm.ref<ui32>
        vkm.reduce add @m, %v : ui32
      }
    }
  }
}

// -----

// min of ui32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : ui32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 4294967295 : ui32
    // CHECK-NEXT: vkm.var "mLocal" : <ui32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        %v = vkm.load %p : !vkm.ref<ui32>
        vkm.reduce min @m, %v : ui32
      }
    }
  }
}

// -----

// max of ui32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : ui32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0 : ui32
    // CHECK-NEXT: vkm.var "mLocal" : <ui32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<ui32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<ui32>, si32 -> !vkm.ref<ui32>
        %v = vkm.load %p : !vkm.ref<ui32>
        vkm.reduce max @m, %v : ui32
      }
    }
  }
}

// -----

// min of si64
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si64
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 9223372036854775807 : si64
    // CHECK-NEXT: vkm.var "mLocal" : <si64> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si64> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si64>, si32 -> !vkm.ref<si64>
        %v = vkm.load %p : !vkm.ref<si64>
        vkm.reduce min @m, %v : si64
      }
    }
  }
}

// -----

// max of si64
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : si64
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant -9223372036854775808 : si64
    // CHECK-NEXT: vkm.var "mLocal" : <si64> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<si64> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<si64>, si32 -> !vkm.ref<si64>
        %v = vkm.load %p : !vkm.ref<si64>
        vkm.reduce max @m, %v : si64
      }
    }
  }
}

// -----

// min of ui64
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : ui64
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 18446744073709551615 : ui64
    // CHECK-NEXT: vkm.var "mLocal" : <ui64> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<ui64> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<ui64>, si32 -> !vkm.ref<ui64>
        %v = vkm.load %p : !vkm.ref<ui64>
        vkm.reduce min @m, %v : ui64
      }
    }
  }
}

// -----

// add of f32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0.000000e+00 : f32
    // CHECK-NEXT: vkm.var "mLocal" : <f32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce add @m, %v : f32
      }
    }
  }
}

// -----

// min of f32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0x7F800000 : f32
    // CHECK-NEXT: vkm.var "mLocal" : <f32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce min @m, %v : f32
      }
    }
  }
}

// -----

// max of f32
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f32
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0xFF800000 : f32
    // CHECK-NEXT: vkm.var "mLocal" : <f32> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<f32>, si32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce max @m, %v : f32
      }
    }
  }
}

// -----

// add of f64
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f64
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0.000000e+00 : f64
    // CHECK-NEXT: vkm.var "mLocal" : <f64> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<f64>, si32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce add @m, %v : f64
      }
    }
  }
}

// -----

// min of f64
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f64
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0x7FF0000000000000 : f64
    // CHECK-NEXT: vkm.var "mLocal" : <f64> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<f64>, si32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce min @m, %v : f64
      }
    }
  }
}

// -----

// max of f64
module attributes {vkm.phase = #vkm.phase<planned>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m : f64
    // CHECK: vkm.shader
    // CHECK: %[[NEUTRAL:.*]] = vkm.constant 0xFFF0000000000000 : f64
    // CHECK-NEXT: vkm.var "mLocal" : <f64> = %[[NEUTRAL]]
    vkm.kernel @kernel1D_K(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) attributes {
          elements_per_thread = 1 : i32, max_workgroups = array<i32: 8, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>, workgroup_size = array<i32: 256, 1, 1>} {
        %p = vkm.deref %a[%i] : !vkm.ptr<f64>, si32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce max @m, %v : f64
      }
    }
  }
}
