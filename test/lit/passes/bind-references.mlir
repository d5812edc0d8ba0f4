// Kernels with reference parameters: one for each set of places that calls give.
// RUN: vkmorph-opt %s -split-input-file -verify-each -vkm-inline-controls -vkm-bind-references -vkm-name-launches -vkm-pass-members -vkm-recognise-grids | FileCheck %s

module attributes {vkm.phase = #vkm.phase<imported>} {
  vkm.record @Stats size 12 align 4 [#vkm.member<"low" : f32 at 0>, #vkm.member<"count" : si32 at 4>, #vkm.member<"high" : f32 at 8>]
  // A local variable of Mean, a parameter of Give: fields that only the generated class has.
  // CHECK: vkm.class @C
  // CHECK: vkm.field @m_total : f32
  // CHECK: vkm.field @Mean_sum : f32 access protected {vkm.local_name = "sum", vkm.local_of = "Mean"}
  // CHECK: vkm.field temporary @Sum_out_sum : f32
  // CHECK: vkm.field @Give_stats : !vkm.record<@Stats> access protected {vkm.local_name = "stats", vkm.local_of = "Give"}
  vkm.class @C namespaces [] header "c.h" {
    vkm.field @m_total : f32
    // CHECK-NOT: !vkm.ref<f32> {vkm.name = "sum"}
    // CHECK: vkm.kernel @kernel1D_Sum_total(%a: !vkm.ptr<const f32> {{.*}}, %n: si32 {{.*}}) attributes
    // CHECK: vkm.grid
    // CHECK: %[[TOTAL:.*]] = vkm.field_ref @m_total
    // CHECK: vkm.update add %[[TOTAL]]
    // CHECK: vkm.kernel @kernel1D_Sum_sum(
    // CHECK: vkm.field_ref @Mean_sum
    // An element of a buffer is copied, and so are others whose number is as little known.
    // CHECK: vkm.kernel @kernel1D_Sum_out(%a: !vkm.ptr<const f32> {{.*}}, %n: si32 {{.*}}, %sum: !vkm.ptr<f32> {{.*}}, %sumIndex: si32 {{.*}}) attributes
    // CHECK: vkm.once
    // CHECK: vkm.deref %sum[%sumIndex]
    // CHECK: vkm.assign
    // CHECK: vkm.grid
    // CHECK: vkm.field_ref @Sum_out_sum
    // CHECK: vkm.once
    // CHECK: %[[SUM:.*]] = vkm.load %{{.*}} : <f32>
    // CHECK: vkm.assign %{{.*}}, %[[SUM]]
    vkm.kernel @kernel1D_Sum(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %sum: !vkm.ref<f32> {vkm.name = "sum"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Sum"} {
      %0 = vkm.constant 0 : si32
      vkm.for "i" = %0 : si32 cond (%i: !vkm.ref<si32>) {
        %1 = vkm.load %i : <si32>
        %2 = vkm.cmp lt %1, %n : si32
        vkm.yield %2 : i1
      } step (%i: !vkm.ref<si32>) {
        %1 = vkm.constant 1 : si32
        vkm.update add %i, %1 : <si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %1 = vkm.load %i : <si32>
        %2 = vkm.deref %a[%1] : <const f32>, si32 -> <f32>
        %3 = vkm.load %2 : <f32>
        vkm.update add %sum, %3 : <f32>, f32
      }
    }
    // A single instance keeps the name; its first statement assigns all of `low`.
    // CHECK: vkm.kernel @kernel1D_Low(%a: !vkm.ptr<const f32> {{.*}}, %n: si32 {{.*}}) attributes
    vkm.kernel @kernel1D_Low(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %stats: !vkm.ref<!vkm.record<@Stats>> {vkm.name = "stats"}, %n: si32 {vkm.name = "n"}) attributes {dims = 1 : i32, display = "Low"} {
      %0 = vkm.constant 0 : si32
      %1 = vkm.constant 1.000000e+30 : f32
      %2 = vkm.member %stats["low"] : <!vkm.record<@Stats>> -> <f32>
      vkm.assign %2, %1 : <f32>
      vkm.for "i" = %0 : si32 cond (%i: !vkm.ref<si32>) {
        %3 = vkm.load %i : <si32>
        %4 = vkm.cmp lt %3, %n : si32
        vkm.yield %4 : i1
      } step (%i: !vkm.ref<si32>) {
        %3 = vkm.constant 1 : si32
        vkm.update add %i, %3 : <si32>, si32
      } body (%i: !vkm.ref<si32>) {
        %3 = vkm.member %stats["count"] : <!vkm.record<@Stats>> -> <si32>
        %4 = vkm.constant 1 : si32
        vkm.update add %3, %4 : <si32>, si32
      }
    }
    // CHECK: vkm.control @Total
    // CHECK-NEXT: vkm.launch @kernel1D_Sum_total(%a, %n)
    vkm.control @Total(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) {
      %0 = vkm.field_ref @m_total : !vkm.ref<f32>
      vkm.call @kernel1D_Sum(%a, %0, %n) : (!vkm.ptr<const f32>, !vkm.ref<f32>, si32) -> ()
    }
    // CHECK: vkm.control @Mean
    // CHECK: %[[ZERO:.*]] = vkm.constant 0.0
    // CHECK: %[[PLACE:.*]] = vkm.field_ref @Mean_sum
    // CHECK: vkm.assign %[[PLACE]], %[[ZERO]]
    // CHECK: vkm.launch @kernel1D_Sum_sum(%a, %n)
    // CHECK: vkm.field_ref @Mean_sum
    // CHECK: vkm.return
    vkm.control @Mean(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %n: si32 {vkm.name = "n"}) -> f32 {
      %0 = vkm.constant 0.000000e+00 : f32
      %sum = vkm.var "sum" : <f32> = %0 : f32
      vkm.call @kernel1D_Sum(%a, %sum, %n) : (!vkm.ptr<const f32>, !vkm.ref<f32>, si32) -> ()
      %1 = vkm.load %sum : <f32>
      vkm.return %1 : f32
    }
    // CHECK: vkm.control @Element
    // CHECK-NEXT: vkm.launch @kernel1D_Sum_out(%a, %n, %out, %k)
    vkm.control @Element(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %out: !vkm.ptr<f32> {vkm.name = "out"}, %k: si32 {vkm.name = "k"}, %n: si32 {vkm.name = "n"}) {
      %0 = vkm.deref %out[%k] : <f32>, si32 -> <f32>
      vkm.call @kernel1D_Sum(%a, %0, %n) : (!vkm.ptr<const f32>, !vkm.ref<f32>, si32) -> ()
    }
    // What the caller gave comes number by number, but for what is assigned first, and goes back as a whole.
    // CHECK: vkm.control @Give
    // CHECK-NOT: ["low"]
    // CHECK: vkm.member %stats["count"]
    // CHECK: vkm.member %stats["high"]
    // CHECK-NOT: ["low"]
    // CHECK: vkm.launch @kernel1D_Low(%a, %n)
    // CHECK: %[[GIVEN:.*]] = vkm.load %{{.*}} : <!vkm.record<@Stats>>
    // CHECK: vkm.assign %stats, %[[GIVEN]]
    vkm.control @Give(%a: !vkm.ptr<const f32> {vkm.name = "a"}, %stats: !vkm.ref<!vkm.record<@Stats>> {vkm.name = "stats"}, %n: si32 {vkm.name = "n"}) {
      vkm.call @kernel1D_Low(%a, %stats, %n) : (!vkm.ptr<const f32>, !vkm.ref<!vkm.record<@Stats>>, si32) -> ()
    }
  }
}
