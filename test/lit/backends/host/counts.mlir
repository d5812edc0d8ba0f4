// Counts of iterations and sizes that do not fit 32 bits are the runtime's business; the loop that everybody writes
// needs no call.
// RUN: %python %S/Inputs/compile_host.py %s %t %src_root/runtime/include
// RUN: FileCheck %s --input-file=%t/heat_generated.cpp

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.field @m_passes : si32 access private
    vkm.shader @kernel1D_K kernel "kernel1D_K" local_size [64, 1, 1] bindings [] doc "nothing" {
      %a = vkm.push_constant "a" : ui32
      %b = vkm.push_constant "flag" : i1
      %c = vkm.push_constant "wide" : f64
    }
    // CHECK: struct KArguments {
    // CHECK-NEXT: uint32_t a;
    // CHECK-NEXT: uint32_t flag;
    // CHECK-NEXT: double wide;
    // CHECK-NEXT: };
    // CHECK-NEXT: static_assert(offsetof(KArguments, wide) == 8, "the shader reads it there");
    // A value that the commands depend on, besides the scalars: the member that a count uses.
    // CHECK-LABEL: void Heat_Generated::RunCmd(VkCommandBuffer cmd, uint64_t size, Heat::Mode mode) {
    // CHECK: const uint32_t size32 = vkmorph::ToUint32(size, "size");
    // CHECK: KCmd(cmd, size32, int(mode), size, size32, true);
    // CHECK-LABEL: void Heat_Generated::Run(const float *p, uint64_t size, Heat::Mode mode) {
    // CHECK: const VkBuffer pBuffer = call.In("p", p, this->*kPasses);
    // CHECK: call.Run(KStages(), record, size, mode, this->*kPasses);
    vkm.commands @kernel1D_K_commands(%n: ui32 {vkm.name = "n"}, %m: si32 {vkm.name = "m"},
                                      %size: ui64 {vkm.name = "size"}, %stride: ui32 {vkm.name = "stride"},
                                      %flag: i1 {vkm.name = "flag"}) attributes {
        kernel = "kernel1D_K", display = "K", fields = {}, bindings = [#vkm.binding<0, parameter "p" : f32, read>]} {
      // CHECK-LABEL: void Heat_Generated::KCmd(VkCommandBuffer cmd, uint32_t n, int m, uint64_t size, uint32_t stride,
      // CHECK-NEXT: bool flag) {
      // CHECK-NEXT: const uint32_t sCount = vkmorph::IterationCount(m, "s");
      // CHECK-NEXT: const uint32_t jCount = vkmorph::IterationCount(1, vkmorph::Compare::LessEqual, m - 1, 2, "j");
      // CHECK-NEXT: const uint32_t kCount =
      // CHECK-NEXT: vkmorph::IterationCount(m, vkmorph::Compare::Greater, this->*kPasses, -1, "k");
      // CHECK-NEXT: const uint32_t lCount = vkmorph::IterationCount(0u, vkmorph::Compare::Less, size, stride, "l");
      // CHECK-NEXT: const uint32_t dCount =
      // CHECK-NEXT: vkmorph::IterationCountDown(n, vkmorph::Compare::NotEqual, 0u, stride, "d");
      %zero = vkm.constant 0 : ui32
      %one = vkm.constant 1 : si32
      %last = vkm.binary sub %m, %one : si32
      %i = vkm.iteration_count "i" %zero lt %n step 1 : ui32, ui32
      // A signed bound may be negative.
      %izero = vkm.constant 0 : si32
      %s = vkm.iteration_count "s" %izero lt %m step 1 : si32, si32
      %j = vkm.iteration_count "j" %one le %last step 2 : si32, si32
      %place = vkm.field_ref @m_passes : !vkm.ref<si32>
      %passes = vkm.load %place : !vkm.ref<si32>
      %k = vkm.iteration_count "k" %m gt %passes step -1 : si32, si32
      %l = vkm.iteration_count "l" %zero lt %size step 1 by %stride : ui32 : ui32, ui64
      %d = vkm.iteration_count "d" %n ne %zero step -1 by %stride : ui32 : ui32, ui32
      // CHECK-NEXT: const uint32_t groupsX = m_vulkan.GroupCountOrNone(n, kKPerGroupX);
      // CHECK-NEXT: const uint32_t groupsY = m_vulkan.GroupCount(jCount, kKPerGroupY, kKMaxGroupsY, 1);
      // CHECK-NEXT: const uint32_t groupsZ = m_vulkan.GroupCountOrNone(kCount, kKPerGroupZ, 2);
      %gx = vkm.workgroup_count %i by 64 limit 0 dim 0
      %gy = vkm.workgroup_count %j by 1 limit 7 dim 1 nonempty
      %gz = vkm.workgroup_count %k by 1 limit 0 dim 2
      // CHECK: const KArguments arguments = {lCount + dCount + sCount, flag, double(size)};
      // CHECK: vkCmdDispatch(cmd, groupsX, groupsY, groupsZ);
      vkm.cmd.pipeline @kernel1D_K
      %wide = vkm.cast %size : ui64 to f64
      %sum = vkm.binary add %l, %d : ui32
      %both = vkm.binary add %sum, %s : ui32
      vkm.cmd.push %both, %flag, %wide : ui32, i1, f64
      vkm.cmd.dispatch (%gx, %gy, %gz) : ui32, ui32, ui32
    }
    vkm.control @Run(%p: !vkm.ptr<const f32> {vkm.name = "p"}, %size: ui64 {vkm.name = "size"},
                     %mode: si32 {vkm.name = "mode", vkm.cpp_type = "Heat::Mode"}) {
      vkm.extent %p : !vkm.ptr<const f32> {
        %0 = vkm.field_ref @m_passes : !vkm.ref<si32>
        %1 = vkm.load %0 : !vkm.ref<si32>
        vkm.yield %1 : si32
      }
      %n = vkm.narrow "size" %size : ui64
      %true = vkm.constant true
      vkm.cmd.bind @kernel1D_K_commands site 0 (%p) : !vkm.ptr<const f32>
      vkm.cmd.run @kernel1D_K_commands(%n, %mode, %size, %n, %true) : ui32, si32, ui64, ui32, i1
    }
  }
}
