// A control function becomes two: one records, one computes what the function gives.
// RUN: vkmorph-opt --vkm-split-controls %s | FileCheck %s
// Functions that are split stay as they are.
// RUN: vkmorph-opt --vkm-split-controls --vkm-split-controls %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @Search_steps : si32 access protected {vkm.carried, vkm.local_name = "steps", vkm.local_of = "Search"}
    vkm.field @m_sum : si32 offset 0
    vkm.commands @Sum(%n: si32 {vkm.name = "n"}) attributes {
        display = "Sum", fields = {m_sum = #vkm.access<read_write>}, bindings = []} {
    }
    vkm.commands @Clear() attributes {display = "Clear", fields = {}, bindings = []} {
    }

    // int Total(int n) { const int half = n / 2; kernel1D_Sum(half); return m_sum * half; }
    // CHECK-LABEL: vkm.control @Total(%n: si32 {vkm.name = "n"}) {
    // CHECK-NEXT: vkm.constant 2
    // CHECK-NEXT: vkm.binary div
    // CHECK-NEXT: vkm.var "half"
    // CHECK-NEXT: vkm.load
    // CHECK-NEXT: vkm.cmd.run @Sum
    // CHECK-NEXT: }
    // CHECK-LABEL: vkm.control @Total.drop_in(%n: si32 {vkm.name = "n"}) -> si32 attributes {vkm.drop_in_of = @Total} {
    // CHECK-NEXT: vkm.constant 2
    // CHECK-NEXT: vkm.binary div
    // CHECK-NEXT: vkm.var "half"
    // CHECK-NEXT: vkm.run_recorded
    // CHECK-NEXT: vkm.field_ref @m_sum
    // CHECK: vkm.binary mul
    // CHECK-NEXT: vkm.return %{{.*}} : si32
    vkm.control @Total(%n: si32 {vkm.name = "n"}) -> si32 {
      %two = vkm.constant 2 : si32
      %quotient = vkm.binary div %n, %two : si32
      %half = vkm.var "half" : !vkm.ref<si32> = %quotient : si32
      %a = vkm.load %half : !vkm.ref<si32>
      vkm.cmd.run @Sum(%a) : si32
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %value = vkm.load %sum : !vkm.ref<si32>
      %b = vkm.load %half : !vkm.ref<si32>
      %total = vkm.binary mul %value, %b : si32
      vkm.return %total : si32
    }

    // A reference is a value to the commands; what it was at entry is kept where the call writes it first.
    // CHECK-LABEL: vkm.control @Next(%count: si32 {vkm.name = "count"}) {
    // CHECK-NEXT: %count_0 = vkm.var "count" : <si32> = %count : si32
    // CHECK: vkm.cmd.run @Sum
    // CHECK-NEXT: }
    // CHECK-LABEL: vkm.control @Next.drop_in(%count: !vkm.ref<si32> {vkm.name = "count"})
    // CHECK-NEXT: %[[OLD:.*]] = vkm.load %count
    // CHECK-NEXT: vkm.var const "countAtEntry" : <si32> = %[[OLD]] : si32 {vkm.at_entry = 0 : i32}
    // CHECK: vkm.update add %count
    // CHECK-NEXT: vkm.run_recorded
    // CHECK-NEXT: }
    vkm.control @Next(%count: !vkm.ref<si32> {vkm.name = "count"}) {
      %one = vkm.constant 1 : si32
      vkm.update add %count, %one : !vkm.ref<si32>, si32
      %n = vkm.load %count : !vkm.ref<si32>
      vkm.cmd.run @Sum(%n) : si32
      vkm.return
    }

    // What the object keeps is computed by the commands' host code alone.
    // CHECK-LABEL: vkm.control @Search(%n: si32 {vkm.name = "n"}) {
    // CHECK: vkm.cmd.read_back [@m_sum]
    // CHECK: vkm.assign %{{.*}} {vkm.on_host}
    // CHECK-LABEL: vkm.control @Search.drop_in
    // CHECK-NEXT: vkm.field_ref @Search_steps
    // CHECK-NEXT: vkm.run_recorded
    // CHECK-NEXT: vkm.load
    // CHECK-NEXT: vkm.return
    vkm.control @Search(%n: si32 {vkm.name = "n"}) -> si32 {
      vkm.cmd.run @Sum(%n) : si32
      vkm.cmd.read_back [@m_sum]
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %value = vkm.load %sum : !vkm.ref<si32>
      %steps = vkm.field_ref @Search_steps : !vkm.ref<si32>
      vkm.assign %steps, %value : !vkm.ref<si32> {vkm.on_host}
      vkm.cmd.run @Sum(%value) : si32
      %last = vkm.load %steps : !vkm.ref<si32>
      vkm.return %last : si32
    }
  }
}
