// What a workgroup shares for its appends counts beside what it shares for its sums; and the report has the threads that the
// planner of rows takes.
// RUN: echo '{"name": "tiny", "shared_memory_bytes": 2200, "subgroup_ballot": true, "min_subgroup_size": 4, "max_workgroup_invocations": 512, "max_workgroup_size": [512, 512, 64]}' > %t.json
// RUN: vkmorph %s --emit=planned --target=%t.json --report=%t.auto.json -- -std=c++17 | FileCheck %s --check-prefix=AUTO
// RUN: FileCheck %s --check-prefix=AUTO-REPORT < %t.auto.json
// RUN: vkmorph %s --emit=planned --target=%t.json --append=stable -- -std=c++17 | FileCheck %s --check-prefix=STABLE
// RUN: vkmorph %s --emit=planned --report=%t.large.json -- -std=c++17 | FileCheck %s --check-prefix=LARGE
// RUN: FileCheck %s --check-prefix=LARGE-REPORT < %t.large.json
// RUN: vkmorph %s --emit=planned -- -std=c++17 | sed 's/shared_memory_bytes = 32768/shared_memory_bytes = 1000/' > %t.mlir
// RUN: not vkmorph-opt %t.mlir 2>&1 | FileCheck %s --check-prefix=VERIFIED

// AUTO-LABEL: vkm.kernel @kernel1D_Hits
// AUTO: workgroup_size = array<i32: 512, 1, 1>
// AUTO: vkm.append @m_hits, {{.*}} by subgroup
// AUTO-REPORT: "obstacle": "with what its threads share otherwise that takes 2568 bytes of shared memory, and target 'tiny' has 2200"
// STABLE-LABEL: vkm.kernel @kernel1D_Hits
// STABLE: workgroup_size = array<i32: 128, 1, 1>
// LARGE-LABEL: vkm.kernel @kernel1D_Hits
// LARGE: vkm.append @m_hits, {{.*}} by workgroup
// LARGE-LABEL: vkm.kernel @kernel1D_Rows
// LARGE: workgroup_size = array<i32: 128, 1, 1>
// LARGE-REPORT-LABEL: "name": "kernel1D_Rows"
// LARGE-REPORT: "chosen": "128",
// LARGE-REPORT-NOT: "chosen"
// LARGE-REPORT: "subject": "workgroup-size"
// LARGE-REPORT-NOT: "subject": "workgroup-size"
// VERIFIED: error: 'vkm.grid' op takes 1032 bytes of shared memory in workgroups of 512 threads, and target 'vulkan13' has 1000
#include <vector>

class Both {
public:
  void Run(const float *a, float *sums, int n, int m);
  std::vector<int> m_hits;
  float m_sum = 0;

private:
  void kernel1D_Hits(const float *a, int n);
  void kernel1D_Rows(const float *a, float *sums, int n, int m);
};

void Both::kernel1D_Hits(const float *a, int n) {
  for (int i = 0; i < n; i++) {
    m_sum += a[i];
    if (a[i] > 9)
      m_hits.push_back(i);
  }
}

void Both::kernel1D_Rows(const float *a, float *sums, int n, int m) {
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < m; j++)
      sum += a[i * m + j];
    sums[i] = sum;
  }
}

void Both::Run(const float *a, float *sums, int n, int m) {
  m_hits.reserve(n);
  kernel1D_Hits(a, n);
  kernel1D_Rows(a, sums, n, m);
}
