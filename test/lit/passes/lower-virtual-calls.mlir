// Virtual calls become calls of a function with a switch over the class, or of the only overrider.
// RUN: vkmorph-opt --vkm-lower-virtual-calls %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.record @I size 8 align 4 [#vkm.member<"type" : ui32 at 0>, #vkm.member<"A_x" : f32 at 4>]
  // The host packs objects by the classes; tables are gone.
  // CHECK: vkm.hierarchy @I_objects record @I {
  // CHECK-NEXT: vkm.object_class @A
  // CHECK-NEXT: vkm.object_class @B
  // CHECK-NEXT: vkm.object_class @C
  // CHECK-NEXT: }
  vkm.hierarchy @I_objects record @I {
    vkm.object_class @A cpp "n::A" in "a.h" parts [["A_x", "n::A", "m_x"]]
    vkm.object_class @B cpp "B" in "a.h" parts []
    vkm.object_class @C cpp "C" in "a.h" parts []
    vkm.overriders @f [@A_f, @B_f, @A_f]
    vkm.overriders @g [@B_g, @B_g, @B_g]
    vkm.overriders @set [@A_set, @A_set, @C_set]
    vkm.overriders @h [@C_h, @A_f, @A_f]
  }
  vkm.func @A_f(%self: !vkm.record<@I> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 {
    vkm.return %x : f32
  }
  vkm.func @B_f(%self: !vkm.record<@I> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 {
    %x2 = vkm.binary add %x, %x : f32
    vkm.return %x2 : f32
  }
  // Classes with the same overrider share a case, the last one needs no label.
  // CHECK: vkm.func @f(%[[SELF:.*]]: !vkm.record<@I> {vkm.name = "self"}, %[[X:.*]]: f32 {vkm.name = "x"}) -> f32 attributes {vkm.comment = "Runs f of the class that self is of: n::A (1), B (2), C (3).", vkm.dispatches = "I"} {
  // CHECK-NEXT: %[[TYPE:.*]] = vkm.extract %[[SELF]]["type"]
  // CHECK-NEXT: vkm.switch %[[TYPE]]
  // CHECK-SAME: [1, 3]
  // CHECK: vkm.call @A_f(%[[SELF]], %[[X]])
  // CHECK: vkm.return
  // CHECK: vkm.call @B_f(%[[SELF]], %[[X]])
  // CHECK: vkm.return
  vkm.func @B_g(%self: !vkm.record<@I> {vkm.name = "self"}) -> f32 {
    %0 = vkm.constant 1.0 : f32
    vkm.return %0 : f32
  }
  vkm.func @A_set(%self: !vkm.record<@I> {vkm.name = "self"}, %x: !vkm.ref<f32> {vkm.name = "x"}) {
    %0 = vkm.constant 1.0 : f32
    vkm.assign %x, %0 : !vkm.ref<f32>
    vkm.return
  }
  vkm.func @C_set(%self: !vkm.record<@I> {vkm.name = "self"}, %x: !vkm.ref<f32> {vkm.name = "x"}) {
    vkm.return
  }
  // Another function has the name of this table.
  // CHECK: vkm.func @set_2(%{{.*}}: !vkm.record<@I> {{.*}}, %[[PLACE:.*]]: !vkm.ref<f32> {vkm.name = "x"})
  // CHECK: vkm.call @A_set(%{{.*}}, %[[PLACE]])
  // CHECK: vkm.break
  // CHECK: vkm.call @C_set(%{{.*}}, %[[PLACE]])
  // CHECK: vkm.break
  // CHECK: vkm.func @set(
  vkm.func @set(%m: !vkm.record<@I> {vkm.name = "m"}, %x: f32 {vkm.name = "x"}) -> f32 {
    // CHECK: %[[F:.*]] = vkm.call @f(
    %f = vkm.virtual_call @I_objects::@f(%m, %x) : (!vkm.record<@I>, f32) -> f32
    // CHECK: vkm.call @B_g(
    %g = vkm.virtual_call @I_objects::@g(%m) : (!vkm.record<@I>) -> f32
    %y = vkm.var "y" : !vkm.ref<f32> = %f : f32
    // CHECK: vkm.call @set_2(
    vkm.virtual_call @I_objects::@set(%m, %y) : (!vkm.record<@I>, !vkm.ref<f32>) -> ()
    // CHECK: vkm.call @f(
    %again = vkm.virtual_call @I_objects::@f(%m, %g) : (!vkm.record<@I>, f32) -> f32
    vkm.return %again : f32
  }
  vkm.class @C namespaces [] header "c.h" {
    // Those that read vectors of objects stand in the class, and then what calls them, too.
    // CHECK: vkm.func @C_h(
    // CHECK: vkm.func @h(%{{.*}}: !vkm.record<@I>
    // CHECK: vkm.call @C_h(
    // CHECK: vkm.call @A_f(
    // CHECK: vkm.func @user(
    // CHECK: vkm.call @h(
    vkm.func @C_h(%self: !vkm.record<@I> {vkm.name = "self"}, %x: f32 {vkm.name = "x"}) -> f32 {
      vkm.return %x : f32
    }
    vkm.func @user(%m: !vkm.record<@I> {vkm.name = "m"}, %x: f32 {vkm.name = "x"}) -> f32 {
      %h = vkm.virtual_call @I_objects::@h(%m, %x) : (!vkm.record<@I>, f32) -> f32
      vkm.return %h : f32
    }
  }
}
