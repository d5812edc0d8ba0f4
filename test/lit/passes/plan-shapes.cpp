// Workgroups have a row of neighbours in x, and then some rows; where threads combine results, they are square.
// RUN: vkmorph %s --emit=planned -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --emit=planned --workgroup-size=16 -- -std=c++17 | FileCheck %s --check-prefix=FEW
// RUN: vkmorph %s --emit=planned --workgroup-size=1024 -- -std=c++17 | FileCheck %s --check-prefix=MANY

class C {
public:
  virtual ~C() {}
  virtual void Run(float *a, int w, int h, int d) {
    kernel1D_Line(a, w);
    kernel2D_Plane(a, w, h);
    kernel3D_Space(a, w, h, d);
    kernel2D_Total(a, w, h);
  }

protected:
  // CHECK-LABEL: vkm.kernel @kernel1D_Line
  // CHECK: workgroup_size = array<i32: 256, 1, 1>
  // FEW-LABEL: vkm.kernel @kernel1D_Line
  // FEW: workgroup_size = array<i32: 16, 1, 1>
  // MANY-LABEL: vkm.kernel @kernel1D_Line
  // MANY: workgroup_size = array<i32: 1024, 1, 1>
  void kernel1D_Line(float *a, int w) {
    for (int x = 0; x < w; x++)
      a[x] = 1;
  }
  // CHECK-LABEL: vkm.kernel @kernel2D_Plane
  // CHECK: workgroup_size = array<i32: 32, 8, 1>
  // FEW-LABEL: vkm.kernel @kernel2D_Plane
  // FEW: workgroup_size = array<i32: 16, 1, 1>
  // MANY-LABEL: vkm.kernel @kernel2D_Plane
  // MANY: workgroup_size = array<i32: 32, 32, 1>
  void kernel2D_Plane(float *a, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        a[y * w + x] = 1;
  }
  // CHECK-LABEL: vkm.kernel @kernel3D_Space
  // CHECK: workgroup_size = array<i32: 32, 4, 2>
  // FEW-LABEL: vkm.kernel @kernel3D_Space
  // FEW: workgroup_size = array<i32: 16, 1, 1>
  // MANY-LABEL: vkm.kernel @kernel3D_Space
  // MANY: workgroup_size = array<i32: 32, 8, 4>
  void kernel3D_Space(float *a, int w, int h, int d) {
    for (int z = 0; z < d; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          a[(z * h + y) * w + x] = 1;
  }
  // CHECK-LABEL: vkm.kernel @kernel2D_Total
  // CHECK: workgroup_size = array<i32: 16, 16, 1>
  void kernel2D_Total(const float *a, int w, int h) {
    m_total = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        m_total += a[y * w + x];
  }
  float m_total = 0;
};
