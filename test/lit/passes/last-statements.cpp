// Statements behind loops that access what these do run in the workgroup that is done last, and what it finds of the others' is coherent.
// RUN: vkmorph %s --class Ring -o %t.out --report=%t.json -- -std=c++17
// RUN: FileCheck %s --check-prefix=CLOSE --input-file=%t.out/shaders/kernel1D_Close.comp
// RUN: FileCheck %s --check-prefix=TABLE --input-file=%t.out/shaders/kernel1D_Table.comp
// RUN: FileCheck %s --check-prefix=TOTAL --input-file=%t.out/shaders/kernel1D_Total.comp
// RUN: FileCheck %s --check-prefix=MEMBERS --input-file=%t.out/shaders/kernel2D_Members.comp
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t.out/last-statements_generated.cpp
// RUN: vkmorph %s --class Ring -o %t.cl --shaders=openclc -- -std=c++17
// RUN: FileCheck %s --check-prefix=OPENCL --input-file=%t.cl/shaders/kernel1D_Close.cl
class Ring {
public:
  virtual ~Ring() {}
  virtual void Run([[vkmorph::size("n + 1")]] float *ring, [[vkmorph::size("16")]] int *table, [[vkmorph::size("n * n")]] float *square, int n) {
    kernel1D_Close(ring, n);
    kernel1D_Table(table);
    kernel1D_Total(ring, n);
    kernel2D_Members(n);
    kernel1D_Rows(square, ring, n);
  }

private:
  // The array of the loops is coherent; a buffer counts the workgroups.
  // CLOSE: Independent iterations. Then what runs once, in the last
  // CLOSE: ) coherent buffer ringBuffer {
  // CLOSE: coherent buffer CloseDone {
  // CLOSE: ring[i] = 2.0 * ring[i];
  // CLOSE: }
  // CLOSE-NEXT: memoryBarrierBuffer();
  // CLOSE-NEXT: barrier();
  // CLOSE: Once, behind all iterations: the workgroup that counts itself last finds what all others have done.
  // CLOSE-NEXT: if (gl_LocalInvocationID.x == 0u) {
  // CLOSE-NEXT: memoryBarrierBuffer();
  // CLOSE-NEXT: if (atomicAdd(groupsDone, 1u) == gl_NumWorkGroups.x - 1u) {
  // CLOSE-NEXT: memoryBarrierBuffer();
  // CLOSE: groupsDone = 0u;
  // CLOSE-NEXT: ring[n] = ring[0];
  // OPENCL: atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
  // OPENCL-NEXT: barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  // OPENCL: ring[n] = ring[0];
  // No more workgroups than a large device runs a few times over; one also where there is nothing to do but the statement.
  // HOST: kCloseMaxGroups = 4096
  void kernel1D_Close(float *ring, int n) {
    for (int i = 0; i < n; i++)
      ring[i] = 2.0f * ring[i];
    ring[n] = ring[0];
  }

  // One workgroup has all iterations.
  // TABLE: Independent iterations. Then what runs once.
  // TABLE: coherent buffer tableBuffer {
  // TABLE-NOT: groupsDone
  // TABLE: Once, behind all iterations.
  // TABLE: table[0] = table[15];
  void kernel1D_Table(int *table) {
    for (int i = 0; i < 16; i++)
      table[i] += i;
    table[0] = table[15];
  }

  // Where reductions are finished by the last workgroup, its thread goes on.
  // TOTAL: coherent buffer ringBuffer {
  // TOTAL: memoryBarrierBuffer();
  // TOTAL-NEXT: combineWorkgroup(m_sumLocal);
  // TOTAL: m_sum = m_sumLocal;
  // TOTAL-NEXT: ring[n] = m_sum + ring[0];
  void kernel1D_Total(float *ring, int n) {
    m_sum = 0.0f;
    for (int i = 0; i < n; i++) {
      ring[i] += 1.0f;
      m_sum += ring[i];
    }
    ring[n] = m_sum + ring[0];
  }

  // Members that are handed on are coherent one by one.
  // MEMBERS: buffer ClassData {
  // MEMBERS-NEXT: coherent precise float m_cells[64];
  // MEMBERS-NEXT: float m_corner;
  // MEMBERS: gl_NumWorkGroups.x * gl_NumWorkGroups.y - 1u
  // MEMBERS: m_corner = m_cells[0] + m_cells[7];
  void kernel2D_Members(int n) {
    for (int y = 0; y < n; y++)
      for (int x = 0; x < 8; x++)
        m_cells[y * 8 + x] = 0.5f * x + y;
    m_corner = m_cells[0] + m_cells[7];
  }

  // REPORT: "obstacle": "a workgroup takes an iteration of these loops together"
  // REPORT-NEXT: "value": "last"
  void kernel1D_Rows(const float *square, float *ring, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int j = 0; j < n; j++)
        sum += square[i * n + j];
      ring[i] = sum;
    }
    ring[n] = ring[0];
  }

  float m_cells[64] = {};
  float m_corner = 0.0f, m_sum = 0.0f;
};
