// Recorded commands depend on nothing that changes, and on nothing that only the host knows.
// RUN: vkmorph-opt %s --split-input-file --verify-diagnostics --vkm-check-recorded

// Nothing is wrong: the drop-in form may read what the commands change.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_sum : si32 offset 0
    vkm.commands @Sum(%n: si32 {vkm.name = "n"}) attributes {
        display = "Sum", fields = {m_sum = #vkm.access<read_write>}, bindings = []} {
    }
    vkm.commands @Clear() attributes {display = "Clear", fields = {}, bindings = []} {
    }
    vkm.control @F(%n: si32 {vkm.name = "n"}) {
      vkm.cmd.run @Sum(%n) : si32
    }
    vkm.control @F.drop_in(%n: si32 {vkm.name = "n"}) -> si32 attributes {vkm.drop_in_of = @F} {
      vkm.run_recorded
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %value = vkm.load %sum : !vkm.ref<si32>
      vkm.return %value : si32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_sum : si32 offset 0
    vkm.commands @Sum(%n: si32 {vkm.name = "n"}) attributes {
        display = "Sum", fields = {m_sum = #vkm.access<read_write>}, bindings = []} {
    }
    vkm.commands @Clear() attributes {display = "Clear", fields = {}, bindings = []} {
    }
    vkm.control @F() {
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      // expected-remark @below {{control function 'F' reads 'm_sum' when its commands are recorded, and kernel 'Sum' changes it on the device: they are recorded anew in each call, since they would go by the old value [vkm3210, pieces]}}
      // expected-note @below {{pass the value as a parameter of the control function, or read the member in the kernel}}
      %value = vkm.load %sum : !vkm.ref<si32>
      vkm.cmd.run @Sum(%value) : si32
    }
    vkm.control @F.drop_in() attributes {vkm.drop_in_of = @F} {
      vkm.run_recorded
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_sum : si32 offset 0
    vkm.commands @Sum(%n: si32 {vkm.name = "n"}) attributes {
        display = "Sum", fields = {m_sum = #vkm.access<read_write>}, bindings = []} {
    }
    vkm.commands @Clear() attributes {display = "Clear", fields = {}, bindings = []} {
    }
    vkm.control @F(%n: si32 {vkm.name = "n"}) {
      %given = vkm.var "n" : !vkm.ref<si32> = %n : si32
      %value = vkm.load %given : !vkm.ref<si32>
      vkm.cmd.run @Sum(%value) : si32
    }
    vkm.control @F.drop_in(%n: !vkm.ref<si32> {vkm.name = "n"}) -> i1 attributes {vkm.drop_in_of = @F} {
      vkm.run_recorded
      // expected-remark @below {{commands of control function 'F' depend on the value of this expression, which is not known when they are submitted again: they are recorded anew in each call [vkm3212, pieces]}}
      // expected-note @below {{pass the value as a parameter of the control function}}
      %isSet = vkm.is_set %n : !vkm.ref<si32>
      vkm.return %isSet : i1
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_calls : si32
    vkm.func @next() -> si32 {
      // expected-error @below {{'next', which control functions call on the host, uses members or buffers [vkm3209]}}
      // expected-note @below {{read the members in the control function, and pass their values}}
      %calls = vkm.field_ref @m_calls : !vkm.ref<si32>
      %0 = vkm.load %calls : !vkm.ref<si32>
      vkm.return %0 : si32
    }
    vkm.control @F() {
    }
    vkm.control @F.drop_in() -> si32 attributes {vkm.drop_in_of = @F} {
      vkm.run_recorded
      %0 = vkm.call @next() : () -> si32
      vkm.return %0 : si32
    }
  }
}
