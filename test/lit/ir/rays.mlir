// Ray generation shaders that run callable shaders with a payload, and how the host runs them.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.record @ShadeCall size 8 align 4 [#vkm.member<"u" : f32 at 0>, #vkm.member<"result" : f32 at 4>]
  vkm.class @Painter namespaces [] header "painter.h" {
    // CHECK: vkm.payload @shadeCall : !vkm.record<@ShadeCall>
    vkm.payload @shadeCall : !vkm.record<@ShadeCall>
    // CHECK: vkm.shader @kernel2D_Paint kernel "kernel2D_Paint" stage ray_generation local_size [1, 1, 1]
    vkm.shader @kernel2D_Paint kernel "kernel2D_Paint" stage ray_generation local_size [1, 1, 1]
        bindings [#vkm.binding<0, parameter "out" : f32, read_write>] doc "Independent iterations." {
      %out = vkm.buffer "out" : !vkm.ptr<f32>
      // CHECK: vkm.builtin launch[1] : ui32
      %y = vkm.builtin launch[1] : ui32
      // CHECK-NEXT: vkm.builtin launch_size[0] : ui32
      %w = vkm.builtin launch_size[0] : ui32
      // CHECK-NEXT: %[[CALL:.*]] = vkm.payload_ref @shadeCall : <!vkm.record<@ShadeCall>>
      %call = vkm.payload_ref @shadeCall : !vkm.ref<!vkm.record<@ShadeCall>>
      %u = vkm.member %call["u"] : !vkm.ref<!vkm.record<@ShadeCall>> -> !vkm.ref<f32>
      %value = vkm.cast %w : ui32 to f32
      vkm.assign %u, %value : !vkm.ref<f32>
      // CHECK: vkm.execute_callable %{{.*}}, @shadeCall of [@kernel2D_Paint_Matte_Shade, @kernel2D_Paint_Mirror_Shade]
      vkm.execute_callable %y, @shadeCall of [@kernel2D_Paint_Matte_Shade, @kernel2D_Paint_Mirror_Shade]
      %result = vkm.member %call["result"] : !vkm.ref<!vkm.record<@ShadeCall>> -> !vkm.ref<f32>
      %shade = vkm.load %result : !vkm.ref<f32>
      %place = vkm.deref %out[%y] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
      vkm.assign %place, %shade : !vkm.ref<f32>
    }
    // CHECK: vkm.shader @kernel2D_Paint_Matte_Shade kernel "kernel2D_Paint" role "Matte_Shade" stage callable local_size [1, 1, 1]
    vkm.shader @kernel2D_Paint_Matte_Shade kernel "kernel2D_Paint" role "Matte_Shade" stage callable local_size [1, 1, 1]
        bindings [#vkm.binding<0, parameter "out" : f32, read_write>] doc "Runs Matte_Shade." {
    }
    vkm.shader @kernel2D_Paint_Mirror_Shade kernel "kernel2D_Paint" role "Mirror_Shade" stage callable local_size [1, 1, 1]
        bindings [#vkm.binding<0, parameter "out" : f32, read_write>] doc "Runs Mirror_Shade." {
    }
    vkm.commands @kernel2D_Paint_commands(%w: ui32, %h: ui32) attributes {
        bindings = [#vkm.binding<0, parameter "out" : f32, read_write>], display = "Paint"} {
      // CHECK: vkm.cmd.pipeline @kernel2D_Paint callables [@kernel2D_Paint_Matte_Shade, @kernel2D_Paint_Mirror_Shade, @kernel2D_Paint_Matte_Shade]
      vkm.cmd.pipeline @kernel2D_Paint
          callables [@kernel2D_Paint_Matte_Shade, @kernel2D_Paint_Mirror_Shade, @kernel2D_Paint_Matte_Shade]
      // CHECK-NEXT: vkm.cmd.trace_rays(%{{.*}}, %{{.*}}) : ui32, ui32
      vkm.cmd.trace_rays (%w, %h) : ui32, ui32
    }
  }
}
