// Running totals of grids, as they are recognised, planned and computed by shares.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.record @Box size 8 align 4 [#vkm.member<"lo" : si32 at 0>, #vkm.member<"hi" : si32 at 4>]
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_sum : f32
    vkm.field @m_level : f32
    vkm.field @m_box : !vkm.record<@Box>
    vkm.kernel @kernel1D_Sum(%n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : si32
      vkm.grid (%i: si32 "i") = (%zero) lt (%n : si32) step (1) {
        // CHECK: vkm.running add @m_sum : f32
        %0 = vkm.running add @m_sum : f32
        %sum = vkm.var "sum" : !vkm.ref<f32> = %0 : f32
        // CHECK: vkm.running max @m_box["hi"] : si32 by <reduce_then_scan by subgroup> {vkm.comment = "the highest"}
        %1 = vkm.running max @m_box["hi"] : si32 by <reduce_then_scan by subgroup> {vkm.comment = "the highest"}
        %hi = vkm.var "hi" : !vkm.ref<si32> = %1 : si32
        // CHECK: vkm.running_share @m_box["lo"] : <si32>
        %2 = vkm.running_share @m_box["lo"] : !vkm.ref<si32>
        vkm.assign %2, %i : !vkm.ref<si32>
        // CHECK: vkm.running add restarts latest @m_box["lo"] : si32
        %3 = vkm.running add restarts latest @m_box["lo"] : si32
        // CHECK: vkm.running add restarts scales @m_level : f32
        %4 = vkm.running add restarts scales @m_level : f32
        // CHECK: vkm.running_share restarted @m_level : <ui32>
        %5 = vkm.running_share restarted @m_level : !vkm.ref<ui32>
        // CHECK: vkm.running_share factor @m_level : <f32>
        %6 = vkm.running_share factor @m_level : !vkm.ref<f32>
        // CHECK: vkm.running add restarts bounded @m_box["hi"] : si32
        %7 = vkm.running add restarts bounded @m_box["hi"] : si32
        // CHECK: vkm.running_step at_least %{{.*}}, %{{.*}} : <si32>, si32
        vkm.running_step at_least %2, %i : !vkm.ref<si32>, si32
        // CHECK: vkm.running add states [-1, 4] @m_box["lo"] : si32
        %8 = vkm.running add states [-1, 4] @m_box["lo"] : si32
        %code = vkm.constant 2 : ui32
        // CHECK: %[[STATE:.*]] = vkm.running_state %{{.*}}, %{{.*}} : <si32> -> si32
        %9 = vkm.running_state %2, %code : !vkm.ref<si32> -> si32
        // CHECK: vkm.running_map %{{.*}}, %{{.*}}, %[[STATE]] : <si32>, si32
        vkm.running_map %2, %code, %9 : !vkm.ref<si32>, si32
      }
    }
  }
}
