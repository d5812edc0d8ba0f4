// Rows whose lengths differ: groups of threads take an iteration each, as many threads as the mean length has work for.
// RUN: vkmorph %s --class C --emit=glsl --remarks=decisions -- -std=c++17 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.err
// RUN: vkmorph %s --class C --emit=glsl --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=TREE
// RUN: vkmorph %s --class C --emit=glsl --rows=thread -- -std=c++17 | FileCheck %s --check-prefix=THREAD
// RUN: vkmorph %s --class C --emit=glsl --rows=subgroup -- -std=c++17 | FileCheck %s --check-prefix=SUBGROUP
// RUN: vkmorph %s --class C --emit=glsl --rows=workgroup -- -std=c++17 | FileCheck %s --check-prefix=WORKGROUP
// RUN: not vkmorph %s --class C --emit=glsl --rows=half -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: half
// RUN: vkmorph %s --class C --emit=glsl --workgroup-size=16 -- -std=c++17 | FileCheck %s --check-prefix=SMALL
// THREAD-NOT: combineLanes
#include <algorithm>
#include <cstdint>

struct Range {
  int first, last;
};

class C {
public:
  virtual ~C() = default;
  virtual void run(const int *rows, const int *columns, const float *values, const float *x, float *y,
                   const Range *ranges, const int64_t *wide, int64_t *wideSums, int *lengths, int n) {
    kernel1D_Csr(rows, columns, values, x, y, n);
    kernel1D_Ranges(ranges, columns, y, n);
    kernel1D_Wide(rows, wide, wideSums, n);
    kernel1D_Moving(lengths, values, y, n);
    kernel1D_Slots(lengths, values, y, n);
    kernel1D_Empty(rows, values, y, n);
    kernel1D_Steps(rows, y, n);
    kernel1D_Twice(rows, values, y, n);
  }

protected:
  // CHECK-LABEL: kernel1D_Csr.comp
  // CHECK: #extension GL_KHR_shader_subgroup_shuffle : require
  // CHECK: void combineSubgroup(inout float sumLocal, uint lanes) {
  // CHECK: subgroupShuffleXor(sumLocal, offset)
  // CHECK: void combineLanes(inout float sumLocal, uint lanes) {
  // CHECK: combineSubgroup(sumLocal, min(lanes, gl_SubgroupSize));
  // CHECK: const uint mean = (uint(rows[n]) - uint(rows[0])) / uint(n);
  // CHECK: const uint lanes = mean < 2048u ? min(1u << uint(findMSB(max(mean / 4u, 1u))), gl_SubgroupSize) : 256u;
  // Who takes a loop: its group, the subgroup, or the workgroup, which comes to a barrier once.
  // CHECK: const bool isHuge = lanes < 256u && kCount > 2048u;
  // CHECK: const bool isLong = !isHuge && lanes < gl_SubgroupSize && kCount > 16u * lanes;
  // CHECK: {{\[\[unroll\]\]}} for (uint turn = 0u; turn < 4u; turn++, kTurn += stride) {
  // CHECK: combineLanes(sum, lanes);
  // CHECK-NOT: barrier
  // CHECK: for (uint item = subgroupMax(left); item > 0u; item = subgroupMax(left)) {
  // CHECK-NOT: barrier
  // CHECK: combineSubgroup(sum_, gl_SubgroupSize);
  // CHECK: barrier();
  // CHECK-NEXT: if (hasHuge > 0u) {
  // CHECK: if (kCount <= 2048u) {
  // CHECK-NEXT: continue;
  // CHECK: combineLanes(sum, 256u);
  // REMARK: kernel 'kernel1D_Csr': groups of up to 256 threads take each iteration of the loop over 'i', share that over 'k', and combine by subgroup operations: the lengths of its loop differ [vkm2227, decisions]
  // TREE-LABEL: kernel1D_Csr.comp
  // TREE: local_size_x = 128
  // TREE: void combineLanes(inout float sumLocal, uint lanes) {
  // TREE: sumShared[lid] += sumShared[lid + offset];
  // TREE: const uint lanes = mean < 1024u ? min(1u << uint(findMSB(max(mean / 4u, 1u))), 32u) : 128u;
  // TREE: const bool isHuge = lanes < 128u && kCount > 16u * lanes;
  // TREE-NOT: isLong
  // A workgroup may have fewer threads than a subgroup.
  // SMALL-LABEL: kernel1D_Csr.comp
  // SMALL: const uint lanes = mean < 128u ? min(1u << uint(findMSB(max(mean / 4u, 1u))), min(gl_SubgroupSize, 16u)) : 16u;
  // SMALL: const bool isLong = !isHuge && lanes < min(gl_SubgroupSize, 16u) && kCount > 16u * lanes;
  // SMALL: const uint stride_ = min(gl_SubgroupSize, 16u);
  // SMALL: combineSubgroup(sum_, min(gl_SubgroupSize, 16u));
  // SUBGROUP-LABEL: kernel1D_Csr.comp
  // SUBGROUP: const uint lanes = 32u;
  // SUBGROUP-NOT: isLong
  // WORKGROUP-LABEL: kernel1D_Csr.comp
  // WORKGROUP: const uint lanes = 256u;
  void kernel1D_Csr(const int *rows, const int *columns, const float *values, const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int k = rows[i]; k < rows[i + 1]; k++)
        sum += values[k] * x[columns[k]];
      y[i] = sum;
    }
  }

  // Where no loop begins where another one ends, eight of them are looked at; the last one belongs to each.
  // CHECK-LABEL: kernel1D_Ranges.comp
  // CHECK: for (uint probe = 0u; probe < 8u; probe++) {
  // CHECK: const uint mean =
  void kernel1D_Ranges(const Range *ranges, const int *columns, float *y, int n) {
    for (int i = 0; i < n; i++) {
      const Range range = ranges[i];
      int most = columns[0];
      for (int k = range.first; k <= range.last; k += 2)
        most = std::max(most, columns[k]);
      y[i] = float(most);
    }
  }

  // No shuffles of 64 bits.
  // CHECK-LABEL: kernel1D_Wide.comp
  // CHECK-NOT: subgroupShuffleXor
  // CHECK: sumShared{{_*}}[lid] += sumShared{{_*}}[lid + offset];
  // REMARK: kernel 'kernel1D_Wide': groups of up to 256 threads {{.*}} combine by a tree in shared memory
  void kernel1D_Wide(const int *rows, const int64_t *wide, int64_t *wideSums, int n) {
    for (int i = 0; i < n; i++) {
      int64_t sum = 0;
      for (int k = rows[i]; k < rows[i + 1]; k++)
        sum += wide[k];
      wideSums[i] = sum;
    }
  }

  // What iterations change says where the loop ends: nobody knows the mean, and whoever looks again finds another length.
  // CHECK-LABEL: kernel1D_Moving.comp
  // CHECK: const uint lanes = 8u;
  // CHECK-NOT: isHuge
  // CHECK: const bool isLong = lanes < gl_SubgroupSize && kCount > 16u * lanes;
  // REMARK: kernel 'kernel1D_Moving': groups of 8 threads
  void kernel1D_Moving(int *lengths, const float *values, float *y, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int k = 16 * i; k < 16 * i + lengths[i]; k++)
        sum += values[k];
      y[i] = sum;
      lengths[i] = 0;
    }
  }

  // Neighbouring iterations of the grid read neighbouring elements; a condition around the loop; nothing is read along;
  // two loops: a thread each.
  // CHECK-LABEL: kernel1D_Slots.comp
  // CHECK-NOT: combineLanes
  void kernel1D_Slots(const int *lengths, const float *values, float *y, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int s = 0; s < lengths[i]; s++)
        sum += values[s * n + i];
      y[i] = sum;
    }
  }

  // CHECK-LABEL: kernel1D_Empty.comp
  // CHECK-NOT: combineLanes
  void kernel1D_Empty(const int *rows, const float *values, float *y, int n) {
    for (int i = 0; i < n; i++)
      if (rows[i] < rows[i + 1]) {
        float sum = 0.0f;
        for (int k = rows[i]; k < rows[i + 1]; k++)
          sum += values[k];
        y[i] = sum;
      }
  }

  // CHECK-LABEL: kernel1D_Steps.comp
  // CHECK-NOT: combineLanes
  void kernel1D_Steps(const int *rows, float *y, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int k = rows[i]; k < rows[i + 1]; k++)
        sum += 1.0f / float(k + 1);
      y[i] = sum;
    }
  }

  // CHECK-LABEL: kernel1D_Twice.comp
  // CHECK-NOT: combineLanes
  void kernel1D_Twice(const int *rows, const float *values, float *y, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f, squares = 0.0f;
      for (int k = rows[i]; k < rows[i + 1]; k++)
        sum += values[k];
      for (int k = rows[i]; k < rows[i + 1]; k++)
        squares += values[k] * values[k];
      y[i] = sum / squares;
    }
  }
};
