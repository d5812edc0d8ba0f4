// A loop that a workgroup takes together needs no condition of its own where it begins below the number from which on it is long: a
// long one runs then. Where shorter ones are long enough, the shader asks.
// RUN: vkmorph %s --class C --emit=planned -- -std=c++17 > %t.mlir
// RUN: vkmorph-opt %t.mlir -vkm-lower | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,WIDE
// RUN: sed 's/workgroup_size = array<i32: 128, 1, 1>/workgroup_size = array<i32: 8, 1, 1>/; s/from 128/from 8/' %t.mlir | vkmorph-opt -vkm-lower | vkmorph-translate --emit-glsl | FileCheck %s --check-prefixes=CHECK,SMALL

class C {
public:
  virtual ~C() = default;
  virtual void run(const int *a, int *sums, int h, int w) { kernel2D_Late(a, sums, h, w); }

protected:
  // CHECK-LABEL: void main()
  // WIDE: if (w >= 128 && w <= 1073741824
  // SMALL: if (w >= 8 && w > 12 && w <= 1073741824
  void kernel2D_Late(const int *a, int *sums, int h, int w) {
    for (int i = 0; i < h; ++i)
      for (int j = 12; j < w; ++j)
        sums[i] += a[i * w + j];
  }
};
