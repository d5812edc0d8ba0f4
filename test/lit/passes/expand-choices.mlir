// A reference to one of two places becomes branches: reads a vkm.select, writes and calls a vkm.if; parts are chosen
// among parts.
// RUN: vkmorph-opt %s --vkm-expand-choices | FileCheck %s

module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.record @Sample size 8 align 4 [#vkm.member<"t" : si32 at 0>, #vkm.member<"w" : si32 at 4>]
  vkm.func @raise(%x: !vkm.ref<si32> {vkm.name = "x"}) {
    %one = vkm.constant 1 : si32
    vkm.update add %x, %one : !vkm.ref<si32>, si32
  }
  // CHECK-LABEL: vkm.func @one
  vkm.func @one(%c: i1 {vkm.name = "c"}, %d: i1 {vkm.name = "d"}) -> si32 {
    %a = vkm.var "a" : !vkm.ref<!vkm.record<@Sample>>
    %b = vkm.var "b" : !vkm.ref<!vkm.record<@Sample>>
    %two = vkm.constant 2 : si32
    %chosen = vkm.choose %c, %a, %b : !vkm.ref<!vkm.record<@Sample>>
    // CHECK: %[[AT:.*]] = vkm.member %a["t"]
    // CHECK: %[[BT:.*]] = vkm.member %b["t"]
    // CHECK-NOT: vkm.choose
    %t = vkm.member %chosen["t"] : !vkm.ref<!vkm.record<@Sample>> -> !vkm.ref<si32>
    // CHECK: vkm.if %c attributes {vkm.comment = "warmer"} {
    // CHECK-NEXT: vkm.update mul %[[AT]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: vkm.update mul %[[BT]]
    vkm.update mul %t, %two : !vkm.ref<si32>, si32 {vkm.comment = "warmer"}
    // CHECK: vkm.if %c {
    // CHECK-NEXT: vkm.call @raise(%[[AT]])
    // CHECK-NEXT: } else {
    // CHECK-NEXT: vkm.call @raise(%[[BT]])
    vkm.call @raise(%t) : (!vkm.ref<si32>) -> ()
    // One of three: the outer choice first.
    %e = vkm.var "e" : !vkm.ref<si32>
    %inner = vkm.choose %d, %t, %e : !vkm.ref<si32>
    // CHECK: vkm.if %d {
    // CHECK-NEXT: vkm.if %c {
    // CHECK-NEXT: vkm.assign %[[AT]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: vkm.assign %[[BT]]
    // CHECK: } else {
    // CHECK-NEXT: vkm.assign %e
    vkm.assign %inner, %two : !vkm.ref<si32>
    // CHECK: vkm.select %c : si32 {
    // CHECK-NEXT: %[[READ:.*]] = vkm.load %[[AT]]
    // CHECK-NEXT: vkm.yield %[[READ]]
    %read = vkm.load %t : !vkm.ref<si32>
    vkm.return %read : si32
  }
}
