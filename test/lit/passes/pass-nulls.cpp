// Kernels and functions that ask whether an array is there are given a bool; how long it is is inferred where it is there.
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | vkmorph-opt --vkm-pass-nulls | FileCheck %s
// RUN: vkmorph %s -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SAYS --allow-empty
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/pass-nulls_generated.cpp
// RUN: FileCheck %s --check-prefix=SHADER --input-file=%t/shaders/kernel1D_Look.comp
// SAYS-NOT: warning
// CHECK: vkm.class @Nulls
// CHECK: vkm.func @Or({{.*}}%table: !vkm.ptr<const f32>{{.*}}%hasTable: i1
// CHECK: vkm.unary not %hasTable
class Nulls {
public:
  virtual ~Nulls() {}

  // CHECK: vkm.kernel @kernel1D_Look({{.*}}%hasTable_: i1 {vkm.cpp_type = "bool", vkm.name = "hasTable_"}
  // CHECK: vkm.call @Or(%{{.*}}, %table, %hasTable_)
  // CHECK: vkm.and %hasTable {
  // CHECK-NEXT: vkm.yield %hasTable_
  // CHECK: vkm.kernel @kernel1D_Look_noTable(%x: !vkm.ptr<f32> {{.*}}%n: si32 {{.*}}%hasTable: i1 {{.*}}) attributes
  // CHECK-NOT: table
  // CHECK: vkm.call @Or_noTable
  // SHADER: uint hasTable;
  // SHADER-NEXT: uint hasTable_;

  // CHECK: vkm.control @Run
  // CHECK: %[[IS:.*]] = vkm.is_set %table : !vkm.ptr<const f32>
  // CHECK-NEXT: vkm.call @kernel1D_Look(%x, %table, %n, %{{.*}}, %[[IS]])
  // HOST: {"table", {table, tableOffset, tableRange}, false, /*inWords=*/false, /*mayBeNull=*/true}
  // HOST: void Nulls_Generated::RunCmd(
  // HOST: const bool hasTable = m_vulkan.IsGiven(m_runSets[0], 1, "SetInOutFor_Run");
  // HOST: LookCmd(cmd, n, true, hasTable);
  // HOST: if (!hasTable) {
  // HOST: LookCmd
  // HOST: void Nulls_Generated::Run(
  // HOST: call.In("table", table, {{.*}}std::max<int>(n, 0){{.*}}, /*mayBeNull=*/true);
  virtual void Run(float *x, const float *table, int n) {
    kernel1D_Look(x, table, n, true);
    if (!table)
      kernel1D_Look(x, table, n, false);
  }

  // CHECK: vkm.control @Plain
  // CHECK: vkm.call @kernel1D_Look_noTable(%x, %n,
  virtual void Plain(float *x, int n) { kernel1D_Look(x, nullptr, n, false); }

  // CHECK: vkm.control @Long
  // CHECK: vkm.if
  // CHECK: vkm.call @kernel1D_Look(%x, %table, %n,
  // CHECK: else
  // CHECK: vkm.call @kernel1D_Look_noTable(%x, %n,
  virtual void Long(float *x, const float *table, int n) {
    kernel1D_Look(x, n > 100 ? table : nullptr, n, true);
  }

  void kernel1D_Look(float *x, const float *table, int n, bool hasTable) {
    for (int i = 0; i < n; i++) {
      x[i] = Or(i, table);
      if (hasTable && table != nullptr)
        x[i] += table[i];
    }
  }

  static float Or(int i, const float *table) {
    if (table == nullptr)
      return 1.0f;
    return table[i];
  }
};
