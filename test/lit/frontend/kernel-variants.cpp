// A kernel that is launched on one array twice, or on parts of arrays, is translated for that: pointers into one array
// are one parameter, and a part begins at a number.
// RUN: %import %s | FileCheck %s
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class=C --emit=glsl -- -Wno-unknown-attributes | FileCheck %s --check-prefix=GLSL
class C {
public:
  virtual ~C() {}
  // CHECK-NOT: vkm.kernel @kernel1D_scale(
  // CHECK: vkm.kernel @kernel1D_scale_inPlace(%[[DATA:.*]]: !vkm.ptr<si32> {vkm.cpp_type = "int *", vkm.name = "out"}, %{{.*}}: si32 {{{.*}}vkm.name = "n"}
  // CHECK: vkm.kernel @kernel1D_scale_inPlace{{.+}}(%{{.*}}: !vkm.ptr<si32> {{{.*}}vkm.name = "out"}, %[[N:.*]]: si32 {{{.*}}vkm.name = "n"}
  // CHECK: vkm.binary add %[[N]],
  // CHECK: vkm.kernel @kernel1D_scale_part(%{{.*}}: !vkm.ptr<const si32> {{{.*}}vkm.name = "in"}, %{{.*}}: si32 {{{.*}}vkm.name = "inIndex"},
  // CHECK: vkm.call @kernel1D_scale_inPlace(%{{.*}}, %{{.*}}) : (!vkm.ptr<si32>, si32) -> ()
  virtual void run([[vkmorph::size("2 * n")]] int *data, [[vkmorph::size("n")]] int *other, int n) {
    kernel1D_scale(data, data, n);
    // GLSL: out_[i] = out_[n + i] * 2;
    kernel1D_scale(data + n, data, n);
    // GLSL: int inIndex;
    // GLSL: out_[i] = in_[inIndex + i] * 2;
    kernel1D_scale(&data[n / 4], other, n / 2);
  }
  // A 64-bit offset: the host checks that it fits.
  // CHECK: vkm.kernel @kernel1D_scale_part{{.*}}vkm.name = "in"}, %{{.*}}: ui64 {{{.*}}vkm.name = "inIndex"},
  // GLSL: uint inIndex;
  // GLSL: out_[i] = in_[int(inIndex) + i] * 2;
  virtual void part([[vkmorph::size("n * (k + 1)")]] const int *data, int *other, int n, unsigned long k) {
    kernel1D_scale(data + k * n, other, n);
  }
  void kernel1D_scale(const int *in, int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = in[i] * 2;
  }
  struct Pair {
    int first, second;
  };
  static int sum(const Pair &pair) { return pair.first + pair.second; }
  // Only on a part, so that what is asked of the kernel on the whole array is asked no more.
  // CHECK-NOT: vkm.kernel @kernel1D_add(
  // CHECK: vkm.kernel @kernel1D_add_part
  // CHECK: vkm.call @sum
  virtual void add([[vkmorph::size("n + 2")]] const Pair *pairs, int *out, int n) { kernel1D_add(pairs + 2, out, n); }
  void kernel1D_add(const Pair *pairs, int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = sum(pairs[i]);
  }
};
