// Host code of control functions sees nothing of what commands will compute.
// RUN: vkmorph-opt %s --split-input-file --verify-diagnostics --vkm-check-host-code

// Nothing is wrong: what follows the last command may read, and a member that came back may be read before.
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_sum : si32 offset 0
    vkm.commands @Sum(%n: si32 {vkm.name = "n"}) attributes {
        display = "Sum", fields = {m_sum = #vkm.access<read_write>}, bindings = []} {
    }
    vkm.commands @Clear() attributes {display = "Clear", fields = {}, bindings = []} {
    }
    vkm.control @F(%n: si32 {vkm.name = "n"}) -> si32 {
      vkm.cmd.run @Sum(%n) : si32
      vkm.cmd.read_back [@m_sum]
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %before = vkm.load %sum : !vkm.ref<si32>
      vkm.cmd.run @Sum(%before) : si32
      %after = vkm.load %sum : !vkm.ref<si32>
      vkm.return %after : si32
    }
    vkm.control @G(%n: si32 {vkm.name = "n"}) {
      %c = vkm.cmp lt %n, %n : si32
      vkm.cmd.run @Clear()
      vkm.if %c {
        vkm.return
      }
      vkm.cmd.run @Clear()
      vkm.return
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
      vkm.cmd.run @Sum(%n) : si32
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      // expected-remark @below {{control function 'F' reads 'm_sum' after kernel 'Sum' has written it on the device: what has been recorded so far runs, and the host waits [vkm3205, pieces]}}
      // expected-note @below {{compute with it in a kernel, or read it after the last kernel, for the value that the function returns}}
      %value = vkm.load %sum : !vkm.ref<si32>
      vkm.cmd.run @Sum(%value) : si32
    }
  }
}

// -----

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.func @helper() -> f32 {
    %0 = vkm.constant 1.0 : f32
    vkm.return %0 : f32
  }
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_sum : si32 offset 0
    vkm.field @m_calls : si32
    vkm.commands @K(%n: si32 {vkm.name = "n"}) attributes {
        kernel = "kernel1D_K", display = "K", fields = {m_sum = #vkm.access<write>}, bindings = []} {
    }
    vkm.control @F(%p: !vkm.ptr<si32> {vkm.name = "p"}, %n: si32 {vkm.name = "n"}) -> si32 {
      %calls = vkm.field_ref @m_calls : !vkm.ref<si32>
      // expected-error @below {{control function 'F' assigns 'm_calls' in a way that stays on the host; commands are recorded once and submitted many times [vkm3207]}}
      // expected-note @below {{assign members from numbers and other members, or in a kernel; parameters into a variable of their own}}
      vkm.assign %calls, %n : !vkm.ref<si32>
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %before = vkm.load %sum : !vkm.ref<si32>
      vkm.cmd.run @K(%before) : si32
      vkm.cmd.read_back [@m_sum]
      %after = vkm.load %sum : !vkm.ref<si32>
      %c = vkm.cmp lt %after, %n : si32
      vkm.if %c {
        // expected-remark @below {{control function 'F' returns a value here, after kernels have been launched and before its end: its commands are recorded anew in each call [vkm3208, pieces]}}
        // expected-note @below {{return at the end of the function, or before the first kernel}}
        vkm.return %n : si32
      }
      // expected-error @below {{control function 'F' accesses elements of 'p', which only kernels can: the recorded form has no host memory for it [vkm3206]}}
      // expected-note @below {{access it in a kernel, or pass the value as a parameter}}
      %e = vkm.deref %p[%n] : !vkm.ptr<si32>, si32 -> !vkm.ref<si32>
      %first = vkm.load %e : !vkm.ref<si32>
      vkm.cmd.run @K(%first) : si32
      %last = vkm.load %sum : !vkm.ref<si32>
      vkm.return %last : si32
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
      vkm.cmd.run @Clear()
      // expected-remark @below {{control function 'F' reads a clock between its kernels: what has been recorded so far runs, and the host waits [vkm3211, pieces]}}
      // expected-note @below {{read it before the first kernel and after the last one}}
      %now = vkm.host ["clock()"] () : () -> si64 {headers = ["<ctime>"], timing}
      vkm.cmd.run @Clear()
    }
    vkm.control @Inside(%c: i1 {vkm.name = "c"}) {
      vkm.if %c {
        vkm.cmd.run @Clear()
        // expected-remark @below {{control function 'Inside' reads a clock between its kernels}}
        // expected-note @below {{read it before the first kernel and after the last one}}
        %now = vkm.host ["clock()"] () : () -> si64 {headers = ["<ctime>"], timing}
      }
    }
  }
}
