// Where there are many workgroups, threads of short iterations take several of them; that loop is the innermost of the shader.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --emit=planned --without-locations --assume-independent=kernel2D_Scatter -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --emit=planned --coarsening=never --assume-independent=kernel2D_Scatter -- -std=c++17 | FileCheck %s --check-prefix=NEVER
// NEVER-NOT: {{coarsening}} =
// RUN: not vkmorph %t.cpp --emit=planned --coarsening=4 -- -std=c++17 2>&1 | FileCheck %s --check-prefix=VALUES
// VALUES: --coarsening has no value '4'; it takes auto, never
// RUN: echo 'module {}' > %t.mlir
// RUN: not vkmorph-opt %t.mlir -vkm-plan-coarsening=coarsening=4 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: option coarsening has no value '4' [vkm2202]
// RUN: vkmorph %t.cpp --emit=glsl --assume-independent=kernel2D_Scatter -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %t.cpp --emit=host --assume-independent=kernel2D_Scatter -- -std=c++17 | FileCheck %s --check-prefix=HOST
// RUN: rm -rf %t && vkmorph %t.cpp -o %t --assume-independent=kernel2D_Scatter --report=%t.json -- -std=c++17
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
#include <cmath>
#include <vector>

// HOST: decisions: {{.*}}Scale: workgroup 256, up to 4 iterations in a thread
class C {
public:
  virtual ~C() {}
  virtual void Run(float *a, const float *b, int w, int h, int d) {
    kernel1D_Scale(a, w);
    kernel2D_Blur(a, b, w, h);
    kernel3D_Average(a, b, w, h, d);
    kernel2D_Scatter(a, b, w, h);
    kernel1D_Series(a, w);
    kernel1D_Roots(a, w);
  }
  virtual float Sum(const float *a, int n) {
    m_found.reserve(n);
    kernel1D_Sum(a, n);
    kernel1D_Find(a, n);
    kernel1D_Again();
    return m_sum;
  }
  virtual void Forces(const float *at, float *force, int n) { kernel1D_Forces(at, force, n); }

protected:
  // CHECK-LABEL: vkm.kernel @kernel1D_Scale
  // CHECK: coarsening = 4 : i64
  // HOST: constexpr uint32_t kScalePerGroup = 256;
  // HOST-NEXT: constexpr uint32_t kScaleCoarsening = 4; // at most so many iterations per thread
  // REPORT: "name": "kernel1D_Scale",
  // REPORT: "coarsening": 4,
  void kernel1D_Scale(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] *= 2.0f;
  }

  // What depends on the column alone is computed once for all rows of a thread.
  // CHECK-LABEL: vkm.kernel @kernel2D_Blur
  // CHECK: coarsening = 4 : i64
  // GLSL-LABEL: kernel2D_Blur.comp
  // GLSL: for (int x = 1 + int(gl_GlobalInvocationID.x); x < w - 1; x += int(gl_NumWorkGroups.x * gl_WorkGroupSize.x)) {
  // GLSL-NEXT: for (int y = int(gl_GlobalInvocationID.y); y < h; y += int(gl_NumWorkGroups.y * gl_WorkGroupSize.y)) {
  // HOST: constexpr uint32_t kBlurCoarsening = 4;
  void kernel2D_Blur(float *a, const float *b, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 1; x < w - 1; x++)
        a[y * w + x] = 0.25f * b[y * w + x - 1] + 0.5f * b[y * w + x] + 0.25f * b[y * w + x + 1];
  }

  // CHECK-LABEL: vkm.kernel @kernel3D_Average
  // CHECK: coarsening = 4 : i64, elements_per_thread = 1 : i32, workgroup_size
  // GLSL-LABEL: kernel3D_Average.comp
  // GLSL: for (int y = int(gl_GlobalInvocationID.y); y < h; y += int(gl_NumWorkGroups.y * gl_WorkGroupSize.y)) {
  // GLSL-NEXT: for (int x = int(gl_GlobalInvocationID.x); x < w; x += int(gl_NumWorkGroups.x * gl_WorkGroupSize.x)) {
  // GLSL-NEXT: for (int z = 1 + int(gl_GlobalInvocationID.z); z < d; z += int(gl_NumWorkGroups.z * gl_WorkGroupSize.z)) {
  void kernel3D_Average(float *a, const float *b, int w, int h, int d) {
    for (int z = 1; z < d; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          a[(z * h + y) * w + x] = 0.5f * (b[(z * h + y) * w + x] + b[z * h + y]);
  }

  // Assumed to be independent: as good as proven.
  // CHECK-LABEL: vkm.kernel @kernel2D_Scatter
  // CHECK: coarsening = 4 : i64
  void kernel2D_Scatter(float *a, const float *b, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        a[int(b[y * w + x]) % w] = 1.0f;
  }

  // Iterations that take longer than a workgroup needs to start are each a thread's own.
  // CHECK-LABEL: vkm.kernel @kernel1D_Series
  // CHECK-NOT: coarsening
  void kernel1D_Series(float *a, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int k = 1; k < 1000; k++)
        sum += std::sin(a[i] * float(k)) / float(k);
      a[i] = sum;
    }
  }

  // A flag that ends a loop does not count its iterations, nor does what it begins with say how many there are.
  // CHECK-LABEL: vkm.kernel @kernel1D_Roots
  // CHECK-NOT: coarsening
  void kernel1D_Roots(float *a, int n) {
    for (int i = 0; i < n; i++) {
      float sum = a[i];
      int found = 0, most = 0, k = 0;
      most = n;
      while (found < 1 && most > 0 && k < n) {
        for (int l = 0; l < 8; l++)
          sum += std::sin(sum * float(l)) * std::cos(sum);
        if (sum > 3.0f)
          found = 1;
        most--;
        k++;
      }
      a[i] = sum;
    }
  }

  // Reductions have their own plan, what is appended its own blocks; the device counts the iterations of the last one.
  // CHECK-LABEL: vkm.kernel @kernel1D_Sum
  // CHECK-NOT: coarsening
  void kernel1D_Sum(const float *a, int n) {
    m_sum = 0.0f;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Find
  // CHECK-NOT: coarsening
  void kernel1D_Find(const float *a, int n) {
    m_found.resize(0);
    for (int i = 0; i < n; i++)
      if (a[i] > 1.0f)
        m_found.push_back(a[i]);
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Again
  // CHECK-NOT: coarsening
  void kernel1D_Again() {
    for (size_t i = 0; i < m_found.size(); i++)
      m_found[i] = std::sqrt(m_found[i]);
  }

  // Workgroups that read tiles wait for all of their threads.
  // CHECK-LABEL: vkm.kernel @kernel1D_Forces
  // CHECK-NOT: coarsening
  // CHECK: tile
  void kernel1D_Forces(const float *at, float *force, int n) {
    for (int i = 0; i < n; i++) {
      float nearest = 1e30f;
      int which = 0;
      for (int j = 0; j < n; j++)
        if (std::fabs(at[j] - at[i]) < nearest && j != i) {
          nearest = std::fabs(at[j] - at[i]);
          which = j;
        }
      force[i] = nearest + float(which);
    }
  }

  float m_sum = 0.0f;
  std::vector<float> m_found;
};
// HOST-LABEL: void C_Generated::ScaleCmd(
// HOST: const uint32_t groups = m_vulkan.CoarsenedGroupCount(iCount, kScalePerGroup, kScaleCoarsening);
// HOST-LABEL: void C_Generated::BlurCmd(
// HOST: const uint32_t groupsX = m_vulkan.GroupCountOrNone(xCount, kBlurPerGroupX);
// HOST-NEXT: const uint32_t groupsY =
// HOST-NEXT: m_vulkan.CoarsenedGroupCount(yCount, kBlurPerGroupY, kBlurCoarsening, 1, groupsX);
// HOST-LABEL: void C_Generated::AverageCmd(
// HOST: const uint32_t groupsZ = m_vulkan.CoarsenedGroupCount(zCount, kAveragePerGroupZ,
// HOST-NEXT: kAverageCoarsening, 2, groupsX * groupsY);
