// Members come back where host code between commands reads them.
// RUN: vkmorph-opt --vkm-read-between %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    // A number that what follows the last command needs is kept in the object.
    // CHECK: vkm.field @Search_steps : si32 access protected {vkm.carried, vkm.local_name = "steps", vkm.local_of = "Search"}
    // CHECK-NOT: vkm.field @Plain
    vkm.field @m_sum : si32 offset 0
    vkm.commands @Sum(%n: si32 {vkm.name = "n"}) attributes {
        display = "Sum", fields = {m_sum = #vkm.access<read_write>}, bindings = []} {
    }
    vkm.commands @Clear() attributes {display = "Clear", fields = {}, bindings = []} {
    }
    // Nothing to do: the host looks when all commands have run.
    // CHECK-LABEL: vkm.control @Plain
    // CHECK-NOT: read_back
    // CHECK: vkm.return
    vkm.control @Plain(%n: si32 {vkm.name = "n"}) -> si32 {
      %twice = vkm.binary add %n, %n : si32
      %count = vkm.var "count" : !vkm.ref<si32> = %twice : si32
      vkm.cmd.run @Sum(%n) : si32
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %value = vkm.load %sum : !vkm.ref<si32>
      %c = vkm.load %count : !vkm.ref<si32>
      %end = vkm.binary add %value, %c : si32
      vkm.return %end : si32
    }

    // CHECK-LABEL: vkm.control @Search
    // CHECK: %[[STEPS:.*]] = vkm.field_ref @Search_steps
    // CHECK-NEXT: vkm.assign %[[STEPS]], %{{.*}} {vkm.on_host}
    // CHECK: vkm.cmd.run @Sum
    // CHECK-NEXT: vkm.field_ref @m_sum
    // CHECK-NEXT: vkm.cmd.read_back [@m_sum]
    // CHECK-NEXT: vkm.load
    // CHECK: vkm.update add %{{.*}} {vkm.on_host}
    // CHECK: vkm.load
    // CHECK-NEXT: vkm.assign %found
    vkm.control @Search(%n: si32 {vkm.name = "n"}, %found: !vkm.ref<si32> {vkm.name = "found"}) {
      %zero = vkm.constant 0 : si32
      %steps = vkm.var "steps" : !vkm.ref<si32> = %zero : si32
      vkm.while {
        %s = vkm.load %steps : !vkm.ref<si32>
        %more = vkm.cmp lt %s, %n : si32
        vkm.yield %more : i1
      } do {
        vkm.cmd.run @Sum(%n) : si32
        %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
        %value = vkm.load %sum : !vkm.ref<si32>
        %done = vkm.cmp lt %value, %n : si32
        vkm.if %done {
          vkm.break
        }
        %one = vkm.constant 1 : si32
        vkm.update add %steps, %one : !vkm.ref<si32>, si32
      }
      %last = vkm.load %steps : !vkm.ref<si32>
      vkm.assign %found, %last : !vkm.ref<si32>
    }
  }
}
