// Faults of commands and transfers where the first choice, a buffer that is read and written, does not exist.
// RUN: not vkmorph-opt %s -split-input-file -vkm-mistranslate=kind=lose-upload 2>/dev/null | FileCheck %s --check-prefix=UPLOAD
// RUN: not vkmorph-opt %s -split-input-file -vkm-mistranslate=kind=lose-readback 2>/dev/null | FileCheck %s --check-prefix=READBACK
// RUN: not vkmorph-opt %s -split-input-file -vkm-mistranslate=kind=swap-bindings 2>/dev/null | FileCheck %s --check-prefix=SWAP
// RUN: not vkmorph-opt %s -split-input-file -vkm-mistranslate=kind=lose-upload 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: class 'Unknown' has no operation to which the fault 'lose-upload' applies

// A buffer that is only read counts as empty; members that are written count as read.
// UPLOAD-LABEL: vkm.class @Reads
// UPLOAD: vkm.extent %x
// UPLOAD-NEXT: %[[ZERO:.*]] = vkm.constant 0 : ui32
// UPLOAD-NEXT: vkm.yield %[[ZERO]]
// READBACK-LABEL: vkm.class @Reads
// READBACK: fields = {m_a = #vkm.access<read>, m_b = #vkm.access<read>}
// SWAP-LABEL: vkm.class @Reads
// SWAP: vkm.shader {{.*}}#vkm.binding<1, parameter "x" {{.*}}#vkm.binding<0, class_data
// SWAP: vkm.commands {{.*}}#vkm.binding<0, parameter "x" {{.*}}#vkm.binding<1, class_data
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Reads namespaces [] header "c.h" {
    vkm.field @m_a : si32 offset 0
    vkm.field @m_b : si32 offset 4
    vkm.shader @kernel1D_A kernel "kernel1D_A" local_size [1, 1, 1] bindings [#vkm.binding<0, parameter "x" : si32, read>, #vkm.binding<1, class_data "ClassData" : none, read_write>] doc "" {
      %x = vkm.buffer "x" : !vkm.ptr<const si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "kernel1D_A", bindings = [#vkm.binding<0, parameter "x" : si32, read>, #vkm.binding<1, class_data "ClassData" : none, read_write>], fields = {m_a = #vkm.access<read>, m_b = #vkm.access<read_write>}} {
    }
    vkm.control @Run(%x: !vkm.ptr<const si32> {vkm.name = "x"}, %n: ui32 {vkm.name = "n"}) {
      vkm.extent %x : !vkm.ptr<const si32> {
        vkm.yield %n : ui32
      }
      vkm.cmd.bind @A_commands site 0 (%x) : !vkm.ptr<const si32>
      vkm.cmd.run @A_commands()
    }
  }
}

// -----

// Without a buffer, members count as overwritten.
// UPLOAD-LABEL: vkm.class @Members
// UPLOAD: overwritten = ["m_a"]
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Members namespaces [] header "c.h" {
    vkm.field @m_a : si32 offset 0
    vkm.commands @A_commands() attributes {display = "A", kernel = "kernel1D_A", bindings = [], fields = {m_a = #vkm.access<read_write>}} {
    }
    vkm.control @Run() {
      vkm.cmd.bind @A_commands site 0 ()
      vkm.cmd.run @A_commands()
    }
  }
}

// -----

// A buffer of a launch in a loop.
// UPLOAD-LABEL: vkm.class @Loop
// UPLOAD: vkm.control @Run(%x: !vkm.ptr<si32> {vkm.name = "x", vkm.overwritten}
// READBACK-LABEL: vkm.class @Loop
// READBACK: vkm.commands {{.*}}#vkm.binding<0, parameter "x" : si32, read>
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Loop namespaces [] header "c.h" {
    vkm.shader @kernel1D_A kernel "kernel1D_A" local_size [1, 1, 1] bindings [#vkm.binding<0, parameter "x" : si32, read_write>] doc "" {
      %x = vkm.buffer "x" : !vkm.ptr<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "kernel1D_A", bindings = [#vkm.binding<0, parameter "x" : si32, read_write>], fields = {}} {
    }
    vkm.control @Run(%x: !vkm.ptr<si32> {vkm.name = "x"}, %n: si32 {vkm.name = "n"}) {
      vkm.extent %x : !vkm.ptr<si32> {
        vkm.yield %n : si32
      }
      %zero = vkm.constant 0 : si32
      vkm.for "k" = %zero : si32 cond (%k: !vkm.ref<si32>) {
        %at = vkm.load %k : !vkm.ref<si32>
        %more = vkm.cmp lt %at, %n : si32
        vkm.yield %more : i1
      } step (%k: !vkm.ref<si32>) {
        %one = vkm.constant 1 : si32
        vkm.update add %k, %one : !vkm.ref<si32>, si32
      } body (%k: !vkm.ref<si32>) {
        vkm.cmd.bind @A_commands site 0 (%x) : !vkm.ptr<si32>
        vkm.cmd.run @A_commands()
      }
    }
  }
}

// -----

// A call with host arrays throws where it is not known how long one is: there is nothing to lose.
// UPLOAD-NOT: vkm.class @Unknown
// READBACK-NOT: vkm.class @Unknown
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Unknown namespaces [] header "c.h" {
    vkm.field @m_a : si32 offset 0
    vkm.shader @kernel1D_A kernel "kernel1D_A" local_size [1, 1, 1] bindings [#vkm.binding<0, parameter "x" : si32, read_write>] doc "" {
      %x = vkm.buffer "x" : !vkm.ptr<si32>
    }
    vkm.commands @A_commands() attributes {display = "A", kernel = "kernel1D_A", bindings = [#vkm.binding<0, parameter "x" : si32, read_write>], fields = {m_a = #vkm.access<read_write>}} {
    }
    vkm.control @Run(%x: !vkm.ptr<si32> {vkm.name = "x"}) {
      vkm.cmd.bind @A_commands site 0 (%x) : !vkm.ptr<si32>
      vkm.cmd.run @A_commands()
    }
  }
}
