// Vectors that kernels append to, in shaders and commands.
// RUN: vkmorph-opt %s | vkmorph-opt | FileCheck %s
// RUN: vkmorph-opt %s -mlir-print-op-generic | vkmorph-opt | FileCheck %s

module attributes {vkm.phase = #vkm.phase<lowered>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_hits : !vkm.dynarray<si32>
    vkm.field @m_hits_size : ui32 size_of @m_hits offset 0
    vkm.field @m_next : !vkm.dynarray<si32>
    // CHECK: vkm.field temporary @m_hits_capacity : ui32 offset 4 {vkm.capacity_of = @m_hits}
    vkm.field temporary @m_hits_capacity : ui32 offset 4 {vkm.capacity_of = @m_hits}
    vkm.scratch @ShadeGroups bytes 12 [#vkm.member<"groups" : !vkm.array<3 x ui32> at 0>]
    vkm.func @slot() -> ui32 {
      // CHECK: %{{.*}} = vkm.active_threads count : ui32
      %all = vkm.active_threads count : ui32
      // CHECK: %[[RANK:.*]] = vkm.active_threads rank : ui32
      %rank = vkm.active_threads rank : ui32
      // CHECK: %{{.*}} = vkm.subgroup_first %[[RANK]] : ui32
      %first = vkm.subgroup_first %rank : ui32
      // CHECK: %{{.*}} = vkm.active_threads count where %{{.*}} : ui32
      %limit = vkm.constant 3 : ui32
      %isLow = vkm.cmp lt %first, %limit : ui32
      %low = vkm.active_threads count where %isLow : ui32
      vkm.return %low : ui32
    }
    vkm.commands @kernel1D_Shade_commands(%n: ui32 {vkm.name = "n"}) attributes {bindings = [], display = "Shade"} {
      // CHECK: vkm.will_clear @m_hits
      vkm.will_clear @m_hits
      // CHECK: vkm.will_exchange @m_hits, @m_next
      vkm.will_exchange @m_hits, @m_next
      // CHECK: %[[MOST:.*]] = vkm.most_elements @m_hits : ui32
      %most = vkm.most_elements @m_hits : ui32
      // CHECK: vkm.will_append @m_hits(%[[MOST]], %{{.*}}) times 2 : ui32, ui32
      vkm.will_append @m_hits(%most, %n) times 2 : ui32, ui32
      // CHECK: vkm.will_append @m_hits(){{$}}
      vkm.will_append @m_hits()
      // CHECK: vkm.cmd.barrier indirect from [] to []
      vkm.cmd.barrier indirect from [] to [] [#vkm.hazard<read_after_write "ShadeGroups" from "Shade groups" to "Shade">]
      // CHECK: vkm.cmd.dispatch_indirect @ShadeGroups["groups"]
      vkm.cmd.dispatch_indirect @ShadeGroups["groups"]
    }
  }
}
