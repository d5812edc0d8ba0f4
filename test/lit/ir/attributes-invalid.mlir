// The attributes that operations have beside those of ODS: where they stand, and what they hold.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'vkm.func' op has the unknown attribute vkm.coment; the nearest is vkm.comment}}
vkm.func @f() attributes {vkm.coment = "twice"} {
}

// -----
// Far from all that there are.
// expected-error@+1 {{'vkm.func' op has the unknown attribute vkm.workgroups_per_multiprocessor}}
vkm.func @f() attributes {vkm.workgroups_per_multiprocessor = 2 : i32} {
}

// -----
// expected-error@+1 {{'builtin.module' op has the unknown attribute vkm.targets; the nearest is vkm.target}}
module attributes {vkm.targets = {}} {
}

// -----
// expected-error@+1 {{'vkm.func' op has the attribute vkm.written_for, which stands on vkm.shader}}
vkm.func @f() attributes {vkm.written_for = array<i32: 64, 1, 1>} {
}

// -----
// One that ODS has.
vkm.func @f(%n: ui32) {
  // expected-error@+1 {{'vkm.for' op attribute 'tile' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  vkm.for "j" = %n : ui32 attributes {tile = 0 : i64} cond (%j: !vkm.ref<ui32>) {
    %go = vkm.constant true
    vkm.yield %go : i1
  } step (%j: !vkm.ref<ui32>) {
  } body (%j: !vkm.ref<ui32>) {
  }
}

// -----
// expected-error@+1 {{'builtin.module' op attribute vkm.target holds a dictionary, not "vulkan13"}}
module attributes {vkm.phase = #vkm.phase<planned>, vkm.target = "vulkan13"} {
}

// -----
vkm.func @f(%n: ui32) {
  // expected-error@+1 {{'vkm.var' op has the attribute vkm.name, which stands on parameters and expressions}}
  %v = vkm.var "v" : !vkm.ref<ui32> = %n : ui32 {vkm.name = "w"}
}

// -----
// expected-error@+1 {{'vkm.func' op has the unknown attribute vkm.nam; the nearest is vkm.name}}
vkm.func @f(%n: si32 {vkm.nam = "n"}) {
}

// -----
// expected-error@+1 {{'vkm.func' op attribute vkm.name of parameter 1 holds a string, not 3 : i32}}
vkm.func @f(%n: si32, %m: si32 {vkm.name = 3 : i32}) {
}

// -----
// expected-error@+1 {{'vkm.func' op parameter 0 has the attribute vkm.comment, which stands on any operation}}
vkm.func @f(%n: si32 {vkm.comment = "the first"}) {
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.control' op attribute vkm.objects holds dictionaries of name, type and position, not [{name = "scene"}]}}
  vkm.control @Run() attributes {vkm.objects = [{name = "scene"}]} {
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.field' op attribute vkm.lent holds a dictionary of control, object and name, not {control = "Run"}}}
  vkm.field @m_n : si32 {vkm.lent = {control = "Run"}}
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.control' op attribute vkm.part of parameter 0 holds a dictionary of object and path, not {object = 0 : i32}}}
  vkm.control @Run(%n: si32 {vkm.part = {object = 0 : i32}}) {
  }
}

// -----
vkm.class @C namespaces [] header "c.h" {
  // expected-error@+1 {{'vkm.field' op attribute vkm.image holds a type of texels, not f32}}
  vkm.field @m_n : f32 {vkm.image = f32}
}

// -----
// Those without a prefix, in a module that has a phase.
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.control' op has the unknown attribute is_virtua; the nearest is is_virtual}}
    vkm.control @Run() attributes {is_virtua} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.control' op has the attribute assume_independent, which stands on vkm.kernel and vkm.commands}}
    vkm.control @Run() attributes {assume_independent} {
    }
  }
}

// -----
module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.class @C namespaces [] header "c.h" {
    // expected-error@+1 {{'vkm.control' op attribute is_const holds nothing (a unit), not "yes"}}
    vkm.control @Run() attributes {is_const = "yes"} {
    }
  }
}
