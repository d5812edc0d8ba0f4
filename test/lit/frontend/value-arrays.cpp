// An element of an array in a struct that a function is given by value is read where it is, without a copy of the array.
// RUN: %import %s | FileCheck %s
// RUN: vkmorph %s --class=C --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
struct Ray {
  float o[3], d[3];
};
// CHECK: vkm.func @along(%[[RAY:.*]]: !vkm.record<@Ray>
// CHECK-NOT: vkm.var
// CHECK: %[[D:.*]] = vkm.extract %[[RAY]]["d"]
// CHECK: vkm.component %[[D]]
// CHECK: vkm.return
// GLSL: return ray.o[0] + t * ray.d[0] + ray.d[k];
static float along(Ray ray, float t, int k) { return ray.o[0] + t * ray.d[0] + ray.d[k]; }

class C {
public:
  virtual ~C() {}
  virtual void Run(const Ray *rays, float *out, int n) { kernel1D_Along(rays, out, n); }

protected:
  void kernel1D_Along(const Ray *rays, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = along(rays[i], 2.0f, i & 1);
  }
};
