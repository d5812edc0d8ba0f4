// Where loops read what neighbouring iterations of the grid read as well, a thread takes several of these together.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --emit=planned --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --emit=planned --coarsening=never -- -std=c++17 | FileCheck %s --check-prefix=NEVER
// NEVER-NOT: vkm.jammed
// RUN: vkmorph %t.cpp --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %t.cpp --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HOST
// RUN: rm -rf %t && vkmorph %t.cpp -o %t --report=%t.json -- -std=c++17
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
#include <cstddef>

// HOST: decisions: Product: workgroup 32 x 8, blocks of 4 iterations in a thread
class C {
public:
  virtual ~C() {}
  virtual void Run(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    kernel2D_Product(a, b, c, rows, columns, depth);
    kernel2D_Edges(a, b, c, rows, columns, depth);
    kernel2D_Wide(a, b, c, rows, columns, depth);
    kernel2D_Uniform(a, b, c, rows, columns, depth);
    kernel2D_Own(a, c, rows, columns, depth);
  }
  virtual void Until(const float *b, float *c, int rows, int columns, int depth) {
    kernel2D_Until(b, c, rows, columns, depth);
    kernel2D_Skipped(b, c, rows, columns, depth);
    kernel2D_Arrays(b, c, rows, columns, depth);
    kernel1D_Line(b, c, columns, depth);
  }

protected:
  // CHECK-LABEL: vkm.kernel @kernel2D_Product
  // CHECK: vkm.coarsening = 4 : i64, vkm.jammed
  // REPORT: "name": "kernel2D_Product",
  // REPORT: "coarsening": 4,
  // REPORT: "jammed": true,
  // GLSL-LABEL: kernel2D_Product.comp
  // GLSL: const int stride = int(gl_NumWorkGroups.y * gl_WorkGroupSize.y);
  // GLSL: const int blocks = stride < rows ? rows / 4 : 0;
  // GLSL-NEXT: for (int j = int(gl_GlobalInvocationID.x); j < columns; j += int(gl_NumWorkGroups.x * gl_WorkGroupSize.x)) {
  // GLSL-NEXT: int block = int(gl_GlobalInvocationID.y);
  // GLSL-NEXT: while (block < blocks) {
  // GLSL-NEXT: precise float sum[4];
  // GLSL-NEXT: {{\[\[}}unroll]] for (uint turn = 0u; turn < 4u; turn++) {
  // GLSL-NEXT: sum[turn] = 0.0;
  // GLSL-NEXT: }
  // GLSL-NEXT: for (int k = 0; k < depth; k++) {
  // GLSL-NEXT: {{\[\[}}unroll]] for (uint turn = 0u; turn < 4u; turn++) {
  // GLSL-NEXT: const int i = 4 * block + int(turn);
  // GLSL-NEXT: sum[turn] += a[i * depth + k] * b[k * columns + j];
  // GLSL-NEXT: }
  // GLSL-NEXT: }
  // GLSL-NEXT: {{\[\[}}unroll]] for (uint turn = 0u; turn < 4u; turn++) {
  // GLSL-NEXT: const int i = 4 * block + int(turn);
  // GLSL-NEXT: c[i * columns + j] = sum[turn];
  // GLSL-NEXT: }
  // GLSL-NEXT: block += stride;
  // GLSL-NEXT: }
  // GLSL: for (int i = 3 * blocks + block; i < rows; i += stride) {
  // GLSL-NEXT: precise float sum = 0.0;
  // HOST: constexpr uint32_t kProductCoarsening = 4;
  void kernel2D_Product(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < depth; k++)
          sum += a[i * depth + k] * b[k * columns + j];
        c[i * columns + j] = sum;
      }
  }

  // What is alike for all rows is computed once: conditions, variables, numbers that count on.
  // CHECK-LABEL: vkm.kernel @kernel2D_Edges
  // CHECK: vkm.jammed
  // GLSL-LABEL: kernel2D_Edges.comp
  // GLSL: const int blocks = stride < rows - 1 ? (rows - 1) / 4 : 0;
  // GLSL: while (block < blocks) {
  // GLSL-NEXT: precise float sum[4];
  // GLSL-NEXT: int at = j;
  // GLSL-NEXT: {{\[\[}}unroll]]
  // GLSL-NEXT: sum[turn] = 1.0;
  // GLSL-NEXT: }
  // GLSL-NEXT: if (j > 2) {
  // GLSL-NEXT: for (int k = 0; k < depth; k++) {
  // GLSL-NEXT: const float weight = 0.5 * b[at];
  // GLSL-NEXT: {{\[\[}}unroll]]
  // GLSL-NEXT: const int i = 1 + 4 * block + int(turn);
  // GLSL-NEXT: sum[turn] += a[i * depth + k] * weight;
  // GLSL-NEXT: }
  // GLSL-NEXT: at += columns;
  // GLSL-NEXT: }
  // GLSL-NEXT: }
  // GLSL: for (int i = 1 + (3 * blocks + block); i < rows; i += stride) {
  void kernel2D_Edges(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 1; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 1;
        int at = j;
        if (j > 2)
          for (int k = 0; k < depth; k++) {
            const float weight = 0.5f * b[at];
            sum += a[i * depth + k] * weight;
            at += columns;
          }
        c[i * columns + j] = sum;
      }
  }

  // More than eight words for each row: two of them at a time.
  // CHECK-LABEL: vkm.kernel @kernel2D_Wide
  // CHECK: vkm.coarsening = 2 : i64, vkm.jammed
  struct Pair {
    float low[4];
    float high[5];
  };
  void kernel2D_Wide(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        Pair sums = {};
        for (int k = 0; k < depth; k++) {
          sums.low[0] += a[i * depth + k] * b[k * columns + j];
          sums.high[4] += sums.low[0];
        }
        c[i * columns + j] = sums.high[4];
      }
  }

  // All threads of a workgroup read the same weight at a time.
  // CHECK-LABEL: vkm.kernel @kernel2D_Uniform
  // CHECK-NOT: vkm.jammed
  void kernel2D_Uniform(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < depth; k++)
          sum += a[i * columns + j + k] * b[k];
        c[i * columns + j] = sum;
      }
  }

  // Rows share nothing.
  // CHECK-LABEL: vkm.kernel @kernel2D_Own
  void kernel2D_Own(const float *a, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < depth; k++)
          sum += a[(i * columns + j) * depth + k];
        c[i * columns + j] = sum;
      }
  }

  // How often the loop runs, the row says.
  // CHECK-LABEL: vkm.kernel @kernel2D_Until
  void kernel2D_Until(const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < depth; k++) {
          sum += b[k * columns + j];
          if (sum > float(i))
            break;
        }
        c[i * columns + j] = sum;
      }
  }

  // A jump goes on with the next row.
  // CHECK-LABEL: vkm.kernel @kernel2D_Skipped
  void kernel2D_Skipped(const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        if (i % 3 == 0)
          continue;
        float sum = 0;
        for (int k = 0; k < depth; k++)
          sum += b[k * columns + j];
        c[i * columns + j] = sum;
      }
  }

  // Arrays of arrays would not stay in registers.
  // CHECK-LABEL: vkm.kernel @kernel2D_Arrays
  void kernel2D_Arrays(const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sums[2] = {};
        for (int k = 0; k < depth; k++)
          sums[(i + k) % 2] += b[k * columns + j];
        c[i * columns + j] = sums[0] - sums[1];
      }
  }

  // Neighbouring threads take neighbouring iterations.
  // CHECK-LABEL: vkm.kernel @kernel1D_Line
  // CHECK: vkm.control
  void kernel1D_Line(const float *b, float *c, int columns, int depth) {
    for (int j = 0; j < columns; j++) {
      float sum = 0;
      for (int k = 0; k < depth; k++)
        sum += b[k * 3] * float(j);
      c[j] = sum;
    }
  }
};

// HOST: const uint32_t groupsX = m_vulkan.GroupCountOrNone(jCount, kProductPerGroupX);
// HOST-NEXT: const uint32_t groupsY =
// HOST-NEXT: m_vulkan.JammedGroupCount(iCount, kProductPerGroupY, kProductCoarsening, 1, groupsX);
