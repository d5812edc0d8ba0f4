// Several kernels, pipelines and call sites; barriers; host loops and branches around launches; two dimensions.
// RUN: %python %S/Inputs/compile_host.py %s %t %src_root/runtime/include
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/heat_generated.h
// RUN: FileCheck %s --input-file=%t/heat_generated.cpp

// Neither virtual functions nor a virtual destructor in the base: nothing is overridden, and the class with its own
// virtual functions can be deleted all the same.
// HEADER: class Heat_Generated : public Heat {
// HEADER: using Heat::Heat;
// HEADER-NEXT: virtual ~Heat_Generated();
// HEADER: void SetInOutFor_Diffuse(VkBuffer src, VkDeviceSize srcOffset, VkDeviceSize srcRange,
// HEADER-NEXT: VkBuffer dst, VkDeviceSize dstOffset, VkDeviceSize dstRange);
// HEADER-NEXT: void SetInOutFor_Diffuse(VkBuffer src, VkBuffer dst);
// HEADER-NEXT: virtual void DiffuseCmd(VkCommandBuffer cmd, uint32_t width, uint32_t height, int passes);
// HEADER: {"Diffuse", "src", vkmorph::kComputeRead, vkmorph::kComputeReadWrite},
// HEADER: {"Diffuse", "dst", vkmorph::kComputeReadWrite, vkmorph::kComputeRead},
// HEADER: void Diffuse(float *src, float *dst, uint32_t width, uint32_t height, int passes);
// HEADER: std::array<VkDescriptorSet, 2> m_diffuseSets = {}; ///< Step, Step
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_total : f32 access private offset 0
    vkm.scratch @StepPartials bytes 132 [#vkm.member<"groupsDone" : ui32 at 0>,
                                         #vkm.member<"partials" : !vkm.array<32 x f32> at 4>]
    vkm.shader @kernel2D_Step kernel "kernel2D_Step" local_size [16, 16, 1] bindings [] doc "steps" {
      %w = vkm.push_constant "width" : ui32
      %h = vkm.push_constant "height" : ui32
    }
    vkm.shader @kernel2D_Step_prologue kernel "kernel2D_Step" role "prologue" local_size [1, 1, 1] bindings [] doc "once" {
    }
    // CHECK: struct StepArguments {
    // CHECK-NEXT: uint32_t width;
    // CHECK-NEXT: uint32_t height;
    // CHECK-NEXT: };
    // CHECK: constexpr uint32_t kStepPerGroupX = 16;
    // CHECK-NEXT: constexpr uint32_t kStepPerGroupY = 16;
    // CHECK-NEXT: constexpr uint32_t kStepMaxGroupsY = 4;
    // CHECK: /// groupsDone: uint32_t, partials: 32 x float.
    // CHECK-NEXT: constexpr VkDeviceSize kStepPartialsBytes = 132;
    // CHECK-LABEL: void Heat_Generated::InitVulkanObjects(
    // CHECK: m_stepLayout = m_vulkan.CreateLayout("Step", 4, sizeof(StepArguments));
    // CHECK-NEXT: m_stepProloguePipeline = m_vulkan.CreatePipeline(m_stepLayout, StepPrologueCode());
    // CHECK-NEXT: m_stepPipeline = m_vulkan.CreatePipeline(m_stepLayout, StepCode());
    // CHECK-LABEL: void Heat_Generated::SetInOutFor_Diffuse(VkBuffer src, VkBuffer dst) {
    // CHECK-NEXT: SetInOutFor_Diffuse(src, 0, VK_WHOLE_SIZE, dst, 0, VK_WHOLE_SIZE);
    // CHECK-LABEL: void Heat_Generated::SetInOutFor_Diffuse(
    // CHECK: {{[{][{]}}"src", {src, srcOffset, srcRange}, true},
    // CHECK-NEXT: {"dst", {dst, dstOffset, dstRange}, true}});
    // CHECK: m_diffuseSets[0] = m_vulkan.DescriptorSet(
    // CHECK-NEXT: m_stepLayout,
    // CHECK-NEXT: {{[{][{]}}src, srcOffset, srcRange}, {dst, dstOffset, dstRange}, {m_classData}, {m_stepPartials}});
    // CHECK-NEXT: m_diffuseSets[1] = m_vulkan.DescriptorSet(
    // CHECK-NEXT: m_stepLayout,
    // CHECK-NEXT: {{[{][{]}}dst, dstOffset, dstRange}, {src, srcOffset, srcRange}, {m_classData}, {m_stepPartials}});
    vkm.commands @kernel2D_Step_commands(%w: ui32 {vkm.name = "width"}, %h: ui32 {vkm.name = "height"}) attributes {
        kernel = "kernel2D_Step", display = "Step", fields = {m_total = #vkm.access<read_write>},
        bindings = [#vkm.binding<0, parameter "from" : f32, read>, #vkm.binding<1, parameter "to" : f32, read_write>,
                    #vkm.binding<2, class_data "ClassData" : none, read_write>,
                    #vkm.binding<3, scratch "StepPartials" : none, read_write>]} {
      // CHECK-LABEL: void Heat_Generated::DiffuseCmd(
      // CHECK: // No passes: no rows.
      // CHECK-NEXT: uint32_t rows = height;
      // CHECK-NEXT: if (passes <= 0) {
      // CHECK-NEXT: rows = 0u;
      // CHECK-NEXT: }
      // CHECK-EMPTY:
      // CHECK-NEXT: // Earlier commands wrote m_total, which Step reads.
      // CHECK-NEXT: vkmorph::Barrier(cmd, StepStages(), StepStages());
      // CHECK-NEXT: m_vulkan.BindSet(cmd, m_stepLayout, m_diffuseSets[0], "SetInOutFor_Diffuse");
      // CHECK-NEXT: StepCmd(cmd, width, rows);
      // CHECK-EMPTY:
      // CHECK-NEXT: // Step reads src, which the next Step overwrites.
      // CHECK-NEXT: vkmorph::ExecutionBarrier(cmd, StepStages(), StepStages());
      // CHECK-NEXT: m_vulkan.BindSet(cmd, m_stepLayout, m_diffuseSets[1], "SetInOutFor_Diffuse");
      // CHECK-NEXT: StepCmd(cmd, width, rows);
      // CHECK-NEXT: }
      // CHECK-LABEL: void Heat_Generated::Diffuse(float *src, float *dst,
      // CHECK-NEXT: vkmorph::DropInCall call(m_vulkan, "Diffuse");
      // CHECK-NEXT: const VkBuffer srcBuffer = call.InOut("src", src, width * height);
      // CHECK: call.Run(StepStages(), record, width, height, passes);
      // CHECK-LABEL: void Heat_Generated::StepCmd(VkCommandBuffer cmd, uint32_t width, uint32_t height) {
      // CHECK-NEXT: const uint32_t groupsX = m_vulkan.GroupCountOrNone(width, kStepPerGroupX);
      // CHECK-NEXT: const uint32_t groupsY = m_vulkan.GroupCount(height, kStepPerGroupY, kStepMaxGroupsY, 1);
      // CHECK-NEXT: vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, m_stepProloguePipeline);
      // CHECK-NEXT: vkCmdDispatch(cmd, 1, 1, 1);
      // CHECK-EMPTY:
      // CHECK-NEXT: // Step prologue wrote m_total, which Step reads.
      // CHECK-NEXT: vkmorph::Barrier(cmd, vkmorph::kComputeWrite, vkmorph::kComputeRead);
      // CHECK-NEXT: vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, m_stepPipeline);
      // CHECK-NEXT: const StepArguments arguments = {width, height};
      // CHECK: vkCmdDispatch(cmd, groupsX, groupsY, 1);
      %gx = vkm.workgroup_count %w by 16 limit 0 dim 0
      %gy = vkm.workgroup_count %h by 16 limit 4 dim 1 nonempty
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @kernel2D_Step_prologue
      vkm.cmd.dispatch (%one) : ui32
      vkm.cmd.barrier from [] to [] [#vkm.hazard<read_after_write "m_total" from "Step prologue" to "Step">]
      vkm.cmd.pipeline @kernel2D_Step
      vkm.cmd.push %w, %h : ui32, ui32
      vkm.cmd.dispatch (%gx, %gy) : ui32, ui32
    }
    vkm.control @Diffuse(%src: !vkm.ptr<f32> {vkm.name = "src"}, %dst: !vkm.ptr<f32> {vkm.name = "dst"},
                         %w: ui32 {vkm.name = "width"}, %h: ui32 {vkm.name = "height"},
                         %passes: si32 {vkm.name = "passes"}) {
      vkm.extent %src : !vkm.ptr<f32> {
        %0 = vkm.binary mul %w, %h : ui32
        vkm.yield %0 : ui32
      }
      vkm.extent %dst : !vkm.ptr<f32> {
        %0 = vkm.binary mul %w, %h : ui32
        vkm.yield %0 : ui32
      }
      %zero = vkm.constant 0 : ui32
      %none = vkm.constant 0 : si32
      %rows = vkm.var "rows" : !vkm.ref<ui32> = %h : ui32 {vkm.comment = "No passes: no rows."}
      %0 = vkm.cmp le %passes, %none : si32
      vkm.if %0 {
        vkm.assign %rows, %zero : !vkm.ref<ui32>
      }
      vkm.cmd.barrier entry from [@kernel2D_Step_commands] to [@kernel2D_Step_commands] [
          #vkm.hazard<earlier read_after_write "m_total" from "Step" to "Step">,
          #vkm.hazard<earlier write_after_write "m_total" from "Step" to "Step">,
          #vkm.hazard<earlier write_after_read "StepPartials" from "Step" to "Step">]
      vkm.cmd.bind @kernel2D_Step_commands site 0 (%src, %dst) : !vkm.ptr<f32>, !vkm.ptr<f32>
      %1 = vkm.load %rows : !vkm.ref<ui32>
      vkm.cmd.run @kernel2D_Step_commands(%w, %1) : ui32, ui32
      vkm.cmd.barrier from [@kernel2D_Step_commands] to [@kernel2D_Step_commands] [
          #vkm.hazard<write_after_read "src" from "Step" to "Step">]
      vkm.cmd.bind @kernel2D_Step_commands site 1 (%dst, %src) : !vkm.ptr<f32>, !vkm.ptr<f32>
      %2 = vkm.load %rows : !vkm.ref<ui32>
      vkm.cmd.run @kernel2D_Step_commands(%w, %2) : ui32, ui32
    }
  }
}
