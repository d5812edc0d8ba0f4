// What clspv has no OpenCL C for is an error where it stands, with a code of its own.
// RUN: vkmorph-opt --vkm-raise-openclc --split-input-file --verify-diagnostics %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error @+2 {{member 'm_sum' is a double, which the OpenCL C of clspv does not have [vkm3120]}}
    // expected-note @+1 {{use float}}
    vkm.field @m_sum : f64 offset 0
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, class_data "ClassData" : none, read_write>]
        doc "Doubles." {
      %0 = vkm.field_ref @m_sum : !vkm.ref<f64>
      %1 = vkm.constant 1.0 : f64
      vkm.assign %0, %1 : !vkm.ref<f64>
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, read_write>]
        doc "Doubles in variables." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %one = vkm.constant 1.0 : f32
      // expected-error @+2 {{this value is a double, which the OpenCL C of clspv does not have [vkm3120]}}
      // expected-note @+1 {{use float}}
      %wide = vkm.cast %one : f32 to f64
      %x = vkm.var "x" : !vkm.ref<f64> = %wide : f64
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32 offset 0
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, class_data "ClassData" : none, read_write>]
        doc "Atomics of floats." {
      %0 = vkm.field_ref @m_sum : !vkm.ref<f32>
      %1 = vkm.constant 1.0 : f32
      // expected-error @+2 {{the OpenCL C of clspv has no atomic 'add' for float [vkm3121]}}
      // expected-note @+1 {{--finish=last-workgroup}}
      %2 = vkm.atomic add %0, %1 : !vkm.ref<f32>
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si64 offset 0
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, class_data "ClassData" : none, read_write>]
        doc "Atomics of 64 bits." {
      %0 = vkm.field_ref @m_sum : !vkm.ref<si64>
      %1 = vkm.constant 1 : si64
      // expected-error @+2 {{the OpenCL C of clspv has no atomic 'max' for integers of 64 bits [vkm3121]}}
      // expected-note @+1 {{--finish=last-workgroup}}
      %2 = vkm.atomic max %0, %1 : !vkm.ref<si64>
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, read_write>]
        doc "Subgroups." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %one = vkm.constant 1 : si32
      %sum = vkm.subgroup add %one : si32
      // expected-error @+2 {{the OpenCL C of clspv has no subgroup operation 'mul' on numbers [vkm3122]}}
      // expected-note @+1 {{--reduction=tree}}
      %product = vkm.subgroup mul %one : si32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : si64 offset 0
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, class_data "ClassData" : none, read_write>]
        doc "Compare and swap of 64 bits." {
      %0 = vkm.field_ref @m_sum : !vkm.ref<si64>
      %1 = vkm.constant 1 : si64
      // expected-error @+2 {{the OpenCL C of clspv has no atomic 'compare and swap' for integers of 64 bits [vkm3121]}}
      // expected-note @+1 {{--finish=last-workgroup}}
      %2 = vkm.compare_swap %0, %1, %1 : !vkm.ref<si64>
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, read_write>]
        doc "Subgroups of vectors." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %one = vkm.constant 1.0 : f32
      %ones = vkm.splat %one : f32 -> !vkm.vec<2 x f32>
      // expected-error @+2 {{the OpenCL C of clspv has no subgroup operation 'add' on vectors [vkm3122]}}
      // expected-note @+1 {{--reduction=tree}}
      %sum = vkm.subgroup add %ones : !vkm.vec<2 x f32>
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, read_write>]
        doc "Subgroups of bools." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %yes = vkm.constant true
      // expected-error @+2 {{the OpenCL C of clspv has no subgroup operation 'and' on bools [vkm3122]}}
      // expected-note @+1 {{--reduction=tree}}
      %all = vkm.subgroup and %yes : i1
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, read_write>]
        doc "Ballots." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      // expected-error @+2 {{the OpenCL C of clspv has no subgroup operation 'ballot' on conditions [vkm3122]}}
      // expected-note @+1 {{--reduction=tree}}
      %count = vkm.active_threads count : ui32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, read_write>]
        doc "Shuffles." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %one = vkm.constant 1 : ui32
      // expected-error @+2 {{the OpenCL C of clspv has no subgroup operation 'shuffle_xor' on numbers [vkm3122]}}
      // expected-note @+1 {{--reduction=tree}}
      %theirs = vkm.subgroup_exchange %one by %one : ui32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.shader @k kernel "k" local_size [64, 1, 1] bindings [#vkm.binding<0, parameter "data" : si32, read_write>]
        doc "The first of a subgroup." {
      %data = vkm.buffer "data" : !vkm.ptr<si32>
      %one = vkm.constant 1 : ui32
      // expected-error @+2 {{the OpenCL C of clspv has no subgroup operation 'broadcast_first' on conditions [vkm3122]}}
      // expected-note @+1 {{--reduction=tree}}
      %first = vkm.subgroup_first %one : ui32
    }
  }
}
