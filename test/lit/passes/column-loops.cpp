// Sums of columns: neighbouring threads take neighbouring columns, where the elements of these lie side by side, and several
// threads and workgroups share the rows of each.
// What is checked stands in comments, which the IR has as well: patterns that do not match themselves.
// RUN: vkmorph %s --class C --emit=planned --without-locations --remarks=decisions -- -std=c++17 2>%t.err | FileCheck %s --check-prefix=PLAN
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.err
// RUN: vkmorph %s --class C --emit=glsl -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class C --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HOST
// RUN: vkmorph %s --class C --emit=planned --without-locations --workgroup-size=16 -- -std=c++17 | FileCheck %s --check-prefix=SMALL
// RUN: vkmorph %s --class C --emit=planned --without-locations --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=TARGET
// A CPU has neighbours in its vectors, and waits at barriers.
// RUN: echo '{"api_version": "1.3", "float64": true, "software_device": true}' > %t.json
// RUN: vkmorph %s --class C --emit=planned --without-locations --target=%t.json -- -std=c++17 | FileCheck %s --check-prefix=SOFTWARE
// SOFTWARE-LABEL: vkm.kernel @kernel2D_Sums
// SOFTWARE-NOT: {{columns}} {{[0-9]+}}
// SOFTWARE-LABEL: vkm.kernel @kernel1D_Rows
// SOFTWARE: {{vkm.row}}(add %{{.*}}) step 1 by <
// HOST: decisions: Sums: workgroup 256, reduction sumsLocal: tree, finish: row, 32 side by side

class C {
public:
  virtual ~C() = default;
  virtual void run(const float *a, float *sums, const float *weights, const double *d, double *means, int h, int w,
                   int tall) {
    kernel2D_Sums(a, sums, h, w);
    kernel1D_Weighted(a, weights, sums, h, w);
    kernel1D_Inner(d, means, h, w);
    kernel1D_Rows(a, sums, h, w);
    kernel1D_Distant(a, sums, h, w);
    kernel1D_Same(weights, sums, h, w);
    kernel1D_Marked(a, sums, h, w);
    kernel1D_Short(a, sums, w);
    kernel1D_Tables(w);
    kernel1D_Down(a, sums, h, w);
    kernel1D_Counted(a, h, w);
    kernel1D_Measured(a, sums, w);
  }

protected:
  // REMARK: kernel 'kernel2D_Sums': workgroups of 256 threads take up to 32 iterations of the loop over '{{.*}}' side by side, and share that over '{{.*}}' where it is long: neighbouring iterations read neighbouring elements [vkm2222, decisions]
  // PLAN-LABEL: vkm.kernel @kernel2D_Sums
  // PLAN: elements_per_thread = 1 : i32, max_workgroups = array<i32: 1024, 1, 1>, workgroup_size = array<i32: 256, 1, 1>
  // PLAN: {{vkm.row}}(add %{{.*}}) step 1 by <tree from 64 {{columns}} 32 turns 4> {
  // SMALL-LABEL: vkm.kernel @kernel2D_Sums
  // SMALL: elements_per_thread = 1 : i32, {{.*}}workgroup_size = array<i32: 16, 1, 1>
  // SMALL: {{vkm.row}}(add %{{.*}}) step 1 by <tree from 16 {{columns}} 8 turns 4> {
  // TARGET-LABEL: vkm.kernel @kernel2D_Sums
  // TARGET: elements_per_thread = 1 : i32, {{.*}}workgroup_size = array<i32: 128, 1, 1>
  // TARGET: {{vkm.row}}(add %{{.*}}) step 1 by <tree from 32 {{columns}} 32 turns 4> {
  // CHECK-LABEL: kernel2D_Sums.comp
  // CHECK: Reduction: sums (+); tree in shared memory, in the inner loop, which
  // CHECK-NEXT: workgroups share where it is long, for up to 32 iterations side by side.
  // CHECK: coherent buffer SumsPartials {
  // CHECK-NEXT: uint groupsDone[1024];
  // CHECK-NEXT: float sumsPartials[32768];
  // CHECK: void combineColumns(inout float sumsLocal, uint columns) {
  // CHECK: for (uint offset = 128u; offset >= columns; offset /= 2u) {
  // CHECK: // Neighbouring threads take neighbouring iterations, and several threads share each of them, where these are long.
  // CHECK-NEXT: if (h >= 64 && h <= 1073741824) {
  // Twice as many side by side where each of 1024 workgroups has a block of its own.
  // CHECK-NEXT: uint columnBits = uint(w) < 65536u ? 5u : 6u;
  // CHECK: while ((1u << columnBits) / 2u >= uint(w)) {
  // CHECK: const uint columns = 1u << columnBits;
  // CHECK-NEXT: const uint shares = 256u >> columnBits;
  // CHECK-NEXT: const uint column = lid & (columns - 1u);
  // CHECK-NEXT: const uint share = lid >> columnBits;
  // CHECK-NEXT: const uint blocks = ((uint(w) - 1u) >> columnBits) + 1u;
  // As many slices as there are workgroups for each block, each of them of rows enough.
  // CHECK-NEXT: const uint slices = max(min(gl_NumWorkGroups.x / blocks, uint(h) / (8u * shares)), 1u);
  // CHECK: for (uint item = gl_WorkGroupID.x; item < blocks * slices; item += gl_NumWorkGroups.x) {
  // CHECK-NEXT: const uint block = item % blocks;
  // CHECK-NEXT: const uint slice = item / blocks;
  // Threads behind the last column repeat it, and write nothing.
  // CHECK-NEXT: const uint jIndex = block * columns + column;
  // CHECK-NEXT: const int j = int(min(jIndex, uint(w) - 1u));
  // CHECK-NEXT: precise float sumsLocal = 0.0;
  // Four reads are under way at a time, or eight where nobody else has these columns.
  // CHECK-NEXT: int i = int(slice * shares + share);
  // CHECK-NEXT: const int stride = int(slices * shares);
  // CHECK-NEXT: while (columns > 32u && i < h && h - i > 7 * stride) {
  // CHECK-NEXT: {{.*unroll.*}} for (uint turn = 0u; turn < 8u; turn++, i += stride) {
  // CHECK-NEXT: sumsLocal += a[i * w + j];
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK-NEXT: while (i < h && h - i > 3 * stride) {
  // CHECK-NEXT: {{.*unroll.*}} for (uint turn = 0u; turn < 4u; turn++, i += stride) {
  // CHECK-NEXT: sumsLocal += a[i * w + j];
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  // CHECK: for (int rest = i; rest < h; rest += stride) {
  // CHECK-NEXT: sumsLocal += a[rest * w + j];
  // CHECK-NEXT: }
  // CHECK-NEXT: combineColumns(sumsLocal, columns);
  // CHECK: if (slices > 1u) {
  // CHECK-NEXT: if (share == 0u) {
  // CHECK-NEXT: sumsPartials[item * columns + column] = sumsLocal;
  // CHECK-NEXT: }
  // CHECK-NEXT: memoryBarrierBuffer();
  // CHECK-NEXT: barrier();
  // CHECK-NEXT: if (lid == 0u) {
  // CHECK-NEXT: memoryBarrierBuffer();
  // CHECK-NEXT: isLastGroup = atomicAdd(groupsDone[block], 1u) == slices - 1u;
  // CHECK-NEXT: }
  // CHECK-NEXT: barrier();
  // CHECK-NEXT: if (!isLastGroup) {
  // CHECK-NEXT: continue;
  // CHECK-NEXT: }
  // CHECK-NEXT: memoryBarrierBuffer();
  // CHECK: groupsDone[block] = 0u;
  // CHECK: sumsLocal = 0.0;
  // CHECK-NEXT: for (uint other = share; other < slices; other += shares) {
  // CHECK-NEXT: sumsLocal += sumsPartials[(other * blocks + block) * columns + column];
  // CHECK-NEXT: }
  // CHECK-NEXT: combineColumns(sumsLocal, columns);
  // CHECK-NEXT: }
  // CHECK-NEXT: if (share == 0u && jIndex < uint(w)) {
  // CHECK-NEXT: sums[j] += sumsLocal;
  // CHECK-NEXT: }
  // CHECK-NEXT: barrier();
  // CHECK-NEXT: }
  // CHECK-NEXT: return;
  // CHECK-NEXT: }
  // CHECK-NEXT: for (int j = int(gl_GlobalInvocationID.x); j < w;
  // HOST-LABEL: void C_Generated::SumsCmd
  // HOST: h >= 64 ? jCount *
  // HOST-NEXT: std::max<uint32_t>(std::min<uint32_t>(uint32_t(h) / 8u,
  // HOST-NEXT: 262144u / std::max<uint32_t>(jCount, 1u)),
  // HOST-NEXT: 1u)
  // HOST-NEXT: : jCount,
  void kernel2D_Sums(const float *a, float *sums, int h, int w) {
    for (int i = 0; i < h; ++i)
      for (int j = 0; j < w; ++j)
        sums[j] += a[i * w + j];
  }

  // What all threads read alike does not matter.
  // PLAN-LABEL: vkm.kernel @kernel1D_Weighted
  // PLAN: {{from}} 64 {{columns}} 32
  void kernel1D_Weighted(const float *a, const float *weights, float *sums, int h, int w) {
    for (int j = 0; j < w; ++j) {
      float total = 0, most = a[j];
      for (int i = 0; i < h; ++i) {
        const int at = i * w + j;
        total += a[at] * weights[i];
        if (a[at] > most)
          most = a[at];
      }
      sums[j] = total / most;
    }
  }

  // Columns from the second on, every third row.
  // PLAN-LABEL: vkm.kernel @kernel1D_Inner
  // PLAN: {{from}} 64 {{columns}} 32
  // CHECK-LABEL: kernel1D_Inner.comp
  // CHECK: const uint jCount = uint(difference) - 1u;
  // CHECK: const uint blocks = ((jCount - 1u) >> columnBits) + 1u;
  // CHECK: const int j = 1 + int(min(jIndex, jCount - 1u));
  // CHECK: double totalLocal = 0.0lf;
  // CHECK-NEXT: int i = 2 + 3 * int(slice * shares + share);
  // CHECK-NEXT: const int stride = 3 * int(slices * shares);
  // CHECK: if (share == 0u && jIndex < jCount) {
  // CHECK-NEXT: total += totalLocal;
  // CHECK-NEXT: means[j] = total / double(h);
  void kernel1D_Inner(const double *d, double *means, int h, int w) {
    for (int j = 1; j < w - 1; ++j) {
      double total = 1;
      for (int i = 2; i < h; i += 3)
        total += d[i * w + j];
      means[j] = total / h;
    }
  }

  // PLAN-LABEL: vkm.kernel @kernel1D_Rows
  // PLAN-NOT: {{columns}} {{[0-9]+}}
  void kernel1D_Rows(const float *a, float *sums, int h, int w) {
    for (int i = 0; i < h; ++i) {
      float total = 0;
      for (int j = 0; j < w; ++j)
        total += a[i * w + j];
      sums[i] = total;
    }
  }

  // Neighbours that lie apart as well.
  // PLAN-LABEL: vkm.kernel @kernel1D_Distant
  // PLAN-NOT: {{columns}} {{[0-9]+}}
  void kernel1D_Distant(const float *a, float *sums, int h, int w) {
    for (int j = 0; j < w; ++j) {
      float total = 0;
      for (int i = 0; i < h; ++i)
        total += a[(i * w + j) * 16];
      sums[j] = total;
    }
  }

  // Elements that do not depend on the column.
  // PLAN-LABEL: vkm.kernel @kernel1D_Same
  // PLAN-NOT: {{columns}} {{[0-9]+}}
  void kernel1D_Same(const float *weights, float *sums, int h, int w) {
    for (int j = 0; j < w; ++j) {
      float total = 0;
      for (int i = 0; i < h; ++i)
        total += weights[i] * float(j);
      sums[j] = total;
    }
  }

  // What is written before the loop is written once.
  // PLAN-LABEL: vkm.kernel @kernel1D_Marked
  // PLAN-NOT: {{columns}} {{[0-9]+}}
  void kernel1D_Marked(const float *a, float *sums, int h, int w) {
    for (int j = 0; j < w; ++j) {
      float total = 0;
      m_marks[j % 8] = 1;
      for (int i = 0; i < h; ++i)
        total += a[i * w + j];
      sums[j] = total;
    }
  }

  // PLAN-LABEL: vkm.kernel @kernel1D_Short
  // PLAN-NOT: step 1 {{by}} <
  void kernel1D_Short(const float *a, float *sums, int w) {
    for (int j = 0; j < w; ++j) {
      float total = 0;
      for (int i = 0; i < 50; ++i)
        total += a[i * w + j];
      sums[j] = total;
    }
  }

  // Elements of arrays.
  // PLAN-LABEL: vkm.kernel @kernel1D_Tables
  // PLAN: {{from}} 64 {{columns}} 32
  // CHECK-LABEL: kernel1D_Tables.comp
  // Rows that are known to be long enough leave nothing to threads alone.
  // CHECK: // Neighbouring threads take neighbouring iterations,
  // CHECK-NEXT: uint columnBits = uint(w) < 65536u ? 5u : 6u;
  // CHECK: while (i < 256 && 256 - i > 3 * stride) {
  // CHECK-NOT: gl_GlobalInvocationID
  // CHECK-LABEL: kernel1D_Down.comp
  // HOST-LABEL: void C_Generated::TablesCmd
  // HOST: jCount *
  // HOST-NEXT: std::max<uint32_t>(std::min<uint32_t>(32u, 262144u / std::max<uint32_t>(jCount, 1u)), 1u),
  void kernel1D_Tables(int w) {
    for (int j = 0; j < w; ++j) {
      int total = 0;
      for (int i = 0; i < 256; ++i)
        total += m_table[i][j];
      m_totals[j] = total;
    }
  }

  // Columns from the last to the first.
  // PLAN-LABEL: vkm.kernel @kernel1D_Down
  // PLAN-NOT: {{columns}} {{[0-9]+}}
  void kernel1D_Down(const float *a, float *sums, int h, int w) {
    for (int j = w - 1; j >= 0; --j) {
      float total = 0;
      for (int i = 0; i < h; ++i)
        total += a[i * w + j];
      sums[j] = total;
    }
  }

  // How many rows there are only the device knows.
  // PLAN-LABEL: vkm.kernel @kernel1D_Counted
  // PLAN-LABEL: vkm.kernel @kernel1D_Measured
  // PLAN: {{from}} 64 {{columns}} 32
  // HOST-LABEL: void C_Generated::MeasuredCmd
  // HOST: jCount * std::max<uint32_t>(262144u / std::max<uint32_t>(jCount, 1u), 1u),
  void kernel1D_Counted(const float *a, int h, int w) {
    m_rows = 0;
    for (int i = 0; i < h; ++i)
      if (a[i * w] > 0)
        m_rows++;
  }
  void kernel1D_Measured(const float *a, float *sums, int w) {
    for (int j = 0; j < w; ++j) {
      float total = 0;
      for (int i = 0; i < m_rows; ++i)
        total += a[i * w + j];
      sums[j] = total;
    }
  }

  int m_rows = 0;
  int m_marks[8] = {};
  int m_table[256][64] = {}, m_totals[64] = {};
};
