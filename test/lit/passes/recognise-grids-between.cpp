// What is computed once between the loops of a grid is computed by each of its iterations; loops count down by i-- > 0.
// RUN: vkmorph %s --class C --emit=recognised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class C --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
class C {
public:
  virtual ~C() {}
  virtual void run(const float *in, float *out, int w, int h) { kernel2D_k(in, out, w, h); }
  void kernel2D_k(const float *in, float *out, int w, int h) {
    for (int y = h; y-- > 0;) {
      const int row = y * w;
      for (int x = 0; x < w; x++)
        out[row + x] = in[row + x] + y;
    }
  }
};
// CHECK: vkm.grid (%yEnd: si32 "yEnd", %x: si32 "x") = (%h, %{{.*}}) gt, lt (%{{.*}} : si32, %w : si32) step (-1, 1)
// CHECK: vkm.var const "y"
// CHECK: vkm.var const "row"
// GLSL: const int y = yEnd - 1;
// GLSL: const int row = y * w;
// GLSL: out_[row + x] = in_[row + x] + float(y);
