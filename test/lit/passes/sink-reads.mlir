// What reads a result of commands moves behind the last of them.
// RUN: vkmorph-opt --vkm-sink-reads %s | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_sum : si32 offset 0
    vkm.commands @Sum(%n: si32 {vkm.name = "n"}) attributes {
        display = "Sum", fields = {m_sum = #vkm.access<read_write>}, bindings = []} {
    }
    vkm.commands @Clear() attributes {display = "Clear", fields = {}, bindings = []} {
    }
    // Nothing to do.
    // CHECK-LABEL: vkm.control @Plain
    // CHECK-NEXT: vkm.cmd.run @Sum
    // CHECK-NEXT: vkm.cmd.run @Clear
    // CHECK-NEXT: vkm.field_ref
    // CHECK-NEXT: vkm.load
    // CHECK-NEXT: vkm.return
    vkm.control @Plain(%n: si32 {vkm.name = "n"}) -> si32 {
      vkm.cmd.run @Sum(%n) : si32
      vkm.cmd.run @Clear()
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %value = vkm.load %sum : !vkm.ref<si32>
      vkm.return %value : si32
    }

    // kernel1D_Sum(n); int kept = m_sum; kernel1D_Clear(); return kept;
    // CHECK-LABEL: vkm.control @Kept
    // CHECK-NEXT: vkm.cmd.run @Sum
    // CHECK-NEXT: vkm.field_ref
    // CHECK-NEXT: vkm.cmd.run @Clear
    // CHECK-NEXT: vkm.load
    // CHECK-NEXT: vkm.var "kept"
    // CHECK-NEXT: vkm.load
    // CHECK-NEXT: vkm.return
    vkm.control @Kept(%n: si32 {vkm.name = "n"}) -> si32 {
      vkm.cmd.run @Sum(%n) : si32
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %value = vkm.load %sum : !vkm.ref<si32>
      %kept = vkm.var "kept" : !vkm.ref<si32> = %value : si32
      vkm.cmd.run @Clear()
      %end = vkm.load %kept : !vkm.ref<si32>
      vkm.return %end : si32
    }

    // The last command changes what is read: it stays in front.
    // CHECK-LABEL: vkm.control @Changed
    // CHECK-NEXT: vkm.cmd.run @Sum
    // CHECK-NEXT: vkm.field_ref
    // CHECK-NEXT: vkm.load
    // CHECK-NEXT: vkm.var "kept"
    // CHECK-NEXT: vkm.cmd.run @Sum
    vkm.control @Changed(%n: si32 {vkm.name = "n"}) -> si32 {
      vkm.cmd.run @Sum(%n) : si32
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %value = vkm.load %sum : !vkm.ref<si32>
      %kept = vkm.var "kept" : !vkm.ref<si32> = %value : si32
      vkm.cmd.run @Sum(%n) : si32
      %end = vkm.load %kept : !vkm.ref<si32>
      vkm.return %end : si32
    }
  }
}
