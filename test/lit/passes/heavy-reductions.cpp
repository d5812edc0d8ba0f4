// Where an iteration of a reduction costs much, a thread takes few of them, and there are as many workgroups as any device
// has room for; light bodies are planned as before.
// RUN: vkmorph %s --emit=planned --report=%t.json --remarks=decisions -- -std=c++17 -Wno-attributes 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not="'kernel1D_Light': an iteration" < %t.remarks
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: vkmorph %s --emit=planned --finish=atomics -- -std=c++17 -Wno-attributes | FileCheck %s --check-prefix=ATOMICS
// RUN: vkmorph %s --emit=planned --target=vulkan10 -- -std=c++17 -Wno-attributes | FileCheck %s --check-prefix=SMALL
// RUN: echo '{"name": "half", "int64_atomics": true, "float64": true}' > %t.target
// RUN: vkmorph %s --emit=planned --target=%t.target -- -std=c++17 -Wno-attributes | FileCheck %s --check-prefix=HALF --implicit-check-not=vkm.packed_total
// HALF: int64 = false, int64_atomics = true
// HALF: vkm.kernel @kernel1D_Escapes
// RUN: vkmorph %s --emit=planned --workgroup-size=64 -- -std=c++17 -Wno-attributes | FileCheck %s --check-prefix=ASKED
// RUN: vkmorph %s --emit=glsl -- -std=c++17 -Wno-attributes | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %s --emit=host -- -std=c++17 -Wno-attributes | FileCheck %s --check-prefix=HOST
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Turn {
  float c, s;
};

class Heavy {
public:
  virtual ~Heavy() = default;
  virtual void Run(const float *a, const Turn *turns, int n, int w, int h, int d) {
    kernel1D_Light(a, n);
    kernel1D_Medium(a, n);
    kernel1D_Series(a, n);
    kernel1D_Escapes(a, n);
    kernel1D_Calls(a, n);
    kernel1D_Longest(a, n, w);
    kernel1D_Best(a, n);
    kernel1D_Chain(turns, n);
    kernel1D_Many(a, n);
    kernel2D_LightPlane(a, w, h);
    kernel2D_Plane(a, w, h);
    kernel3D_Space(a, w, h, d);
    kernel2D_Chosen(a);
  }

protected:
  void kernel1D_Light(const float *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += std::sqrt(a[i] * a[i] + 1.0f);
  }
  void kernel1D_Medium(const float *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += std::sin(a[i]) * std::cos(2.0f * a[i]) + std::exp(-a[i] * a[i]) / (1.0f + std::log(2.0f + a[i] * a[i])) +
               std::sin(3.0f * a[i]) / (2.0f + std::cos(a[i])) + std::sqrt(1.0f + a[i] * a[i]) +
               std::sin(5.0f * a[i]) / (2.0f + std::sin(a[i]));
  }
  // Each thread has several partial results under way.
  void kernel1D_Series(const float *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      float term = 1, total = 0;
      for (int k = 1; k <= 200; k++) {
        term *= a[i] / float(k);
        total += term;
      }
      m_sum += total;
    }
  }
  // The loop may be left early, but nobody knows when.
  void kernel1D_Escapes(const float *a, int n) {
    m_steps = 0;
    for (int i = 0; i < n; i++) {
      float x = 0, y = 0;
      int steps = 0;
      while (steps < 100 && x * x + y * y < 4.0f) {
        const float next = x * x - y * y + a[i];
        y = 2 * x * y + 0.25f;
        x = next;
        steps++;
      }
      m_steps += steps;
    }
  }
  // What functions do counts.
  static float Root(float x) {
    float root = x;
    for (int k = 0; k < 50; k++)
      root = 0.5f * (root + x / root);
    return root;
  }
  void kernel1D_Calls(const float *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += Root(2.0f + a[i] * a[i]);
  }
  // A loop of unknown length.
  void kernel1D_Longest(const float *a, int n, int w) {
    m_most = 0;
    for (int i = 0; i < n; i++) {
      float total = 0;
      for (int k = 0; k < w; k++)
        total += a[i] * a[k];
      m_most = std::max(m_most, total);
    }
  }
  void kernel1D_Best(const float *a, int n) {
    m_most = -1;
    m_where = -1;
    for (int i = 0; i < n; i++) {
      const float root = Root(2.0f + a[i] * a[i]);
      if (root > m_most) {
        m_most = root;
        m_where = i;
      }
    }
  }
  [[vkmorph::associative]] static Turn Then(Turn a, Turn b) { return {a.c * b.c - a.s * b.s, a.s * b.c + a.c * b.s}; }
  void kernel1D_Chain(const Turn *turns, int n) {
    m_turn = {1, 0};
    for (int i = 0; i < n; i++) {
      Turn turn = turns[i];
      for (int k = 0; k < 100; k++) {
        const float length = std::sqrt(turn.c * turn.c + turn.s * turn.s) + 0.5f;
        turn = {turn.c / length, turn.s / length};
      }
      m_turn = Then(m_turn, turn);
    }
  }
  // Many numbers take longer to combine, so that a thread has to do more before they are.
  void kernel1D_Many(const float *a, int n) {
    for (int k = 0; k < 30; k++)
      m_many[k] = 0;
    for (int i = 0; i < n; i++) {
      float x = a[i];
      for (int k = 0; k < 60; k++)
        x = 0.5f * (x + 2.0f / (x + 3.0f));
      for (int k = 0; k < 30; k++)
        m_many[k] += x * float(k);
    }
  }
  void kernel2D_LightPlane(const float *a, int w, int h) {
    m_sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        m_sum += a[y * w + x];
  }
  // Wide and narrow planes have as many workgroups as square ones.
  void kernel2D_Plane(const float *a, int w, int h) {
    m_sum = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        m_sum += Root(2.0f + a[y * w + x]);
  }
  void kernel3D_Space(const float *a, int w, int h, int d) {
    m_sum = 0;
    for (int z = 0; z < d; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          m_sum += Root(2.0f + a[(z * h + y) * w + x]);
    m_wide = m_sum > 10 ? 5 : 3;
  }
  // The device computes its bounds.
  void kernel2D_Chosen(const float *a) {
    m_sum = 0;
    for (int y = 0; y < m_wide; y++)
      for (int x = 0; x < m_wide; x++)
        m_sum += Root(2.0f + a[y * m_wide + x]);
  }

  float m_sum = 0, m_most = 0;
  float m_many[30] = {};
  int m_where = 0, m_wide = 4;
  uint32_t m_steps = 0;
  Turn m_turn = {};
};

// CHECK-LABEL: vkm.kernel @kernel1D_Light
// CHECK: elements_per_thread = 16 : i32, load_width = 4 : i32, max_workgroups = array<i32: 256, 1, 1>
// CHECK-SAME: workgroup_size = array<i32: 512, 1, 1>
// CHECK-LABEL: vkm.kernel @kernel1D_Medium
// CHECK: elements_per_thread = 4 : i32, {{.*}}max_workgroups = array<i32: 4096, 1, 1>
// CHECK-SAME: last_workgroup
// CHECK-SAME: workgroup_size = array<i32: 256, 1, 1>
// CHECK-LABEL: vkm.kernel @kernel1D_Series
// CHECK: elements_per_thread = 1 : i32, {{.*}}max_workgroups = array<i32: 4096, 1, 1>, plan = #vkm.reduction<subgroup, last_workgroup>
// CHECK-SAME: workgroup_size = array<i32: 256, 1, 1>
// CHECK-LABEL: vkm.kernel @kernel1D_Escapes
// CHECK: elements_per_thread = 1 : i32, {{.*}}max_workgroups = array<i32: 16384, 1, 1>, plan = #vkm.reduction<subgroup, atomic_totals>, vkm.packed_total
// CHECK-LABEL: vkm.kernel @kernel1D_Calls
// CHECK: elements_per_thread = 1 : i32,
// CHECK-LABEL: vkm.kernel @kernel1D_Longest
// CHECK: elements_per_thread = 2 : i32,
// CHECK-LABEL: vkm.kernel @kernel1D_Best
// CHECK: elements_per_thread = 1 : i32, max_workgroups = array<i32: 4096, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>
// CHECK-SAME: workgroup_size = array<i32: 256, 1, 1>
// CHECK-LABEL: vkm.kernel @kernel1D_Chain
// CHECK: elements_per_thread = 1 : i32, max_workgroups = array<i32: 4096, 1, 1>
// CHECK-LABEL: vkm.kernel @kernel1D_Many
// CHECK: elements_per_thread = 4 : i32,
// CHECK-LABEL: vkm.kernel @kernel2D_LightPlane
// CHECK: max_workgroups = array<i32: 16, 32, 1>
// CHECK-NOT: most_workgroups = 
// CHECK-LABEL: vkm.kernel @kernel2D_Plane
// CHECK: max_workgroups = array<i32: 4096, 4096, 1>, most_workgroups = 4096 : i64, plan = #vkm.reduction<subgroup, last_workgroup>
// CHECK-LABEL: vkm.kernel @kernel3D_Space
// CHECK: max_workgroups = array<i32: 4096, 4096, 4096>
// CHECK-SAME: most_workgroups = 4096 : i64
// CHECK-SAME: workgroup_size = array<i32: 8, 8, 4>

// REMARK: remark: kernel 'kernel1D_Medium': an iteration costs about {{[0-9]+}} operations, so that each thread takes 4; there are at most 4096 workgroups of 256 threads, and where that is not enough threads take more [vkm2223, decisions]
// REMARK: kernel 'kernel1D_Series': an iteration costs {{.*}} each thread takes 1; there

// REPORT: "elementsPerThread": 4,
// REPORT: "maxWorkgroups": 4096,
// REPORT: "elementsPerThread": 1,
// REPORT: "maxWorkgroups": 4096,

// ATOMICS-LABEL: vkm.kernel @kernel1D_Series
// ATOMICS: max_workgroups = array<i32: 4096, 1, 1>, plan = #vkm.reduction<subgroup, atomics>
// ATOMICS-LABEL: vkm.kernel @kernel2D_Plane
// ATOMICS: max_workgroups = array<i32: 1024, 1024, 1>, plan = #vkm.reduction<subgroup, atomics>
// ATOMICS-NOT: most_workgroups = 

// SMALL-LABEL: vkm.kernel @kernel1D_Series
// SMALL: elements_per_thread = 1 : i32, {{.*}}max_workgroups = array<i32: 4096, 1, 1>, plan = #vkm.reduction<tree, last_workgroup>
// SMALL-SAME: workgroup_size = array<i32: 128, 1, 1>

// ASKED-LABEL: vkm.kernel @kernel1D_Series
// ASKED: elements_per_thread = 1 : i32,
// ASKED-SAME: workgroup_size = array<i32: 64, 1, 1>

// GLSL-LABEL: {{^}}//--- shaders/kernel1D_Series.comp
// GLSL: layout(local_size_x = 256)
// GLSL: float m_sumPartials[4096];
// GLSL: for (uint group = {{lid|gl_LocalInvocationIndex}}; group < gl_NumWorkGroups.x; group += 4u * 256u) {
// GLSL-NEXT: [{{\[}}unroll]] for (uint turn = 0u; turn < 4u; turn++) {
// GLSL-NEXT: const uint other = group + turn * 256u;
// GLSL-NEXT: const float share = m_sumPartials[min(other, gl_NumWorkGroups.x - 1u)];
// GLSL-NEXT: if (other < gl_NumWorkGroups.x) {
// GLSL-NEXT: m_sumLocal += share;
// One atomic operation adds to the total and counts the workgroup.
// GLSL-LABEL: {{^}}//--- shaders/kernel1D_Escapes.comp
// GLSL: coherent buffer EscapesTotals {
// GLSL-NEXT: uint64_t m_stepsTotalAndGroups;
// GLSL-NEXT: };
// GLSL: const uint64_t before = atomicAdd(m_stepsTotalAndGroups, (uint64_t(m_stepsLocal) << 32ul) | 1ul);
// GLSL-NEXT: if (uint(before) == gl_NumWorkGroups.x - 1u) {
// GLSL-NEXT: m_stepsLocal += uint(before >> 32ul);
// GLSL: m_stepsTotalAndGroups = 0ul;
// GLSL-LABEL: {{^}}//--- shaders/kernel2D_Chosen_groups.comp
// GLSL: groups[1] = min(groupsY, 4096u / groupsX);

// HOST: const uint32_t groupsX = m_vulkan.GroupCount(xCount, kPlanePerGroupX, kPlaneMaxGroupsX);
// HOST-NEXT: const uint32_t groupsY = std::min<uint32_t>(
// HOST-NEXT: m_vulkan.GroupCount(yCount, kPlanePerGroupY, kPlaneMaxGroupsY, 1), 4096u / groupsX);
// HOST: vkCmdDispatch(cmd, groupsX, groupsY, 1);
// HOST: const uint32_t groupsZ =
// HOST-NEXT: std::min<uint32_t>(m_vulkan.GroupCount(zCount, kSpacePerGroupZ, kSpaceMaxGroupsZ, 2),
// HOST-NEXT: 4096u / (groupsX * groupsY));
// HOST: vkCmdDispatch(cmd, groupsX, groupsY, groupsZ);
