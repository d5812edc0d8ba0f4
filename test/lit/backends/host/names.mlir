// Names: a nested class, enumerations, parameters that are called like members or like the printer's own locals, locals
// that inlining brought twice, functions that host code calls.
// RUN: %python %S/Inputs/compile_host.py %s %t %src_root/runtime/include
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/outer_generated.h
// RUN: FileCheck %s --input-file=%t/outer_generated.cpp

// HEADER: /// An Inner whose control functions run on a Vulkan device. Not copyable.
// HEADER-NEXT: class Inner_Generated : public Outer::Inner {
// HEADER: using Outer::Inner::Inner;
// HEADER-NEXT: ~Inner_Generated() override;
// HEADER: virtual void TwiceCmd(VkCommandBuffer cmd, int call, int record, int m_first);
// HEADER: using Outer::Inner::Twice;
// HEADER: deep::Mode Choose(uint32_t n, deep::Mode mode) override;
// HEADER-NEXT: int Twice(int call, int record, int m_first = 3) override;
// HEADER: virtual void Choose_Cmd
module attributes {vkm.phase = #vkm.phase<lowered>} {
  // CHECK: // Half of it, rounded up.
  // CHECK-NEXT: uint32_t halfOnHost(uint32_t n) { return (n + 1u) / 2u; }
  vkm.func @half(%n: ui32 {vkm.name = "n"}) -> ui32 attributes {vkm.comment = "Half of it, rounded up."} {
    %one = vkm.constant 1 : ui32
    %two = vkm.constant 2 : ui32
    %0 = vkm.binary add %n, %one : ui32
    %1 = vkm.binary div %0, %two : ui32
    vkm.return %1 : ui32
  }
  vkm.class @"Outer::Inner" namespaces ["deep"] header "outer.h" virtual_destructor
      attributes {overloads = [{name = "Twice", using}]} {
    vkm.field @m_first : si32 access protected offset 0
    vkm.field @m_second : si32 access protected offset 4
    vkm.shader @kernel1D_Choose_ kernel "kernel1D_Choose_" local_size [64, 1, 1] bindings [] doc "chooses" {
    }
    vkm.commands @kernel1D_Choose__commands(%n: ui32 {vkm.name = "n"}) attributes {
        kernel = "kernel1D_Choose_", display = "Choose_", fields = {m_second = #vkm.access<write>},
        bindings = [#vkm.binding<0, class_data "ClassData" : none, write>]} {
      vkm.cmd.pipeline @kernel1D_Choose_
      vkm.cmd.dispatch (%n) : ui32
    }

    // CHECK-LABEL: void Inner_Generated::ChooseCmd(VkCommandBuffer cmd, uint32_t n, deep::Mode mode) {
    // CHECK: uint32_t size = halfOnHost(n);
    // CHECK: uint32_t size_ = uint32_t(mode);
    // CHECK: Choose_Cmd(cmd, size + size_);
    // CHECK-LABEL: deep::Mode Inner_Generated::Choose(uint32_t n, deep::Mode mode) {
    // CHECK: call.Run(Choose_Stages(), record, n, mode);
    // CHECK-NEXT: return static_cast<deep::Mode>(uint32_t(mode) + uint32_t(m_second));
    vkm.control @Choose(%n: ui32 {vkm.name = "n"}, %mode: ui32 {vkm.name = "mode", vkm.cpp_type = "deep::Mode"}) -> ui32
        attributes {is_virtual, cpp_result = "deep::Mode"} {
      %h = vkm.call @half(%n) : (ui32) -> ui32
      %size = vkm.var "size" : !vkm.ref<ui32> = %h : ui32
      %size2 = vkm.var "size" : !vkm.ref<ui32> = %mode : ui32
      %0 = vkm.load %size : !vkm.ref<ui32>
      %1 = vkm.load %size2 : !vkm.ref<ui32>
      %2 = vkm.binary add %0, %1 : ui32
      vkm.cmd.bind @kernel1D_Choose__commands site 0 ()
      vkm.cmd.run @kernel1D_Choose__commands(%2) : ui32
      %second = vkm.field_ref @m_second : !vkm.ref<si32>
      %3 = vkm.load %second : !vkm.ref<si32>
      %4 = vkm.cast %3 : si32 to ui32
      %5 = vkm.binary add %mode, %4 : ui32
      vkm.return %5 : ui32
    }

    // The parameter 'call' is assigned: in the recorded form as it is, in the drop-in form, whose key it is, as a copy.
    // CHECK-LABEL: void Inner_Generated::TwiceCmd(VkCommandBuffer cmd, int call, int record, int m_first) {
    // CHECK: call *= 2;
    // CHECK-NEXT: m_vulkan.BindSet(
    // CHECK-NEXT: Choose_Cmd(cmd, uint32_t(call + record + this->m_first + m_first));
    // CHECK-LABEL: int Inner_Generated::Twice(int call, int record, int m_first) {
    // CHECK-NEXT: int call_ = call;
    // CHECK-NEXT: call_ *= 2;
    // CHECK-NEXT: vkmorph::DropInCall call__(m_vulkan, "Twice");
    // CHECK: const auto record_ = [&](VkCommandBuffer cmd) { TwiceCmd(cmd, call, record, m_first); };
    // CHECK-NEXT: call__.Run(Choose_Stages(), record_, call, record, m_first, this->m_first);
    // CHECK-NEXT: return m_second + call_;
    vkm.control @Twice(%call: si32 {vkm.name = "call"}, %record: si32 {vkm.name = "record"},
                       %first: si32 {vkm.name = "m_first", vkm.cpp_default = "3"}) -> si32
        attributes {is_virtual} {
      %two = vkm.constant 2 : si32
      %copy = vkm.var "call" : !vkm.ref<si32> = %call : si32
      vkm.update mul %copy, %two : !vkm.ref<si32>, si32
      vkm.cmd.bind @kernel1D_Choose__commands site 0 ()
      %0 = vkm.load %copy : !vkm.ref<si32>
      %1 = vkm.binary add %0, %record : si32
      %member = vkm.field_ref @m_first : !vkm.ref<si32>
      %2 = vkm.load %member : !vkm.ref<si32>
      %3 = vkm.binary add %1, %2 : si32
      %4 = vkm.binary add %3, %first : si32
      %5 = vkm.cast %4 : si32 to ui32
      vkm.cmd.run @kernel1D_Choose__commands(%5) : ui32
      %second = vkm.field_ref @m_second : !vkm.ref<si32>
      %6 = vkm.load %second : !vkm.ref<si32>
      %7 = vkm.load %copy : !vkm.ref<si32>
      %8 = vkm.binary add %6, %7 : si32
      vkm.return %8 : si32
    }
  }
}
