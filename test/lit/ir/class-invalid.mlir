// What the verifiers of classes, records and functions reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

vkm.class @A namespaces [] header "a.h" {
}
// expected-error@+1 {{'vkm.class' op is the module's second class}}
vkm.class @B namespaces [] header "b.h" {
}

// -----
// expected-error@+1 {{'vkm.record' op has two members named "x"}}
vkm.record @P size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"x" : f32 at 4>]

// -----
// expected-error@+1 {{'vkm.record' op member "y" overlaps the member before it}}
vkm.record @P size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f32 at 2>]

// -----
// expected-error@+1 {{'vkm.record' op member "y" ends beyond the record's size}}
vkm.record @P size 8 align 4 [#vkm.member<"x" : f32 at 0>, #vkm.member<"y" : f64 at 4>]

// -----
// A struct inside of another counts with its own size.
vkm.record @Inner size 12 align 4 [#vkm.member<"v" : !vkm.array<3 x f32> at 0>]
// expected-error@+1 {{'vkm.record' op member "z" overlaps the member before it}}
vkm.record @Outer size 16 align 4 [#vkm.member<"in" : !vkm.record<@Inner> at 0>, #vkm.member<"z" : f32 at 8>]

// -----
// expected-error@+1 {{'vkm.field' op expects parent op 'vkm.class'}}
vkm.field @m_sum : si32

// -----
// expected-error@+1 {{'vkm.func' op has more than one result}}
vkm.func @f() -> (f32, f32) {
}

// -----
// expected-error@+1 {{'vkm.func' op thread_index names no integer parameter: 1}}
vkm.func @kernel_Set(%tid: ui32, %x: f32) attributes {thread_index = array<i32: 0, 1>} {
}

// -----
// expected-error@+1 {{'vkm.func' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
"vkm.func"() <{sym_name = "f", function_type = () -> ()}> ({}) : () -> ()

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.kernel' op requires attribute 'dims'}}
  vkm.kernel @kernel1D_F() {
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.kernel' op needs an attribute dims of 1, 2 or 3}}
  vkm.kernel @kernel4D_F() attributes {dims = 4 : i32} {
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.kernel' op returns nothing}}
  vkm.kernel @kernel1D_F() -> f32 attributes {dims = 1 : i32} {
  }
}

// -----
// expected-error@+1 {{'vkm.kernel' op expects parent op 'vkm.class'}}
vkm.kernel @kernel1D_F() attributes {dims = 1 : i32} {
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.control' op has more than one result}}
  vkm.control @Run() -> (f32, f32) {
  }
}

// -----
// expected-error@+1 {{'vkm.control' op expects parent op 'vkm.class'}}
vkm.control @Run() {
}

// -----
vkm.func @f(%p: !vkm.ptr<f32>, %n: ui32) {
  // expected-error@+1 {{'vkm.extent' op stands at the top of a kernel or control function}}
  vkm.extent %p : !vkm.ptr<f32> {
    vkm.yield %n : ui32
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.control @Run(%p: !vkm.ptr<f32>, %x: f32) {
    // expected-error@+1 {{'vkm.extent' op count must yield an integer}}
    vkm.extent %p : !vkm.ptr<f32> {
      vkm.yield %x : f32
    }
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  vkm.control @Run(%p: !vkm.ptr<f32>) {
    // expected-error@+1 {{'vkm.extent' op expects a non-empty block}}
    vkm.extent %p : !vkm.ptr<f32> {
    }
  }
}

// -----
// The pointer has to be a parameter; no operation of a class's control functions makes one.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.control @Run(%n: ui32) {
      %p = builtin.unrealized_conversion_cast to !vkm.ptr<f32>
      // expected-error@+1 {{'vkm.extent' op is about a parameter}}
      vkm.extent %p : !vkm.ptr<f32> {
        vkm.yield %n : ui32
      }
    }
  }
}
