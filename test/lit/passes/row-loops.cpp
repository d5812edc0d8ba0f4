// Sums of rows: a workgroup takes the inner loop together where that is long. Which of several forms the source has
// does not matter.
// RUN: vkmorph %s --class C --emit=glsl --remarks=decisions -- -std=c++17 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.err
// RUN: vkmorph %s --class C --emit=glsl --reduction=tree -- -std=c++17 | FileCheck %s --check-prefix=TREE
#include <cstdint>

class C {
public:
  virtual ~C() = default;
  virtual void run(const float *a, float *sums, int *counts, const float *b, float *out, const uint32_t *starts, int h,
                   int w) {
    kernel1D_Rows(a, sums, h, w);
    kernel2D_Elements(a, counts, h, w);
    kernel2D_Outer(a, out, h, w);
    kernel1D_AllPairs(b, out, h);
    kernel1D_Ragged(a, starts, out, h);
    kernel1D_Running(a, out, h, w);
    kernel1D_Search(a, out, h, w);
    kernel1D_Guarded(a, counts, h, w);
    kernel1D_Rectified(a, sums, h, w);
    kernel1D_Skipping(a, sums, h, w);
  }

protected:
  // CHECK-LABEL: kernel1D_Rows.comp
  // CHECK: Reduction: total (+), highest (max); subgroup operations, in the inner
  // CHECK: layout(local_size_x = 128) in;
  // CHECK: void combineWorkgroup(inout float totalLocal, inout float highestLocal) {
  // CHECK: if (w >= 128 && w <= 1073741824) {
  // CHECK-NEXT: for (int i = int(gl_WorkGroupID.x); i < h; i += int(gl_NumWorkGroups.x)) {
  // CHECK-NEXT: float total = 0.0;
  // What is no neutral element is combined with afterwards.
  // CHECK-NEXT: float highest = a[i * w];
  // CHECK-NEXT: float highestLocal = uintBitsToFloat(0xff800000u);
  // CHECK-NEXT: for (int j = int(lid); j < w; j += 128) {
  // CHECK: combineWorkgroup(total, highestLocal);
  // CHECK-NEXT: if (lid == 0u) {
  // CHECK-NEXT: if (highestLocal > highest) {
  // CHECK-NEXT: highest = highestLocal;
  // CHECK-NEXT: }
  // CHECK-NEXT: sums[i] = total / highest;
  // CHECK-NEXT: }
  // CHECK-NEXT: barrier();
  // CHECK-NEXT: }
  // CHECK-NEXT: return;
  // CHECK-NEXT: }
  // CHECK-NEXT: for (int i = int(gl_GlobalInvocationID.x); i < h; i +=
  // REMARK: kernel 'kernel1D_Rows': a workgroup of 128 takes an iteration together where its loop is long, by subgroup operations [vkm2215, decisions]
  // TREE: Reduction: total (+), highest (max); tree in shared memory, in the inner
  void kernel1D_Rows(const float *a, float *sums, int h, int w) {
    for (int i = 0; i < h; ++i) {
      float total = 0, highest = a[i * w];
      for (int j = 0; j < w; ++j) {
        total += a[i * w + j];
        if (a[i * w + j] > highest)
          highest = a[i * w + j];
      }
      sums[i] = total / highest;
    }
  }

  // CHECK-LABEL: kernel2D_Elements.comp
  // CHECK: int countsLocal = 0;
  // CHECK-NEXT: for (int j = int(lid); j < w; j += 128) {
  // CHECK-NEXT: countsLocal += a[i * w + j] > 0.0 ? 1 : 0;
  // CHECK: combineWorkgroup(countsLocal);
  // CHECK-NEXT: if (lid == 0u) {
  // CHECK-NEXT: counts[i] += countsLocal;
  // CHECK-NEXT: }
  // CHECK-NEXT: barrier();
  // Without columns, nothing need be there.
  // CHECK: if (w > 0) {
  // CHECK-NEXT: int countsLocal = counts[i];
  // CHECK: counts[i] = countsLocal;
  void kernel2D_Elements(const float *a, int *counts, int h, int w) {
    for (int i = 0; i < h; ++i)
      for (int j = 0; j < w; ++j)
        counts[i] += a[i * w + j] > 0 ? 1 : 0;
  }

  // The columns' sums, whose loop is the outer one. Neighbouring threads read neighbouring columns (column-loops.cpp).
  // CHECK-LABEL: kernel2D_Outer.comp
  // CHECK: if (h >= 64 && h <= 1073741824) {
  // CHECK: for (int j = int(gl_GlobalInvocationID.x); j < w;
  // CHECK: for (int i = 0; i < h; i++) {
  // CHECK: out_[j] = outLocal;
  void kernel2D_Outer(const float *a, float *out, int h, int w) {
    for (int i = 0; i < h; ++i)
      for (int j = 0; j < w; ++j)
        out[j] += a[i * w + j];
  }

  // All iterations read the same: again a matter of how many there are.
  // CHECK-LABEL: kernel1D_AllPairs.comp
  // CHECK: if (h >= 256 && h < 8192) {
  void kernel1D_AllPairs(const float *b, float *out, int h) {
    for (int i = 0; i < h; ++i) {
      float force = 0;
      for (int j = 0; j < h; ++j)
        force += b[j] - b[i];
      out[i] = force;
    }
  }

  // Rows of many lengths, values that depend on those before, loops that end early: a thread each.
  // CHECK-LABEL: kernel1D_Ragged.comp
  // CHECK-NOT: combineWorkgroup
  void kernel1D_Ragged(const float *a, const uint32_t *starts, float *out, int h) {
    for (int i = 0; i < h; ++i) {
      float total = 0;
      for (uint32_t j = starts[i]; j < starts[i + 1]; ++j)
        total += a[j];
      out[i] = total;
    }
  }

  // CHECK-LABEL: kernel1D_Running.comp
  // CHECK-NOT: combineWorkgroup
  void kernel1D_Running(const float *a, float *out, int h, int w) {
    for (int i = 0; i < h; ++i) {
      float total = 0, most = 0;
      for (int j = 0; j < w; ++j) {
        total += a[i * w + j];
        if (total > most)
          most = total;
      }
      out[i] = most;
    }
  }

  // CHECK-LABEL: kernel1D_Search.comp
  // CHECK-NOT: combineWorkgroup
  void kernel1D_Search(const float *a, float *out, int h, int w) {
    for (int i = 0; i < h; ++i) {
      float total = 0;
      for (int j = 0; j < w; ++j) {
        if (a[i * w + j] < 0)
          break;
        total += a[i * w + j];
      }
      out[i] = total;
    }
  }

  // An element that only some rows have.
  // CHECK-LABEL: kernel1D_Guarded.comp
  // CHECK-NOT: combineWorkgroup
  // CHECK: if (countsChanged) {
  // CHECK-NEXT: counts[i] = countsLocal;
  // CHECK-NOT: combineWorkgroup
  void kernel1D_Guarded(const float *a, int *counts, int h, int w) {
    for (int i = 0; i < h; ++i)
      for (int j = 0; j < w; ++j)
        if (i < m_counted)
          counts[i] += a[i * w + j] > 0 ? 1 : 0;
  }

  // Variables of an iteration may change; the loop's own counter may not.
  // CHECK-LABEL: kernel1D_Rectified.comp
  // CHECK: void combineWorkgroup(inout float sumLocal) {
  // CHECK: value = -value;
  // CHECK: combineWorkgroup(sum);
  void kernel1D_Rectified(const float *a, float *sums, int h, int w) {
    for (int i = 0; i < h; ++i) {
      float sum = 0;
      for (int j = 0; j < w; ++j) {
        float value = a[i * w + j];
        if (value < 0)
          value = -value;
        for (int bits = 0; bits < 3; ++bits)
          value *= 0.5f;
        sum += value;
      }
      sums[i] = sum;
    }
  }
  // CHECK-LABEL: kernel1D_Skipping.comp
  // CHECK-NOT: combineWorkgroup
  void kernel1D_Skipping(const float *a, float *sums, int h, int w) {
    for (int i = 0; i < h; ++i) {
      float sum = 0;
      for (int j = 0; j < w; ++j) {
        sum += a[i * w + j];
        if (i % 2 == 0)
          ++j;
      }
      sums[i] = sum;
    }
  }

  int m_counted = 0;
};
