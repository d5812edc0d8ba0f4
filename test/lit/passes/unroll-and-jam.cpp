// Where loops read what neighbouring iterations of the grid read as well, a thread takes several of these together.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --emit=planned --without-locations --fusion=never -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --emit=planned --coarsening=never --fusion=never -- -std=c++17 | FileCheck %s --check-prefix=NEVER
// NEVER-NOT: {{jammed}},
// RUN: vkmorph %t.cpp --emit=glsl --fusion=never -- -std=c++17 | FileCheck %s --check-prefix=GLSL
// RUN: vkmorph %t.cpp --emit=host --fusion=never -- -std=c++17 | FileCheck %s --check-prefix=HOST
// RUN: rm -rf %t && vkmorph %t.cpp -o %t --report=%t.json --fusion=never -- -std=c++17
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
#include <algorithm>

// HOST: decisions: Product: workgroup 32 x 8, blocks of 4 iterations in a thread
class C {
public:
  virtual ~C() {}
  virtual void Run(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    kernel2D_Product(a, b, c, rows, columns, depth);
    kernel2D_Edges(a, b, c, rows, columns, depth);
    kernel2D_Wide(a, b, c, rows, columns, depth);
    kernel2D_Uniform(a, b, c, rows, columns, depth);
    kernel2D_Hashed(b, c, rows, columns, depth);
    kernel2D_Own(a, c, rows, columns, depth);
  }
  virtual void Filter(const float *in, float *out, const unsigned char *bytes, unsigned char *flags, float *own, int width,
                      int height, int depth) {
    kernel3D_Stencil(in, out, width, height, depth);
    kernel2D_Window(in, out, width, height);
    kernel2D_Radius(in, out, width, height, depth);
    kernel2D_Bytes(bytes, flags, width, height);
    kernel2D_InPlace(own, width, height);
    kernel2D_Masked(in, out, bytes, width, height);
  }
  virtual void Until(const float *b, float *c, int rows, int columns, int depth) {
    kernel2D_Until(b, c, rows, columns, depth);
    kernel2D_Skipped(b, c, rows, columns, depth);
    kernel2D_Arrays(b, c, rows, columns, depth);
    kernel2D_Search(b, c, rows, columns, depth);
    kernel1D_Line(b, c, columns, depth);
  }

protected:
  // CHECK-LABEL: vkm.kernel @kernel2D_Product
  // CHECK: coarsening = 4 : i64, elements_per_thread = 1 : i32, jammed
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
  // CHECK: jammed
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
  // GLSL: for (int i = 1 + 3 * blocks + block; i < rows; i += stride) {
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
  // CHECK: coarsening = 2 : i64, elements_per_thread = 1 : i32, jammed
  struct Pair {
    float low, high, c, d, e, f, g, h, i;
  };
  void kernel2D_Wide(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        Pair sums = {};
        for (int k = 0; k < depth; k++) {
          sums.low += a[i * depth + k] * b[k * columns + j];
          sums.high += sums.low;
        }
        c[i * columns + j] = sums.high;
      }
  }

  // All threads of a workgroup read the same weight at a time.
  // CHECK-LABEL: vkm.kernel @kernel2D_Uniform
  // CHECK-NOT: jammed
  void kernel2D_Uniform(const float *a, const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < depth; k++)
          sum += a[i * columns + j + k] * b[k];
        c[i * columns + j] = sum;
      }
  }

  // So they do here, where variables are made of others again and again.
  // CHECK-LABEL: vkm.kernel @kernel2D_Hashed
  // CHECK-NOT: jammed
  void kernel2D_Hashed(const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = float(i);
        for (int k = 0; k < depth; k++) {
          const unsigned h0 = unsigned(k);
          const unsigned h1 = h0 * h0 + 1u;
          const unsigned h2 = h1 * h1 + 2u;
          const unsigned h3 = h2 * h2 + 3u;
          const unsigned h4 = h3 * h3 + 4u;
          const unsigned h5 = h4 * h4 + 5u;
          const unsigned h6 = h5 * h5 + 6u;
          const unsigned h7 = h6 * h6 + 7u;
          const unsigned h8 = h7 * h7 + 8u;
          const unsigned h9 = h8 * h8 + 9u;
          const unsigned h10 = h9 * h9 + 10u;
          const unsigned h11 = h10 * h10 + 11u;
          const unsigned h12 = h11 * h11 + 12u;
          const unsigned h13 = h12 * h12 + 13u;
          const unsigned h14 = h13 * h13 + 14u;
          const unsigned h15 = h14 * h14 + 15u;
          const unsigned h16 = h15 * h15 + 16u;
          sum += b[h16 % 1024u];
        }
        c[i * columns + j] = sum;
      }
  }

  // Rows share nothing.
  // CHECK-LABEL: vkm.kernel @kernel2D_Own
  // CHECK-NOT: jammed
  void kernel2D_Own(const float *a, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < depth; k++)
          sum += a[(i * columns + j) * depth + k];
        c[i * columns + j] = sum;
      }
  }

  // Neighbouring planes read the same elements.
  // CHECK-LABEL: vkm.kernel @kernel3D_Stencil
  // CHECK: jammed
  // GLSL-LABEL: kernel3D_Stencil.comp
  // GLSL: const int zEnd = depth - 1;
  // GLSL: const int blocks = stride < zEnd - 1 ? (zEnd - 1) / 4 : 0;
  // GLSL: while (block < blocks) {
  // GLSL-NEXT: {{\[\[}}unroll]] for (uint turn = 0u; turn < 4u; turn++) {
  // GLSL-NEXT: const int z = 1 + 4 * block + int(turn);
  // GLSL-NEXT: const int i = (z * height + y) * width + x;
  // GLSL-NEXT: out_[i] = in_[i - width * height] + in_[i] + in_[i + width * height];
  void kernel3D_Stencil(const float *in, float *out, int width, int height, int depth) {
    for (int z = 1; z < depth - 1; z++)
      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
          const int i = (z * height + y) * width + x;
          out[i] = in[i - width * height] + in[i] + in[i + width * height];
        }
  }

  // So do neighbouring rows of a filter whose loops are written out, but at the edges.
  // CHECK-LABEL: vkm.kernel @kernel2D_Window
  // CHECK: jammed
  void kernel2D_Window(const float *in, float *out, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        float sum = 0;
        for (int v = -1; v <= 1; v++)
          for (int u = -1; u <= 1; u++)
            sum += in[std::clamp(y + v, 0, height - 1) * width + std::clamp(x + u, 0, width - 1)];
        out[y * width + x] = sum;
      }
  }

  // Not where the loop is as long as an argument says: its iterations read one after the other.
  // CHECK-LABEL: vkm.kernel @kernel2D_Radius
  // CHECK-NOT: jammed
  void kernel2D_Radius(const float *in, float *out, int width, int height, int depth) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        float sum = 0;
        for (int v = 0; v <= depth; v++)
          sum += in[std::clamp(y + v, 0, height - 1) * width + x];
        out[y * width + x] = sum;
      }
  }

  // Bytes cost little to read again.
  // CHECK-LABEL: vkm.kernel @kernel2D_Bytes
  // CHECK-NOT: jammed
  void kernel2D_Bytes(const unsigned char *bytes, unsigned char *flags, int width, int height) {
    for (int y = 0; y < height - 1; y++)
      for (int x = 0; x < width; x++)
        flags[y * width + x] = bytes[y * width + x] < bytes[(y + 1) * width + x];
  }

  // Nobody else reads what an iteration writes.
  // CHECK-LABEL: vkm.kernel @kernel2D_InPlace
  // CHECK-NOT: jammed
  void kernel2D_InPlace(float *own, int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++)
        own[2 * y * width + x] += own[(2 * y + 1) * width + x];
  }

  // Where a row decides whether it reads, nothing is read once for several.
  // CHECK-LABEL: vkm.kernel @kernel2D_Masked
  // CHECK-NOT: jammed
  void kernel2D_Masked(const float *in, float *out, const unsigned char *bytes, int width, int height) {
    for (int y = 1; y < height; y++)
      for (int x = 0; x < width; x++) {
        float value = 0;
        if (bytes[y * width + x] > 7)
          value = in[y * width + x] - in[(y - 1) * width + x];
        out[y * width + x] = value;
      }
  }

  // How often the loop runs, the row says.
  // CHECK-LABEL: vkm.kernel @kernel2D_Until
  // CHECK-NOT: jammed
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
  // CHECK-NOT: jammed
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
  // CHECK-NOT: jammed
  void kernel2D_Arrays(const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sums[2] = {};
        for (int k = 0; k < depth; k++)
          sums[(i + k) % 2] += b[k * columns + j];
        c[i * columns + j] = sums[0] - sums[1];
      }
  }

  // Nor would what a loop uses that each row runs as often as it needs.
  // CHECK-LABEL: vkm.kernel @kernel2D_Search
  // CHECK-NOT: jammed
  void kernel2D_Search(const float *b, float *c, int rows, int columns, int depth) {
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        float sum = 0;
        for (int k = 0; k < depth; k++) {
          float left = b[k * columns + j] + float(i);
          while (left > 1)
            left *= 0.5f;
          sum += left;
        }
        c[i * columns + j] = sum;
      }
  }

  // Neighbouring threads take neighbouring iterations.
  // CHECK-LABEL: vkm.kernel @kernel1D_Line
  // CHECK-NOT: jammed
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

// HOST-LABEL: void C_Generated::ProductCmd(
// HOST: const uint32_t groupsX = m_vulkan.GroupCountOrNone(jCount, kProductPerGroupX);
// HOST-NEXT: const uint32_t groupsY =
// HOST-NEXT: m_vulkan.JammedGroupCount(iCount, kProductPerGroupY, kProductCoarsening, 1, groupsX);
