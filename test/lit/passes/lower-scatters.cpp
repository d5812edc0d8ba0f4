// What becomes of elements that several iterations update: by atomic operations, by comparing and swapping, in copies that
// workgroups share, in the order of the source; and in OpenCL C.
// RUN: vkmorph %s --class C --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=AUTO
// RUN: vkmorph %s --class C --emit=glsl --scatter=atomic -- -std=c++17 | FileCheck %s --check-prefix=ATOMIC
// RUN: vkmorph %s --class C --emit=glsl --target=vulkan10 --scatter=shared -- -std=c++17 | FileCheck %s --check-prefix=SWAPS
// RUN: vkmorph %s --class C --emit=glsl --deterministic -- -std=c++17 | FileCheck %s --check-prefix=ORDER
// RUN: vkmorph %s --class C --emit=openclc --shaders=openclc --scatter=atomic -- -std=c++17 | FileCheck %s --check-prefix=OPENCL
// RUN: vkmorph %s --class C -o %t --mistranslate=scatter-without-atomics --scatter=atomic -- -std=c++17
// RUN: FileCheck %s --check-prefix=FAULT --input-file=%t/shaders/kernel1D_Bins.comp
#include <cstdint>

struct Cell {
  int count;
  float mass;
};

class C {
public:
  virtual ~C() = default;
  virtual void Run(const uint8_t *k, [[vkmorph::size("n")]] const float *x, [[vkmorph::size("256")]] int *bins,
                   [[vkmorph::size("256")]] Cell *cells, int n) {
    kernel1D_Bins(k, bins, n);
    kernel1D_Cells(k, x, cells, n);
    kernel1D_Sums(k, x, n);
  }

  // AUTO-LABEL: // C::kernel1D_Bins, {{.*}} Updates of bins by copies of 256 elements in shared memory.
  // AUTO: shared int binsShared[256];
  // As many elements as threads.
  // AUTO: // The workgroup's own copies.
  // AUTO-NEXT: binsShared[lid] = 0;
  // AUTO: barrier();
  // AUTO: atomicAdd(binsShared[uint(k[i])], 1);
  // AUTO: // The copies are complete, and go to the arrays.
  // AUTO-NEXT: barrier();
  // AUTO-NEXT: const int share = binsShared[lid];
  // AUTO-NEXT: if (share != 0) {
  // AUTO-NEXT:   atomicAdd(bins[lid], share);
  // ATOMIC-LABEL: // C::kernel1D_Bins, {{.*}} Updates of bins by atomic operations.
  // ATOMIC: atomicAdd(bins[uint(k[i])], 1);
  // FAULT: const int old = bins[
  // FAULT-NEXT: bins[{{.*}}] = old + 1;
  void kernel1D_Bins(const uint8_t *k, int *bins, int n) {
    for (int i = 0; i < n; i++)
      bins[k[i]]++;
  }

  // Parts of structs; without atomic operations of floats the buffer is words once more.
  // ATOMIC-LABEL: // C::kernel1D_Cells,
  // ATOMIC: atomicAdd(cells[uint(k[i])].count, 1);
  // ATOMIC: if (x[i] > 0.5) {
  // ATOMIC-NEXT: atomicAdd(cells[uint(k[i])].mass, x[i]);
  // SWAPS-LABEL: // C::kernel1D_Cells,
  // SWAPS: layout(std430, binding = [[CELLS:[0-9]+]]) buffer cellsBuffer {
  // SWAPS: layout(std430, binding = [[CELLS]]) buffer cellsBitsBuffer {
  // SWAPS-NEXT: uint cellsBits[];
  // SWAPS: const uint [[WORD:[a-z0-9A-Z]+]] = {{.*}} * 2u + 1u;
  // SWAPS: uint [[BEFORE:before_*]] = atomicOr(cellsBits{{.}}[[WORD]]], 0u);
  // SWAPS: do {
  // SWAPS-NEXT: [[SEEN:seen_*]] = [[BEFORE]];
  // SWAPS-NEXT: [[BEFORE]] = atomicCompSwap(cellsBits{{.}}[[WORD]]], [[SEEN]], floatBitsToUint(uintBitsToFloat([[SEEN]]) + term));
  // SWAPS-NEXT: } while ([[BEFORE]] != [[SEEN]]);
  // OPENCL-LABEL: // C::kernel1D_Cells,
  // OPENCL: uint [[BEFORE:before_*]] = atomic_or((volatile __global uint *)&cells[{{.*}}].mass, 0u);
  // OPENCL: [[BEFORE]] = atomic_cmpxchg((volatile __global uint *)&cells[{{.*}}].mass, [[SEEN:seen_*]], as_uint(as_float([[SEEN]]) + term));
  void kernel1D_Cells(const uint8_t *k, const float *x, Cell *cells, int n) {
    for (int i = 0; i < n; i++) {
      cells[k[i]].count++;
      if (x[i] > 0.5f)
        cells[k[i]].mass += x[i];
    }
  }

  // Members: the copies hold bits; minima and maxima begin with the infinity that changes nothing.
  // SWAPS-LABEL: // C::kernel1D_Sums,
  // SWAPS: uint classDataBits[];
  // SWAPS: shared uint m_sumsShared[256];
  // SWAPS: m_sumsShared[element] = 0u;
  // SWAPS: m_leastShared[element] = 0x7f800000u;
  // SWAPS: atomicCompSwap(m_sumsShared[
  // SWAPS: atomicCompSwap(classDataBits[
  // ORDER-LABEL: // C::kernel1D_Sums,
  // ORDER: precise float m_sums[256];
  // ORDER: shared uint m_sumsElement[
  // ORDER: for (int iBlock = 0; iBlock < n; iBlock += 256) {
  // ORDER-NEXT: m_sumsElement[lid] = 0u;
  // ORDER: m_sumsElement[lid] = uint(k[i]) + 1u;
  // ORDER-NEXT: m_sumsTerm[lid] = x[i];
  // ORDER: barrier();
  // ORDER-NEXT: for (uint turn = 0u; turn < 256u; turn++) {
  // ORDER-NEXT: const uint element = m_sumsElement[turn];
  // ORDER-NEXT: if (element != 0u && element % 256u == lid) {
  // ORDER-NEXT: m_sums[element - 1u] += m_sumsTerm[turn];
  // ORDER: barrier();
  void kernel1D_Sums(const uint8_t *k, const float *x, int n) {
    for (int i = 0; i < n; i++) {
      m_sums[k[i]] += x[i];
      if (x[i] < m_least[k[i]])
        m_least[k[i]] = x[i];
    }
  }

  float m_sums[256] = {}, m_least[256] = {};
};
