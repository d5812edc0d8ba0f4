// What recognition starts from: control functions launch kernels, and call no others; kernels take arrays and numbers, and have
// their loops still. What stands beside launches is a kernel of one thread.
// RUN: vkmorph %s --emit=normalised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph-translate --import-cpp %s -- -std=c++17 | vkmorph-opt -vkm-normalise | FileCheck %s
// RUN: vkmorph-translate --import-cpp %s -- -std=c++17 | vkmorph-opt -vkm-normalise -vkm-recognise | FileCheck %s --check-prefix=GRIDS
// RUN: vkmorph %s --emit=recognised --without-locations -- -std=c++17 | FileCheck %s --check-prefix=GRIDS
class Totals {
public:
  virtual ~Totals() = default;
  virtual void Run(int *a, int n) {
    m_rounds = 0;
    for (int i = 0; i < n; i++)
      a[i] = 2 * i;
    Sum(a, n);
    kernel1D_Add(a, n, m_total);
  }
  virtual void Sum(const int *a, int n) { kernel1D_Sum(a, n, m_total); }

private:
  void kernel1D_Sum(const int *a, int n, int &total) {
    total = 0;
    for (int i = 0; i < n; i++)
      total += a[i];
  }
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
  int m_rounds, m_total;
};

// CHECK: vkm.phase = #vkm.phase<normalised>
// CHECK-NOT: {{vkm\.grid|!vkm\.ref<si32> {vkm}}
// CHECK: vkm.kernel @kernel1D_Sum(%a: {{.*}} attributes {{{.*}}dims = 1 : i32, display = "Sum"
// CHECK: vkm.field_ref @m_total
// CHECK: vkm.for "i"
// CHECK: vkm.kernel @kernel1D_Run_members() attributes {dims = 1 : i32, display = "Run_members"
// CHECK-NEXT: vkm.once {
// CHECK: vkm.kernel @kernel1D_Run_members2(
// CHECK-NEXT: vkm.once {
// CHECK: vkm.for "i"
// CHECK-NOT: vkm.grid
// CHECK: vkm.control @Run(
// CHECK-NEXT: vkm.launch @kernel1D_Run_members()
// CHECK-NEXT: vkm.launch @kernel1D_Run_members2(
// CHECK-NEXT: vkm.launch @kernel1D_Sum(
// CHECK: vkm.launch @kernel1D_Add(
// CHECK-NOT: vkm.call

// A loop of independent iterations is a grid then.
// GRIDS: vkm.phase = #vkm.phase<recognised>
// GRIDS-LABEL: vkm.kernel @kernel1D_Run_members2(
// GRIDS: vkm.grid (%{{.*}}: si32 "i")
