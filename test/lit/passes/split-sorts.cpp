// A merge sort becomes kernels, and a loop of launches of those that merge. By keys: radix-sorts.cpp.
// RUN: vkmorph %s --class Sorts --sort=merge --emit=normalised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Sorts --sort=merge -o %t.out -- -std=c++17
// RUN: FileCheck %s --check-prefix=SPLIT --input-file=%t.out/shaders/kernel1D_Keys_split.comp
// RUN: FileCheck %s --check-prefix=MERGE --input-file=%t.out/shaders/kernel1D_Keys_merge.comp
// RUN: FileCheck %s --check-prefix=TILE --input-file=%t.out/shaders/kernel1D_Keys_sort.comp
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t.out/split-sorts_generated.cpp
// RUN: not vkmorph %s --class Refused -o %t.out -- -std=c++17 -DREFUSED 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not vkmorph %s --class Beside -o %t.out -- -std=c++17 -DREFUSED 2>&1 | FileCheck %s --check-prefix=BESIDE
#include <algorithm>
#include <cstdint>
#include <vector>

class Sorts {
public:
  virtual ~Sorts() = default;

  // CHECK: vkm.field @Keys_splits : !vkm.dynarray<ui32> access protected
  // CHECK: vkm.field @Keys_sorted : !vkm.dynarray<ui32> access protected {vkm.local_name = "sorted", vkm.local_of = "Keys", vkm.merged_into}
  // CHECK: vkm.kernel @kernel1D_Keys_sort(%keys: !vkm.ptr<ui32> {vkm.name = "keys"}, %n: ui32 {vkm.name = "n"}) {{.*}}vkm.sorts = []
  // CHECK: vkm.extent %keys : <ui32> stated
  // CHECK: vkm.sort_tile %{{.*}} of 2048 by 8 load {
  // CHECK: vkm.kernel @kernel1D_Keys_split(%from: !vkm.ptr<const ui32> {{.*}}, %n: ui32 {{.*}}, %runLength: ui32
  // CHECK: vkm.kernel @kernel1D_Keys_merge(%from: !vkm.ptr<const ui32> {{.*}}, %to: !vkm.ptr<ui32> {{.*}}, %n: ui32 {{.*}}, %runLength: ui32
  // CHECK: vkm.sort_tile %{{.*}} of 2048 by 8 left %{{.*}} load {
  // TILE: layout(local_size_x = 256) in;
  // TILE: shared uint tileElements[2112];
  // TILE: barrier();
  // TILE: // Each thread sorts its share, by insertion.
  // TILE: if (!(moved < tileElements[spread32(place - 1u)])) {
  // TILE: for (uint runLength = 8u; runLength < 2048u; runLength *= 2u) {
  // SPLIT: // Sorts::kernel1D_Keys_split, from split-sorts.cpp:{{.*}}. Independent iterations.
  // SPLIT: const uint start = tileBegin & ~(2u * runLength - 1u);
  // SPLIT: if (from[middle + before - (probe + 1u)] < from[start + probe]) {
  // SPLIT: Keys_splits[tile] = low;
  // MERGE: const uint leftBegin = start + fromLeft;
  // MERGE: tileElements[spread32(index)] = from[known < leftCount ? leftBegin + known : rightBegin + (known - leftCount)];
  // MERGE: if (tileElements[spread32(leftCount + begin - (probe + 1u))] < tileElements[spread32(probe)]) {
  // MERGE: to[tileBegin + index] = tileElements[spread32(index)];
  // CHECK: vkm.control @Keys(
  // CHECK: vkm.reserve @Keys_sorted, %n : ui32
  // CHECK: vkm.reserve @Keys_splits, %
  // CHECK: vkm.launch @kernel1D_Keys_sort(%keys, %n)
  // CHECK: vkm.for "runLength"
  // CHECK: vkm.launch @kernel1D_Keys_split(%keys, %n, %
  // CHECK: vkm.launch @kernel1D_Keys_merge(%keys, %[[SCRATCH:.*]], %n, %
  // CHECK: vkm.launch @kernel1D_Keys_split(%[[SCRATCH]], %n, %
  // CHECK: vkm.launch @kernel1D_Keys_merge(%[[SCRATCH]], %keys, %n, %
  // HOST: for (uint32_t runLength = 2048u; runLength < n; runLength *= 4u) {
  // HOST: Keys_splitCmd(cmd, n, runLength);
  // HOST: Keys_mergeCmd(cmd, n, runLength);
  // HOST: Keys_mergeCmd(cmd, n, runLength * 2u);
  virtual void Keys(uint32_t *keys, uint32_t n) {
    kernel1D_Scale(keys, n);
    std::sort(keys, keys + n);
  }

  // Bytes may be so many that four times a length has more than 32 bits. They are not sorted in shared memory.
  // HOST: for (uint64_t runLength = 16ull; runLength < uint64_t(n); runLength *= 4ull) {
  virtual void Bytes(uint8_t *bytes, uint32_t n) {
    std::sort(bytes, bytes + n);
    kernel1D_Lift(bytes, n);
  }

  // What kernels appended: they say themselves how many there are, the host knows how many there are at most.
  // HOST: const uint32_t count = m_vulkan.MostElements("m_found");
  // HOST: for (uint32_t runLength = 2048u; runLength < count; runLength *= 4u) {
  // HOST: Appended_mergeCmd(cmd, runLength);
  virtual void Appended(const uint32_t *keys, uint32_t n) {
    m_found.reserve(n);
    kernel1D_Find(keys, n);
    std::sort(m_found.begin(), m_found.end());
  }

protected:
  void kernel1D_Scale(uint32_t *keys, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      keys[i] *= 3;
  }
  void kernel1D_Lift(uint8_t *bytes, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      bytes[i] = uint8_t(bytes[i] | 1);
  }
  void kernel1D_Find(const uint32_t *keys, uint32_t n) {
    m_found.clear();
    for (uint32_t i = 0; i < n; i++)
      if (keys[i] > 10)
        m_found.push_back(keys[i]);
  }
  std::vector<uint32_t> m_found;
};

#ifdef REFUSED
#include <glm/glm.hpp>
struct By {
  glm::mat2 turn;
  bool operator()(int x, int y) const { return turn[x & 1][0] < turn[y & 1][0]; }
};
class Refused {
public:
  virtual ~Refused() = default;
  virtual void Run(int *a, int n) {
    const glm::mat2 ranks(2.0f, float(n), 1.0f, 0.0f);
    kernel1D_Add(a, n);
    // REFUSED: :[[@LINE+2]]:52: error: the order of 'sort' uses 'ranks', which cannot be passed to the kernels that sort [vkm2040]
    // REFUSED: note: use numbers, members, pointer parameters and std::vectors in it
    std::sort(a, a + n, [&](int x, int y) { return ranks[x % 2][0] < ranks[y % 2][0]; });
    const By by = {ranks};
    // REFUSED: error: the order of 'stable_sort' uses 'by', which cannot be passed to the kernels that sort [vkm2040]
    std::stable_sort(a, a + n, by);
  }
  void kernel1D_Add(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i]++;
  }
};

class Beside {
public:
  virtual ~Beside() = default;
  virtual void Run(int *a, int n) { kernel1D_Sort(a, n); }
  void kernel1D_Sort(int *a, int n) {
    std::sort(a, a + n);
    // BESIDE: :[[@LINE+2]]:{{.*}}: error: kernel 'Sort' sorts an array, and does this as well [vkm2041]
    // BESIDE: note: sort in the control function, between kernels
    for (int i = 0; i < n; i++)
      a[i]++;
  }
};
#endif
