// Small structs of bytes and shorts of which several numbers are read, or that are stored as a whole, are words to shaders.
// Comments of the source stay with what they belong to.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --fusion=never --emit=planned --without-locations --remarks=decisions -- -std=c++17 2>%t.remarks >%t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: vkmorph-opt %t.mlir -vkm-rewrite | FileCheck %s --check-prefix=REWRITTEN --implicit-check-not=vkm.joined
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: vkmorph %t.cpp --fusion=never --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: rm -rf %t && vkmorph %t.cpp --fusion=never -o %t --report=%t.json -- -std=c++17
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// REPORT: "name": "kernel1D_Several",
// REPORT: "words": [
// REPORT-NEXT: "Pixel"
// RUN: vkmorph %t.cpp --fusion=never --emit=planned --without-locations --small-structs=members -- -std=c++17 | FileCheck %s --check-prefix=MEMBERS
// MEMBERS-NOT: vkm.words
// MEMBERS-NOT: vkm.joined
// RUN: vkmorph %t.cpp --fusion=never --emit=planned --without-locations --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=VULKAN10
// VULKAN10-NOT: vkm.words
// RUN: not vkmorph %t.cpp --fusion=never --emit=planned --small-structs=words -- -std=c++17 2>&1 | FileCheck %s --check-prefix=VALUES
// VALUES: --small-structs has no value 'words'; it takes auto, members
// RUN: echo 'module {}' > %t.mlir
// RUN: not vkmorph-opt %t.mlir -vkm-plan-words=small-structs=words 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: option small-structs has no value 'words' [vkm2202]
#include <cstdint>
#include <vector>

struct Pixel {
  uint8_t r, g, b, a;
};
struct Stereo {
  int16_t left, right;
};
struct Vertex {
  float x;
  uint8_t r, g, b, a;
};
struct Odd {
  uint8_t a, b, c;
};
struct Point {
  float x, y;
};
struct Wide {
  uint8_t a, b;
  double x;
};

class C {
public:
  virtual ~C() {}
  virtual void Run(const Pixel *in, Pixel *out, int *sums, int n) {
    kernel1D_Several(in, sums, n);
    kernel1D_One(in, sums, n);
    kernel1D_Whole(in, out, n);
    kernel1D_Part(in, out, n);
    kernel1D_Parts(in, out, n);
    kernel1D_Old(out, n);
    kernel1D_Apart(out, n);
    kernel1D_Given(out, n);
  }
  virtual void Others(const Stereo *a, Stereo *b, Vertex *v, const Odd *odd, Odd *odds, const Wide *wide, Point *points, int *sums, int n) {
    kernel1D_Points(points, n);
    kernel1D_Shorts(a, b, n);
    kernel1D_Vertices(v, n);
    kernel1D_Odds(odd, odds, n);
    kernel1D_Wides(wide, sums, n);
  }

protected:
  // CHECK-LABEL: vkm.kernel @kernel1D_Several
  // CHECK-SAME: vkm.words = ["Pixel"]
  // REMARK: [[@LINE+5]]:3: remark: kernel 'kernel1D_Several' reads and writes 'Pixel' as one word of 32 bits: several of its members share one [vkm2225, decisions]
  // GLSL-LABEL: {{^}}//--- shaders/kernel1D_Several.comp
  // GLSL-NOT: 8bit
  // GLSL: uint in_[];
  // GLSL: sums[i] = int(in_[uint(i)] & 0xffu) + int((in_[uint(i)] >> 8u) & 0xffu);
  void kernel1D_Several(const Pixel *in, int *sums, int n) {
    for (int i = 0; i < n; i++)
      sums[i] = in[i].r + in[i].g;
  }
  // A byte is a byte.
  // CHECK-LABEL: vkm.kernel @kernel1D_One
  // CHECK-NOT: vkm.words
  void kernel1D_One(const Pixel *in, int *sums, int n) {
    for (int i = 0; i < n; i++)
      sums[i] = in[i].r;
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Whole
  // CHECK-SAME: vkm.words = ["Pixel"]
  void kernel1D_Whole(const Pixel *in, Pixel *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = {in[i].b, 0, 1, 2};
  }
  // The other bytes of the word may be another iteration's.
  // CHECK-LABEL: vkm.kernel @kernel1D_Part
  // CHECK-NOT: vkm.words
  // CHECK-NOT: vkm.joined
  void kernel1D_Part(const Pixel *in, Pixel *out, int n) {
    for (int i = 0; i < n; i++) {
      out[i].r = in[i].r;
      out[i].g = in[i].g;
      out[i].b = in[i].b;
    }
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Parts
  // CHECK-SAME: vkm.words = ["Pixel"]
  // CHECK: vkm.assign {{.*}} {vkm.joined}
  // CHECK-NOT: vkm.joined
  // REWRITTEN: %outLocal = vkm.var "outLocal" : <!vkm.record<@Pixel>>{{$}}
  // GLSL-LABEL: {{^}}//--- shaders/kernel1D_Parts.comp
  // GLSL: Pixel outLocal;
  // GLSL-NEXT: outLocal.r = in_[uint(i)] & 0xffu;
  // GLSL-NEXT: outLocal.g = (in_[uint(i)] >> 8u) & 0xffu;
  // GLSL: out_[uint(i)] = outLocal.r | (outLocal.g << 8u) | (outLocal.b << 16u) | (outLocal.a << 24u);
  void kernel1D_Parts(const Pixel *in, Pixel *out, int n) {
    for (int i = 0; i < n; i++) {
      out[i].r = in[i].r;
      out[i].g = in[i].g;
      const int sum = in[i].r + in[i].g;
      out[i].b = sum > 255 ? 255 : sum;
      out[i].a = out[i].r;
    }
  }
  // What is read before it is stored.
  // CHECK-LABEL: vkm.kernel @kernel1D_Old
  // CHECK-SAME: vkm.words = ["Pixel"]
  // CHECK: vkm.assign {{.*}} {vkm.joined}
  // CHECK-NOT: vkm.joined
  // REWRITTEN: %outLocal = vkm.var "outLocal" : <!vkm.record<@Pixel>> = %{{.*}} : !vkm.record<@Pixel>
  // GLSL-LABEL: {{^}}//--- shaders/kernel1D_Old.comp
  // GLSL: Pixel unpackPixel(uint word) {
  // GLSL-NEXT: return Pixel(word & 0xffu, (word >> 8u) & 0xffu, (word >> 16u) & 0xffu, (word >> 24u) & 0xffu);
  // GLSL: Pixel outLocal = unpackPixel(out_[uint(i)]);
  void kernel1D_Old(Pixel *out, int n) {
    for (int i = 0; i < n; i++) {
      Pixel &p = out[i];
      p.r = p.g;
      p.g += p.b;
      p.g = p.g / 2;
      p.b = 1;
      p.a = 2;
    }
  }
  // Another element in between, a number of which the subscript is made, a way out.
  // CHECK-LABEL: vkm.kernel @kernel1D_Apart
  // CHECK-NOT: vkm.words
  // CHECK-NOT: vkm.joined
  void kernel1D_Apart(Pixel *out, int n) {
    for (int i = 0; i < n; i++) {
      int k = i;
      out[k].r = 0;
      out[k].g = 0;
      k = i;
      out[k].b = 0;
      out[k].a = 0;
      out[i].r = 1;
      out[i].g = 1;
      if (n == 7)
        continue;
      out[i].b = 1;
      out[i].a = 1;
    }
  }
  // A function stores what it is given.
  static void Clear(uint8_t &number) { number = 0; }
  // CHECK-LABEL: vkm.kernel @kernel1D_Given
  // CHECK-NOT: vkm.words
  void kernel1D_Given(Pixel *out, int n) {
    for (int i = 0; i < n; i++) {
      Pixel p = out[i];
      out[i] = p;
      Clear(out[i].a);
    }
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Shorts
  // CHECK-SAME: vkm.words = ["Stereo"]
  // GLSL-LABEL: {{^}}//--- shaders/kernel1D_Shorts.comp
  // GLSL-NOT: 16bit
  // GLSL: uint b[];
  // GLSL: b[uint(i)] =
  void kernel1D_Shorts(const Stereo *a, Stereo *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] = {int16_t(a[i].left / 2), int16_t(-a[i].right)};
  }
  // A number that is a word may be stored by itself.
  // CHECK-LABEL: vkm.kernel @kernel1D_Vertices
  // CHECK-SAME: vkm.words = ["Vertex"]
  // REMARK: kernel 'kernel1D_Vertices' reads and writes 'Vertex' as 2 words of 32 bits: several of its members share one
  // GLSL-LABEL: {{^}}//--- shaders/kernel1D_Vertices.comp
  // GLSL: v[uint(i) * 2u] = floatBitsToUint(
  void kernel1D_Vertices(Vertex *v, int n) {
    for (int i = 0; i < n; i++)
      v[i].x = float(v[i].r + v[i].g) * v[i].x;
  }
  // Words already.
  // CHECK-LABEL: vkm.kernel @kernel1D_Points
  // CHECK-NOT: vkm.words
  // CHECK-NOT: vkm.joined
  void kernel1D_Points(Point *points, int n) {
    for (int i = 0; i < n; i++) {
      points[i].x = points[i].y;
      points[i].y = 1;
    }
  }
  // No whole words; a number in two words.
  // CHECK-LABEL: vkm.kernel @kernel1D_Odds
  // CHECK-NOT: vkm.words
  void kernel1D_Odds(const Odd *in, Odd *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = {in[i].c, in[i].a, in[i].b};
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_Wides
  // CHECK-NOT: vkm.words
  void kernel1D_Wides(const Wide *in, int *sums, int n) {
    for (int i = 0; i < n; i++)
      sums[i] = in[i].a + in[i].b;
  }
};
