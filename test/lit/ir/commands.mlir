// What the host records: commands of a kernel, commands of a control function.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @Waves namespaces [] header "waves.h" {
    vkm.field temporary @Step_h : ui32 offset 0
    vkm.field @m_sums : !vkm.dynarray<f32>
    vkm.shader @kernel2D_Step kernel "kernel2D_Step" local_size [16, 16, 1]
        bindings [#vkm.binding<0, parameter "height" : f32, read_write>] doc "Independent iterations." {
      %h = vkm.push_constant "h" : ui32
      %w = vkm.push_constant "w" : ui32
    }
    vkm.shader @kernel2D_Step_epilogue kernel "kernel2D_Step" role "epilogue" local_size [1, 1, 1]
        bindings [#vkm.binding<0, parameter "height" : f32, read_write>] doc "What runs once, in one thread." {
    }
    // CHECK: vkm.commands @kernel2D_Step_commands(%{{.*}}: ui64 {vkm.name = "w"}, %{{.*}}: si32 {vkm.name = "by"})
    // CHECK-SAME: attributes {bindings = [#vkm.binding<0, parameter "height" : f32, read_write>], display = "Step", fields = {m_time = #vkm.access<read>}} {
    vkm.commands @kernel2D_Step_commands(%w: ui64 {vkm.name = "w"}, %by: si32 {vkm.name = "by"}) attributes {
        bindings = [#vkm.binding<0, parameter "height" : f32, read_write>], display = "Step",
        fields = {m_time = #vkm.access<read>}} {
      %zero = vkm.constant 0 : si32
      // CHECK: %[[H:.*]] = vkm.iteration_count "y" %{{.*}} le %{{.*}} step 1 by %{{.*}} : si32 : si32, ui64
      %h = vkm.iteration_count "y" %zero le %w step 1 by %by : si32 : si32, ui64
      // CHECK-NEXT: %[[W:.*]] = vkm.iteration_count "x" %{{.*}} gt %{{.*}} step -2 : ui64, si32
      %n = vkm.iteration_count "x" %w gt %zero step -2 : ui64, si32
      // CHECK-NEXT: vkm.workgroup_count %[[W]] by 16 limit 0 dim 0{{$}}
      %gx = vkm.workgroup_count %n by 16 limit 0 dim 0
      // CHECK-NEXT: vkm.workgroup_count %[[H]] by 16 limit 32 dim 1 nonempty
      %gy = vkm.workgroup_count %h by 16 limit 32 dim 1 nonempty
      // CHECK-NEXT: vkm.workgroup_count %[[W]] by 16 limit 0 dim 0 coarsening 4{{$}}
      %gc = vkm.workgroup_count %n by 16 limit 0 dim 0 coarsening 4
      // CHECK-NEXT: vkm.workgroup_count %[[H]] by 16 limit 0 dim 1 coarsening 8 beside %{{.*}}
      %gb = vkm.workgroup_count %h by 16 limit 0 dim 1 coarsening 8 beside %gx
      // CHECK-NEXT: vkm.workgroup_count %[[H]] by 16 limit 0 dim 1 coarsening 4 jammed beside %{{.*}}
      %gj = vkm.workgroup_count %h by 16 limit 0 dim 1 coarsening 4 jammed beside %gx
      // CHECK-NEXT: vkm.cmd.update @Step_h = %[[H]] : ui32
      vkm.cmd.update @Step_h = %h : ui32
      // CHECK-NEXT: vkm.cmd.update @Step_h = %[[W]] : ui32 {role = "prologue"}
      vkm.cmd.update @Step_h = %n : ui32 {role = "prologue"}
      // CHECK-NEXT: vkm.cmd.fill @m_sums[3] count %[[W]] = %[[H]] : ui32
      vkm.cmd.fill @m_sums[3] count %n = %h : ui32
      // CHECK-NEXT: vkm.cmd.pipeline @kernel2D_Step{{$}}
      vkm.cmd.pipeline @kernel2D_Step
      // CHECK-NEXT: vkm.cmd.push %[[H]], %[[W]] : ui32, ui32
      vkm.cmd.push %h, %n : ui32, ui32
      // CHECK-NEXT: vkm.cmd.dispatch(%{{.*}}, %{{.*}}) : ui32, ui32
      vkm.cmd.dispatch (%gx, %gy) : ui32, ui32
      // CHECK-NEXT: vkm.cmd.barrier after both from [] to []
      vkm.cmd.barrier after both from [] to [] [#vkm.hazard<read_after_write "Step_h" from "Step arguments" to "Step">]
      // CHECK-NEXT: vkm.cmd.barrier after updates before both from [] to []
      vkm.cmd.barrier after updates before both from [] to [] [#vkm.hazard<write_after_write "m_sums" from "Step fill" to "Step fill">]
      // CHECK-NEXT: vkm.cmd.barrier from [] to []
      // CHECK-SAME: [#vkm.hazard<read_after_write "height" from "Step" to "Step">, #vkm.hazard<write_after_write "height" from "Step" to "Step">]
      vkm.cmd.barrier from [] to [] [#vkm.hazard<read_after_write "height" from "Step" to "Step">,
                                     #vkm.hazard<write_after_write "height" from "Step" to "Step">]
      vkm.cmd.pipeline @kernel2D_Step_epilogue
      %one = vkm.constant 1 : ui32
      // CHECK: vkm.cmd.dispatch(%{{.*}}) : ui32
      vkm.cmd.dispatch (%one) : ui32
    }
    vkm.commands @kernel1D_Nothing_commands() attributes {bindings = [], display = "Nothing"} {
    }
    vkm.control @Run(%height: !vkm.ptr<f32> {vkm.name = "height", vkm.access = #vkm.access<read_write>},
                     %w: ui64 {vkm.name = "w"}, %by: si32 {vkm.name = "by"}) {
      // CHECK: vkm.cmd.barrier entry from [@kernel2D_Step_commands] to [@kernel2D_Step_commands, @kernel1D_Nothing_commands]
      // CHECK-SAME: [#vkm.hazard<earlier write_after_read "m_time" from "Step" to "Step">]
      vkm.cmd.barrier entry from [@kernel2D_Step_commands] to [@kernel2D_Step_commands, @kernel1D_Nothing_commands]
          [#vkm.hazard<earlier write_after_read "m_time" from "Step" to "Step">]
      // CHECK-NEXT: vkm.cmd.bind @kernel2D_Step_commands site 0(%{{.*}}) : !vkm.ptr<f32>
      vkm.cmd.bind @kernel2D_Step_commands site 0 (%height) : !vkm.ptr<f32>
      // CHECK-NEXT: vkm.cmd.run @kernel2D_Step_commands(%{{.*}}, %{{.*}}) : ui64, si32
      vkm.cmd.run @kernel2D_Step_commands(%w, %by) : ui64, si32
      // CHECK-NEXT: vkm.cmd.read_back [@Step_h]
      vkm.cmd.read_back [@Step_h]
      // CHECK-NEXT: vkm.cmd.barrier everything from [@kernel2D_Step_commands] to [@kernel1D_Nothing_commands] []
      vkm.cmd.barrier everything from [@kernel2D_Step_commands] to [@kernel1D_Nothing_commands] []
      // CHECK-NEXT: vkm.cmd.bind @kernel1D_Nothing_commands site 1()
      vkm.cmd.bind @kernel1D_Nothing_commands site 1 ()
      // CHECK-NEXT: vkm.cmd.run @kernel1D_Nothing_commands()
      vkm.cmd.run @kernel1D_Nothing_commands()
    }
    // CHECK: vkm.control @Run.drop_in
    // CHECK-SAME: attributes {vkm.drop_in_of = @Run}
    vkm.control @Run.drop_in(%height: !vkm.ptr<f32> {vkm.name = "height"}, %w: ui64 {vkm.name = "w"},
                             %by: si32 {vkm.name = "by"}) attributes {vkm.drop_in_of = @Run} {
      // CHECK-NEXT: vkm.run_recorded
      vkm.run_recorded
    }
  }
}
