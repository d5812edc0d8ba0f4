// Workgroups and strategies, chosen from the target and the options.
// RUN: vkmorph-opt %s -verify-each -vkm-plan | FileCheck %s --check-prefixes=CHECK,WG256,SUBGROUP
// RUN: vkmorph-opt %s -verify-each -vkm-plan=reduction=tree | FileCheck %s --check-prefixes=CHECK,WG256,TREE
// RUN: vkmorph-opt %s -verify-each -vkm-plan=target=vulkan10 | FileCheck %s --check-prefixes=CHECK,WG128,TREE
// RUN: vkmorph-opt %s -verify-each -vkm-plan=finish=last-workgroup | FileCheck %s --check-prefixes=CHECK,WG256,LAST
// RUN: echo '{"name": "without-ballots", "subgroup_ballot": false, "subgroup_arithmetic": true}' > %t.json
// RUN: vkmorph-opt %s -verify-each -vkm-plan="finish=last-workgroup target=%t.json" | FileCheck %s --check-prefixes=CHECK,BALLOTS
// RUN: vkmorph-opt %s -verify-each -vkm-plan=finish=atomic-totals | FileCheck %s --check-prefixes=CHECK,WG256,TOTALS
// RUN: vkmorph-opt %s -verify-each -vkm-plan=finish=atomics | FileCheck %s --check-prefixes=CHECK,ATOMICS,FLOATATOMICS
// RUN: vkmorph-opt %s -verify-each -vkm-plan="finish=atomics deterministic" | FileCheck %s --check-prefixes=CHECK,ATOMICS,LASTFLOAT
// RUN: vkmorph-opt %s -verify-each -vkm-plan=finish=extra-dispatches | FileCheck %s --check-prefixes=CHECK,WG256,EXTRA
// RUN: vkmorph-opt %s -verify-each -vkm-plan=workgroup-size=64 | FileCheck %s --check-prefixes=CHECK,WG64

// CHECK: vkm.phase = #vkm.phase<planned>
// CHECK-SAME: vkm.target = {api_version = "1.{{[03]}}"
module attributes {vkm.phase = #vkm.phase<recognised>} {
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_int : si32
    vkm.field @m_float : f32
    vkm.field @m_double : f64
    vkm.field @m_long : ui64
    // No reduction: nothing to combine, every iteration has a thread.
    // CHECK: vkm.kernel @kernel1D_Copy
    // CHECK: vkm.grid
    // CHECK-SAME: attributes {elements_per_thread = 1 : i32,
    // CHECK-NOT: plan
    // WG256-SAME: workgroup_size = array<i32: 256, 1, 1>
    // WG128-SAME: workgroup_size = array<i32: 128, 1, 1>
    // WG64-SAME: workgroup_size = array<i32: 64, 1, 1>
    vkm.kernel @kernel1D_Copy(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.assign %p, %v : !vkm.ref<si32>
      }
    }
    // CHECK: vkm.kernel @kernel1D_Sum
    // CHECK: vkm.grid
    // CHECK-SAME: elements_per_thread = 16 : i32, load_width = 4 : i32, max_workgroups = array<i32: 256, 1, 1>
    // SUBGROUP-SAME: plan = #vkm.reduction<subgroup, atomic_totals>
    // LAST-SAME: plan = #vkm.reduction<subgroup, last_subgroup>
    // BALLOTS-SAME: plan = #vkm.reduction<subgroup, last_workgroup>
    // EXTRA-SAME: plan = #vkm.reduction<subgroup, extra_dispatches>
    // TREE-SAME: plan = #vkm.reduction<tree, atomic_totals>
    // ATOMICS-SAME: plan = #vkm.reduction<subgroup, atomics>
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<si32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<si32>, ui32 -> !vkm.ref<si32>
        %v = vkm.load %p : !vkm.ref<si32>
        vkm.reduce add @m_int, %v : si32
      }
    }
    // CHECK: vkm.kernel @kernel1D_FloatSum
    // CHECK: vkm.grid
    // One subgroup is enough for a few numbers.
    // SUBGROUP-SAME: plan = #vkm.reduction<subgroup, last_subgroup>
    // Sums of floats depend on their order, so that totals of them have to be asked for.
    // TOTALS-SAME: plan = #vkm.reduction<subgroup, atomic_totals>
    // FLOATATOMICS-SAME: plan = #vkm.reduction<subgroup, atomics>
    // LASTFLOAT-SAME: plan = #vkm.reduction<subgroup, last_subgroup>
    // BALLOTS-SAME: plan = #vkm.reduction<subgroup, last_workgroup>
    vkm.kernel @kernel1D_FloatSum(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce add @m_float, %v : f32
      }
    }
    // There is no atomic minimum of floats.
    // CHECK: vkm.kernel @kernel2D_Least
    // CHECK: vkm.grid
    // CHECK-SAME: elements_per_thread = 1 : i32, max_workgroups = array<i32: 16, 32, 1>
    // SUBGROUP-SAME: plan = #vkm.reduction<subgroup, last_workgroup>
    // ATOMICS-SAME: plan = #vkm.reduction<subgroup, last_workgroup>
    // WG256-SAME: workgroup_size = array<i32: 16, 16, 1>
    // WG128-SAME: workgroup_size = array<i32: 16, 8, 1>
    // WG64-SAME: workgroup_size = array<i32: 8, 8, 1>
    vkm.kernel @kernel2D_Least(%a: !vkm.ptr<f32> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 2 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%y: ui32 "y", %x: ui32 "x") = (%zero, %zero) lt, lt (%n : ui32, %n : ui32) step (1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f32>, ui32 -> !vkm.ref<f32>
        %v = vkm.load %p : !vkm.ref<f32>
        vkm.reduce min @m_float, %v : f32
      }
    }
    // Subgroup operations are used on 32 bits only; 64-bit integers have atomics, doubles none.
    // CHECK: vkm.kernel @kernel3D_Long
    // CHECK: vkm.grid
    // CHECK-SAME: max_workgroups = array<i32: 8, 8, 8>
    // SUBGROUP-SAME: plan = #vkm.reduction<tree, last_workgroup>
    // ATOMICS-SAME: plan = #vkm.reduction<tree, atomics>
    // WG256-SAME: workgroup_size = array<i32: 8, 8, 4>
    // WG128-SAME: workgroup_size = array<i32: 8, 4, 4>
    // WG64-SAME: workgroup_size = array<i32: 4, 4, 4>
    vkm.kernel @kernel3D_Long(%a: !vkm.ptr<ui64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 3 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%z: ui32 "z", %y: ui32 "y", %x: ui32 "x") = (%zero, %zero, %zero) lt, lt, lt (%n : ui32, %n : ui32, %n : ui32) step (1, 1, 1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<ui64>, ui32 -> !vkm.ref<ui64>
        %v = vkm.load %p : !vkm.ref<ui64>
        vkm.reduce max @m_long, %v : ui64
      }
    }
    // CHECK: vkm.kernel @kernel1D_Double
    // CHECK: plan = #vkm.reduction<tree, {{last_workgroup|extra_dispatches}}>
    vkm.kernel @kernel1D_Double(%a: !vkm.ptr<f64> {vkm.name = "a"}, %n: ui32 {vkm.name = "n"}) attributes {dims = 1 : i32} {
      %zero = vkm.constant 0 : ui32
      vkm.grid (%x: ui32 "x") = (%zero) lt (%n : ui32) step (1) {
        %p = vkm.deref %a[%x] : !vkm.ptr<f64>, ui32 -> !vkm.ref<f64>
        %v = vkm.load %p : !vkm.ref<f64>
        vkm.reduce add @m_double, %v : f64
      }
    }
  }
}
