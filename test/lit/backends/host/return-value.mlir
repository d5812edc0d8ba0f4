// Control functions that return a value: the drop-in form computes it after the read-back, with the host code that it
// needs; the recorded form returns nothing.
// RUN: %python %S/Inputs/compile_host.py %s %t %src_root/runtime/include
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/meter_generated.h
// RUN: FileCheck %s --input-file=%t/meter_generated.cpp

// HEADER: namespace audio {
// HEADER-NEXT: namespace meters {
// HEADER: class Meter_Generated : public Meter {
// HEADER: virtual void SumCmd(VkCommandBuffer cmd, uint32_t count);
// HEADER: virtual void MeanCmd(VkCommandBuffer cmd, uint32_t count);
// HEADER: int Sum(const int *samples, uint32_t count) override;
// HEADER: float Mean(const int *samples, uint32_t count) noexcept override;
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Meter namespaces ["audio", "meters"] header "meter.h" virtual_destructor {
    vkm.field @m_gain : si32 access protected
    vkm.field @m_sum : si32 access private offset 0
    vkm.field @m_count : ui32 access private
    vkm.shader @kernel1D_Add kernel "kernel1D_Add" local_size [64, 1, 1] bindings [
        #vkm.binding<0, parameter "samples" : si32, read>, #vkm.binding<1, class_data "ClassData" : none, read_write>]
        doc "adds" {
      %n = vkm.push_constant "n" : ui32
    }
    vkm.commands @kernel1D_Add_commands(%n: ui32 {vkm.name = "n"}) attributes {
        kernel = "kernel1D_Add", display = "Add", fields = {m_sum = #vkm.access<read_write>},
        bindings = [#vkm.binding<0, parameter "samples" : si32, read>,
                    #vkm.binding<1, class_data "ClassData" : none, read_write>]} {
      %groups = vkm.workgroup_count %n by 64 limit 0 dim 0
      vkm.cmd.pipeline @kernel1D_Add
      vkm.cmd.push %n : ui32
      vkm.cmd.dispatch (%groups) : ui32
    }

    // A private member is reached through a pointer to member, a protected one by its name; 'half' is host code that
    // both forms need, 'twice' only the drop-in one.
    // CHECK: template struct vkmorph::PrivateMembers<audio::meters::Meter_Generated,
    // CHECK-NEXT: &audio::meters::Meter::m_sum>;
    // CHECK: const auto [kSum] = vkmorph::kPrivateMembers<Meter_Generated>;
    // CHECK-LABEL: void Meter_Generated::SumCmd(VkCommandBuffer cmd, uint32_t count) {
    // CHECK: const uint32_t half = count / 2u;
    // CHECK: m_vulkan.BindSet(cmd, m_addLayout, m_sumSets[0], "SetInOutFor_Sum");
    // CHECK-NEXT: AddCmd(cmd, half);
    // CHECK-NEXT: }
    // CHECK-LABEL: int Meter_Generated::Sum(const int *samples, uint32_t count) {
    // CHECK-NEXT: const uint32_t half = count / 2u;
    // CHECK-NEXT: vkmorph::DropInCall call(m_vulkan, "Sum");
    // CHECK-NEXT: const VkBuffer samplesBuffer = call.In("samples", samples, count);
    // CHECK-NEXT: call.UploadMembers({{[{][{]}}0, 4}});   // m_sum
    // CHECK-NEXT: call.DownloadMembers({{[{][{]}}0, 4}}); // m_sum
    // CHECK-NEXT: const auto record = [&](VkCommandBuffer cmd) {
    // CHECK-NEXT: const vkmorph::Restore callersSets(m_sumSets);
    // CHECK-NEXT: SetInOutFor_Sum(samplesBuffer);
    // CHECK-NEXT: SumCmd(cmd, count);
    // CHECK-NEXT: };
    // CHECK-NEXT: call.Run(AddStages(), record, count);
    // CHECK-NEXT: const int twice = this->*kSum * 2;
    // CHECK-NEXT: return twice * m_gain + int(half);
    vkm.control @Sum(%samples: !vkm.ptr<const si32> {vkm.name = "samples"}, %count: ui32 {vkm.name = "count"}) -> si32
        attributes {is_virtual} {
      vkm.extent %samples : !vkm.ptr<const si32> {
        vkm.yield %count : ui32
      }
      %two = vkm.constant 2 : ui32
      %0 = vkm.binary div %count, %two : ui32
      %half = vkm.var const "half" : !vkm.ref<ui32> = %0 : ui32
      vkm.cmd.bind @kernel1D_Add_commands site 0 (%samples) : !vkm.ptr<const si32>
      %1 = vkm.load %half : !vkm.ref<ui32>
      vkm.cmd.run @kernel1D_Add_commands(%1) : ui32
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %2 = vkm.load %sum : !vkm.ref<si32>
      %itwo = vkm.constant 2 : si32
      %3 = vkm.binary mul %2, %itwo : si32
      %twice = vkm.var const "twice" : !vkm.ref<si32> = %3 : si32
      %4 = vkm.load %twice : !vkm.ref<si32>
      %gain = vkm.field_ref @m_gain : !vkm.ref<si32>
      %5 = vkm.load %gain : !vkm.ref<si32>
      %6 = vkm.binary mul %4, %5 : si32
      %7 = vkm.load %half : !vkm.ref<ui32>
      %8 = vkm.cast %7 : ui32 to si32
      %9 = vkm.binary add %6, %8 : si32
      vkm.return %9 : si32
    }

    // An early return before the first kernel: nothing runs, and the recorded form records nothing. The call counts for
    // GetExecutionTimes, which no earlier call's times may stand for.
    // CHECK-LABEL: void Meter_Generated::MeanCmd(VkCommandBuffer cmd, uint32_t count) {
    // CHECK: if (count == 0u) {
    // CHECK-NEXT: return;
    // CHECK-NEXT: }
    // CHECK-LABEL: float Meter_Generated::Mean(const int *samples, uint32_t count) noexcept {
    // CHECK: vkmorph::DropInCall call(m_vulkan, "Mean");
    // CHECK-NEXT: if (count == 0u) {
    // CHECK-NEXT: return 0.0f;
    // CHECK-NEXT: }
    // CHECK-NEXT: const VkBuffer samplesBuffer
    // CHECK: return float(this->*kSum) / float(count);
    vkm.control @Mean(%samples: !vkm.ptr<const si32> {vkm.name = "samples"}, %count: ui32 {vkm.name = "count"}) -> f32
        attributes {is_virtual, is_noexcept} {
      vkm.extent %samples : !vkm.ptr<const si32> {
        vkm.yield %count : ui32
      }
      %zero = vkm.constant 0 : ui32
      %0 = vkm.cmp eq %count, %zero : ui32
      vkm.if %0 {
        %f = vkm.constant 0.0 : f32
        vkm.return %f : f32
      }
      vkm.cmd.bind @kernel1D_Add_commands site 0 (%samples) : !vkm.ptr<const si32>
      vkm.cmd.run @kernel1D_Add_commands(%count) : ui32
      %sum = vkm.field_ref @m_sum : !vkm.ref<si32>
      %1 = vkm.load %sum : !vkm.ref<si32>
      %2 = vkm.cast %1 : si32 to f32
      %3 = vkm.cast %count : ui32 to f32
      %4 = vkm.binary div %2, %3 : f32
      vkm.return %4 : f32
    }
  }
}
