// What signatures keep of C++: overloads, const, references, struct elements, types as the source spells them.
// RUN: %python %S/Inputs/compile_host.py %s %t %src_root/runtime/include --suffix=_Vulkan
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/heat_generated.h
// RUN: FileCheck %s --input-file=%t/heat_generated.cpp

// HEADER: class Heat_Vulkan : public Heat {
// HEADER: void SetInOutFor_Fill(VkBuffer cells, VkDeviceSize cellsOffset = 0,
// HEADER: virtual void FillCmd(VkCommandBuffer cmd_, uint32_t cmd, float value);
// HEADER: /// For Fill(Cell *cells, uint32_t n).
// HEADER-NEXT: void SetInOutFor_Fill2(VkBuffer cells, VkDeviceSize cellsOffset = 0,
// HEADER: virtual void Fill2Cmd(VkCommandBuffer cmd, uint32_t n);
// HEADER: virtual void TotalCmd(VkCommandBuffer cmd, uint32_t n);
// HEADER: virtual void ResetCmd(VkCommandBuffer cmd);
// HEADER: void Fill(float *cells, uint32_t cmd, float value) const;
// HEADER: void Fill(Cell *cells, uint32_t n);
// HEADER: void Total(const float *cells, uint32_t n, float &total);
// HEADER: void Reset();
// HEADER: virtual void kernel1D_FillCmd(VkCommandBuffer cmd, uint32_t n);
// HEADER-NEXT: virtual vkmorph::KernelStages FillStages() const;
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Cell size 8 align 4 [#vkm.member<"heat" : f32 at 0>, #vkm.member<"kind" : si32 at 4>]
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_total : f32 access private offset 0
    // CHECK: static_assert(sizeof(Cell) == 8, "the shaders have 8 bytes for it");
    vkm.shader @kernel1D_Fill kernel "kernel1D_Fill" local_size [256, 1, 1] bindings [] doc "fills" {
    }
    vkm.commands @kernel1D_Fill_commands(%n: ui32 {vkm.name = "n", vkm.cpp_type = "size_t"}) attributes {
        kernel = "kernel1D_Fill", display = "Fill", fields = {m_total = #vkm.access<write>}, overwritten = ["m_total"],
        bindings = [#vkm.binding<0, class_data "ClassData" : none, write>]} {
      %groups = vkm.workgroup_count %n by 256 limit 0 dim 0
      vkm.cmd.pipeline @kernel1D_Fill
      vkm.cmd.dispatch (%groups) : ui32
    }
    vkm.shader @kernel1D_FillCells kernel "kernel1D_FillCells" local_size [256, 1, 1] bindings [] doc "fills" {
    }
    vkm.commands @kernel1D_FillCells_commands() attributes {
        kernel = "kernel1D_FillCells", display = "FillCells", fields = {m_total = #vkm.access<read>},
        bindings = [#vkm.binding<0, parameter "cells" : !vkm.record<@Cell>, write>,
                    #vkm.binding<1, class_data "ClassData" : none, read>]} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @kernel1D_FillCells
      vkm.cmd.dispatch (%one) : ui32
    }

    vkm.commands @kernel1D_FillFloats_commands() attributes {
        kernel = "kernel1D_FillFloats", display = "FillFloats", fields = {m_total = #vkm.access<read>},
        bindings = [#vkm.binding<0, parameter "cells" : f32, write>,
                    #vkm.binding<1, class_data "ClassData" : none, read>]} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @kernel1D_FillCells
      vkm.cmd.dispatch (%one) : ui32
    }

    // A parameter may have the name that the command buffer has elsewhere. A const function changes the device's side
    // of the object only. An overwritten array or member is not uploaded.
    // CHECK-LABEL: void Heat_Vulkan::Fill(float *cells, uint32_t cmd, float value) const {
    // CHECK-NEXT: // Const as far as its users see: only the device's side of the object changes.
    // CHECK-NEXT: auto &self = const_cast<Heat_Vulkan &>(*this);
    // CHECK-NEXT: vkmorph::DropInCall call(self.m_vulkan, "Fill");
    // CHECK-NEXT: const VkBuffer cellsBuffer = call.Out("cells", cells, cmd);
    // CHECK-NEXT: call.UploadMembers(
    // CHECK-NEXT: const auto record = [&](VkCommandBuffer cmd_) {
    // CHECK-NEXT: const vkmorph::Restore callersSets(self.m_fillSets);
    // CHECK-NEXT: self.SetInOutFor_Fill(cellsBuffer);
    // CHECK-NEXT: self.FillCmd(cmd_, cmd, value);
    // CHECK-NEXT: };
    // CHECK-NEXT: call.Run(self.FillFloatsStages(), record);
    vkm.control @Fill(%cells: !vkm.ptr<f32> {vkm.name = "cells", vkm.overwritten}, %n: ui32 {vkm.name = "cmd"},
                      %value: f32 {vkm.name = "value"}) attributes {is_const} {
      vkm.extent %cells : !vkm.ptr<f32> {
        vkm.yield %n : ui32
      }
      vkm.cmd.bind @kernel1D_FillFloats_commands site 0 (%cells) : !vkm.ptr<f32>
      vkm.cmd.run @kernel1D_FillFloats_commands()
    }
    vkm.control @Fill_2(%cells: !vkm.ptr<!vkm.record<@Cell>> {vkm.name = "cells"}, %n: ui32 {vkm.name = "n"})
        attributes {cpp_name = "Fill"} {
      vkm.extent %cells : !vkm.ptr<!vkm.record<@Cell>> {
        vkm.yield %n : ui32
      }
      vkm.cmd.bind @kernel1D_FillCells_commands site 0 (%cells) : !vkm.ptr<!vkm.record<@Cell>>
      vkm.cmd.run @kernel1D_FillCells_commands()
    }

    // What is written through a reference is written after the read-back.
    // CHECK-LABEL: void Heat_Vulkan::Total(const float * /*cells*/, uint32_t n, float &total) {
    // CHECK: call.DownloadMembers({{[{][{]}}0, 4}}); // m_total
    // CHECK-NOT: UploadMembers
    // CHECK: call.Run(FillStages(), record, n);
    // CHECK-NEXT: total = this->*kTotal;
    vkm.control @Total(%cells: !vkm.ptr<const f32> {vkm.name = "cells", vkm.cpp_type = "const float *"},
                       %n: ui32 {vkm.name = "n", vkm.cpp_type = "uint32_t"},
                       %total: !vkm.ref<f32> {vkm.name = "total", vkm.cpp_type = "float &"}) {
      vkm.cmd.bind @kernel1D_Fill_commands site 0 ()
      vkm.cmd.run @kernel1D_Fill_commands(%n) : ui32
      %0 = vkm.field_ref @m_total : !vkm.ref<f32>
      %1 = vkm.load %0 : !vkm.ref<f32>
      vkm.assign %total, %1 : !vkm.ref<f32>
    }

    // Nothing for the caller to bind: the descriptor sets are made with the pipelines.
    // CHECK-LABEL: void Heat_Vulkan::ResetCmd(VkCommandBuffer cmd) {
    // CHECK: m_vulkan.BindSet(cmd, m_fillLayout, m_resetSets[0], "InitVulkanObjects");
    // CHECK-NEXT: kernel1D_FillCmd(cmd, 1u);
    vkm.control @Reset() {
      vkm.cmd.bind @kernel1D_Fill_commands site 0 ()
      %one = vkm.constant 1 : ui32
      vkm.cmd.run @kernel1D_Fill_commands(%one) : ui32
    }
  }
}
