// What the verifiers of classes behind an interface, and of virtual calls, reject.
// RUN: vkmorph-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{'vkm.hierarchy' op is of no record: @Nothing}}
vkm.hierarchy @objects record @Nothing {
  vkm.object_class @A cpp "A" in "a.h" parts []
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : f32 at 0>]
// expected-error@+1 {{'vkm.hierarchy' op is of a record whose first member is not "type" of type ui32}}
vkm.hierarchy @objects record @I {
  vkm.object_class @A cpp "A" in "a.h" parts []
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
// expected-error@+1 {{'vkm.hierarchy' op has no class}}
vkm.hierarchy @objects record @I {
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
vkm.hierarchy @objects record @I {
  vkm.object_class @A cpp "A" in "a.h" parts []
  // expected-error@+1 {{'vkm.func' op stands in a hierarchy of classes}}
  vkm.func @f() {
    vkm.return
  }
}

// -----

vkm.record @I size 8 align 4 [#vkm.member<"type" : ui32 at 0>, #vkm.member<"a" : f32 at 4>]
vkm.hierarchy @objects record @I {
  // expected-error@+1 {{'vkm.object_class' op has a part that is not a member, a class and a name: ["a", "A"]}}
  vkm.object_class @A cpp "A" in "a.h" parts [["a", "A"]]
}

// -----

vkm.record @I size 8 align 4 [#vkm.member<"type" : ui32 at 0>, #vkm.member<"a" : f32 at 4>]
vkm.hierarchy @objects record @I {
  // expected-error@+1 {{'vkm.object_class' op has a part that is no member of the record: b}}
  vkm.object_class @A cpp "A" in "a.h" parts [["b", "A", "m_b"]]
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
vkm.hierarchy @objects record @I {
  // expected-error@+1 {{'vkm.object_class' op has an owner that is not a class and a name: ["A", "m_scene", "Scene"]}}
  vkm.object_class @A cpp "A" in "a.h" parts [] owners [["A", "m_scene", "Scene"]]
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
vkm.hierarchy @objects record @I {
  vkm.object_class @A cpp "A" in "a.h" parts []
  vkm.object_class @B cpp "B" in "b.h" parts []
  // expected-error@+1 {{'vkm.overriders' op has 1 functions for 2 classes}}
  vkm.overriders @f [@A_f]
}
vkm.func @A_f(%self: !vkm.record<@I>) {
  vkm.return
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
vkm.hierarchy @objects record @I {
  vkm.object_class @A cpp "A" in "a.h" parts []
  // expected-error@+1 {{'vkm.overriders' op names no function: @A_f}}
  vkm.overriders @f [@A_f]
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
vkm.hierarchy @objects record @I {
  vkm.object_class @A cpp "A" in "a.h" parts []
  vkm.object_class @B cpp "B" in "b.h" parts []
  // expected-error@+1 {{'vkm.overriders' op has functions of different types: @B_f}}
  vkm.overriders @f [@A_f, @B_f]
}
vkm.func @A_f(%self: !vkm.record<@I>) {
  vkm.return
}
vkm.func @B_f(%self: !vkm.record<@I>, %x: f32) {
  vkm.return
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
vkm.hierarchy @objects record @I {
  vkm.object_class @A cpp "A" in "a.h" parts []
  vkm.overriders @f [@A_f]
}
vkm.func @A_f(%self: !vkm.record<@I>) {
  vkm.return
}
vkm.func @g(%self: !vkm.record<@I>) {
  // expected-error@+1 {{'vkm.virtual_call' op calls no table of overriders: @objects::@nothing}}
  vkm.virtual_call @objects::@nothing(%self) : (!vkm.record<@I>) -> ()
  vkm.return
}

// -----

vkm.record @I size 4 align 4 [#vkm.member<"type" : ui32 at 0>]
vkm.hierarchy @objects record @I {
  vkm.object_class @A cpp "A" in "a.h" parts []
  vkm.overriders @f [@A_f]
}
vkm.func @A_f(%self: !vkm.record<@I>) -> f32 {
  %0 = vkm.constant 1.0 : f32
  vkm.return %0 : f32
}
vkm.func @g(%self: !vkm.record<@I>) {
  // expected-error@+1 {{'vkm.virtual_call' op does not fit the callee's type}}
  vkm.virtual_call @objects::@f(%self) : (!vkm.record<@I>) -> ()
  vkm.return
}
