// Kernels that follow each other over one grid, and need only each other's own element, are one launch.
// RUN: vkmorph %s --class Steps --emit=recognised --without-locations -- -std=c++17 > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=GONE
// RUN: vkmorph %s --class Steps --emit=recognised --without-locations --fusion=never -- -std=c++17 | FileCheck %s --check-prefix=NEVER
// RUN: vkmorph %s --class Steps -o %t.out --explain=dispatch --remarks=decisions --report=%t.json -- -std=c++17 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: FileCheck %s --check-prefix=SHADER --input-file=%t.out/shaders/kernel1D_ScaleThenShift.comp
// RUN: not vkmorph-opt %t.mlir -pass-pipeline='builtin.module(vkm-plan-fusion{fusion=always})' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: option fusion has no value 'always' [vkm2202]
#include <vector>

class Steps {
public:
  Steps() : m_gain(2.0f) {}

  void Two(const float *in, float *work, float *out, int n) {
    kernel1D_Scale(in, work, n);
    kernel1D_Shift(work, out, n);
  }

  // The same again: one kernel does both.
  void TwoAgain(const float *in, float *work, float *out, int n) {
    kernel1D_Scale(in, work, n);
    kernel1D_Shift(work, out, n);
  }

  // Bounds that are equal by what they are given; a number is computed between the launches.
  void Sizes(float *image, int w, int h) {
    kernel2D_Darken(image, w, h);
    const float level = m_gain * 0.5f;
    kernel2D_Limit(image, w, h, level);
  }

  // In a loop, as elements of vectors of the class.
  void Loop(int n, int rounds) {
    for (int round = 0; round < rounds; round++) {
      kernel1D_Push(n);
      kernel1D_Pull(m_values.data(), n);
    }
    kernel1D_Pull(m_values.data(), n);
  }

  // A sum at the end, with what is done once before and behind it.
  void Mean(const float *in, float *work, int n) {
    kernel1D_Shift(in, work, n);
    kernel1D_Mean(work, n);
  }

  void kernel1D_Mean(const float *data, int n) {
    m_mean = 0.0f;
    for (int i = 0; i < n; i++)
      m_mean += data[i];
    m_mean /= n;
  }
  void kernel1D_Scale(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = from[i] * m_gain;
  }
  void kernel1D_Shift(const float *from, float *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = from[i] + 1.0f;
  }
  void kernel2D_Darken(float *image, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        int pixel = y * w + x;
        image[pixel] = image[pixel] * 0.5f;
      }
  }
  void kernel2D_Limit(float *image, int w, int h, float level) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        if (image[y * w + x] > level)
          image[y * w + x] = level;
  }
  void kernel1D_Push(int n) {
    for (int i = 0; i < n; i++)
      m_others[i] += 1.0f;
  }
  void kernel1D_Pull(float *values, int n) {
    for (int i = 0; i < n; i++)
      values[i] += m_others[i];
  }

private:
  float m_gain, m_mean;
  std::vector<float> m_values, m_others;
};

// CHECK-LABEL: vkm.kernel @kernel1D_ShiftThenMean(
// CHECK: vkm.once
// CHECK: vkm.grid
// CHECK: vkm.deref %work[%i]
// CHECK: vkm.reduce add @m_mean
// CHECK: vkm.once
// What the first one stores is passed on in a variable; an array that both name differently has the
// control function's name.
// CHECK-LABEL: vkm.kernel @kernel1D_ScaleThenShift(
// CHECK-SAME: vkm.name = "in"{{.*}}vkm.name = "work"{{.*}}vkm.name = "n"{{.*}}vkm.name = "out"
// CHECK-SAME: vkm.fuses = ["Scale", "Shift"]
// CHECK: vkm.grid
// CHECK: vkm.deref %work[%i]
// CHECK-NEXT: %workLocal = vkm.var const "workLocal" : <f32> = {{.*}} : f32
// CHECK-NEXT: vkm.load %workLocal
// CHECK-NEXT: vkm.assign
// CHECK-NEXT: vkm.load %workLocal
// CHECK-NEXT: vkm.constant 1.0
// CHECK-NOT: vkm.deref %work
// CHECK: vkm.deref %out[%i]
// CHECK-LABEL: vkm.kernel @kernel2D_DarkenThenLimit(
// CHECK-SAME: vkm.name = "image"{{.*}}vkm.name = "w"{{.*}}vkm.name = "h"{{.*}}vkm.name = "level"
// CHECK-LABEL: vkm.kernel @kernel1D_PushThenPull(
// CHECK-LABEL: vkm.control @Two(
// CHECK: vkm.launch @kernel1D_ScaleThenShift(%in, %work, %n, %out)
// CHECK-NOT: vkm.launch
// CHECK-LABEL: vkm.control @TwoAgain(
// CHECK: vkm.launch @kernel1D_ScaleThenShift(%in, %work, %n, %out)
// CHECK-LABEL: vkm.control @Sizes(
// CHECK: vkm.launch @kernel2D_DarkenThenLimit(
// CHECK-LABEL: vkm.control @Loop(
// CHECK: vkm.for
// CHECK: vkm.launch @kernel1D_PushThenPull(
// CHECK: vkm.launch @kernel1D_Pull(
// A kernel that is launched alone as well stays; the others go.
// GONE-NOT: vkm.kernel @kernel1D_Scale(
// GONE-NOT: vkm.kernel @kernel1D_Push(
// GONE: vkm.kernel @kernel1D_Pull(

// NEVER-NOT: vkm.fuses
// NEVER: vkm.launch @kernel1D_Scale(
// NEVER-NEXT: vkm.launch @kernel1D_Shift(

// EXPLAIN: remark: 'Scale' and 'Shift' are one dispatch in 'Two' [vkm2244, decisions]
// EXPLAIN: kernel ScaleThenShift:
// EXPLAIN-NEXT: Scale, Shift in one dispatch, which saves 1 dispatch and a barrier
// EXPLAIN-NEXT: dispatch of kernel1D_ScaleThenShift, workgroups of {{.*}}: Independent iterations. An iteration does what one of Scale does, then what one of Shift does.

// REPORT: "about": "'Scale' and 'Shift' in 'Two'"
// REPORT: "ask": "--fusion=never"
// REPORT: "chosen": "one dispatch"
// REPORT: "option": "fusion"
// REPORT: "reason": "an iteration of the second needs only what the same one of the first has done, so that a dispatch and a barrier are saved"

// SHADER: // Steps::kernel1D_ScaleThenShift, from fuse-launches.cpp:
// SHADER: const float workLocal = in_[i] * m_gain;
// SHADER-NEXT: work[i] = workLocal;
// SHADER-NEXT: out_[i] = workLocal + 1.0;
