// Without the extent of an array there is no drop-in form: the function throws, its overloads stay as they are.
// RUN: %python %S/Inputs/compile_host.py %s %t %src_root/runtime/include
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/heat_generated.h
// RUN: FileCheck %s --input-file=%t/heat_generated.cpp
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json

// HEADER: void SetInOutFor_Unknown(VkBuffer cells, VkDeviceSize cellsOffset, VkDeviceSize cellsRange,
// HEADER: virtual void UnknownCmd(VkCommandBuffer cmd, uint32_t n);
// HEADER-NOT: using Heat::Fill;
// HEADER: /// Throws: the extent of 'index' is not known.
// HEADER-NEXT: void Unknown(const float *cells, const int *index, uint32_t n);
// HEADER-NEXT: /// Throws: the extent of 'cells' is not known.
// HEADER-NEXT: void Fill(float *cells, uint32_t n, float value) const;
// HEADER-NEXT: void Fill(Cell *cells, uint32_t n);
// CHECK: void Heat_Generated::UnknownCmd(
// CHECK: void Heat_Generated::Unknown(const float * /*cells*/, const int * /*index*/, uint32_t /*n*/) {
// CHECK-NEXT: vkmorph::ThrowNoDropIn("Heat_Generated::Unknown", "the extent of 'index' is not known",
// CHECK: void Heat_Generated::Fill(float * /*cells*/, uint32_t /*n*/, float /*value*/) const {
// JSON: "name": "Unknown"
// JSON: "dropIn": false,
// JSON-NEXT: "noDropInBecause": "the extent of 'index' is not known"
module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @Cell size 8 align 4 [#vkm.member<"heat" : f32 at 0>, #vkm.member<"kind" : si32 at 4>]
  vkm.class @Heat namespaces [] header "heat.h" {
    vkm.shader @kernel1D_K kernel "kernel1D_K" local_size [64, 1, 1] bindings [] doc "nothing" {
    }
    vkm.commands @kernel1D_K_commands(%n: ui32 {vkm.name = "n"}) attributes {
        kernel = "kernel1D_K", display = "K", fields = {},
        bindings = [#vkm.binding<0, parameter "cells" : f32, read>, #vkm.binding<1, parameter "index" : si32, read>]} {
      vkm.cmd.pipeline @kernel1D_K
      vkm.cmd.dispatch (%n) : ui32
    }
    vkm.commands @kernel1D_L_commands() attributes {
        kernel = "kernel1D_L", display = "L", fields = {}, bindings = [#vkm.binding<0, parameter "cells" : !vkm.record<@Cell>, write>]} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @kernel1D_K
      vkm.cmd.dispatch (%one) : ui32
    }
    vkm.commands @kernel1D_M_commands() attributes {
        kernel = "kernel1D_M", display = "M", fields = {}, bindings = [#vkm.binding<0, parameter "cells" : f32, write>]} {
      %one = vkm.constant 1 : ui32
      vkm.cmd.pipeline @kernel1D_K
      vkm.cmd.dispatch (%one) : ui32
    }
    vkm.control @Unknown(%cells: !vkm.ptr<const f32> {vkm.name = "cells"},
                         %index: !vkm.ptr<const si32> {vkm.name = "index"}, %n: ui32 {vkm.name = "n"}) {
      vkm.extent %cells : !vkm.ptr<const f32> {
        vkm.yield %n : ui32
      }
      vkm.cmd.bind @kernel1D_K_commands site 0 (%cells, %index) : !vkm.ptr<const f32>, !vkm.ptr<const si32>
      vkm.cmd.run @kernel1D_K_commands(%n) : ui32
    }
    vkm.control @Fill(%cells: !vkm.ptr<f32> {vkm.name = "cells"}, %n: ui32 {vkm.name = "n"},
                      %value: f32 {vkm.name = "value"}) attributes {is_const} {
      vkm.cmd.bind @kernel1D_M_commands site 0 (%cells) : !vkm.ptr<f32>
      vkm.cmd.run @kernel1D_M_commands()
    }
    vkm.control @Fill_2(%cells: !vkm.ptr<!vkm.record<@Cell>> {vkm.name = "cells"}, %n: ui32 {vkm.name = "n"})
        attributes {cpp_name = "Fill"} {
      vkm.extent %cells : !vkm.ptr<!vkm.record<@Cell>> {
        vkm.yield %n : ui32
      }
      vkm.cmd.bind @kernel1D_L_commands site 0 (%cells) : !vkm.ptr<!vkm.record<@Cell>>
      vkm.cmd.run @kernel1D_L_commands()
    }
  }
}
