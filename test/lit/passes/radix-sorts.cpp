// A radix sort: where an order compares one number of each element, passes over the digits of that number.
// RUN: vkmorph %s --class Sorts --sort=radix --emit=normalised --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Sorts --sort=radix --emit=planned --without-locations -- -std=c++17 | FileCheck %s --check-prefix=PLAN
// RUN: vkmorph %s --class Sorts --sort=radix --emit=planned --without-locations --scan=tree -- -std=c++17 | FileCheck %s --check-prefix=TREE
// RUN: vkmorph %s --class Sorts --sort=radix -o %t.out --report=%t.json -- -std=c++17
// RUN: FileCheck %s --check-prefix=COUNT --input-file=%t.out/shaders/kernel1D_Keys_count.comp
// RUN: FileCheck %s --check-prefix=MOVE --input-file=%t.out/shaders/kernel1D_Keys_move.comp
// RUN: FileCheck %s --check-prefix=JOBS --input-file=%t.out/shaders/kernel1D_Jobs_move.comp
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t.out/radix-sorts_generated.cpp
// RUN: FileCheck %s --check-prefix=REPORT --input-file=%t.json
#include <algorithm>
#include <cstdint>
#include <functional>

struct Job {
  double start;
  int priority;
  uint8_t owner;
  uint32_t pages[5];
};

// REPORT: "about": "'sort' in 'Keys'"
// REPORT: "chosen": "radix"
// REPORT: "option": "sort"
class Sorts {
public:
  virtual ~Sorts() = default;

  // CHECK: vkm.kernel @kernel1D_Keys_count(%from: !vkm.ptr<const f32> {{.*}}, %n: ui32 {{.*}}, %shift: ui32
  // CHECK: vkm.count_digits %{{.*}} of 2048 by 8 bits 8 digit {
  // CHECK: vkm.kernel @kernel1D_Keys_move(%from: !vkm.ptr<const f32> {{.*}}, %to: !vkm.ptr<f32> {{.*}}, %n: ui32 {{.*}}, %shift: ui32
  // CHECK: vkm.rank_digits %{{.*}} of 2048 by 8 bits 8 load {
  // CHECK: vkm.kernel @kernel1D_Keys_scan(
  // CHECK: vkm.reserve @Keys_digits, %
  // PLAN: vkm.rank_digits %{{.*}} of 2048 by 8 bits 8 by subgroup load {
  // TREE: vkm.rank_digits %{{.*}} of 2048 by 8 bits 8 by tree load {
  // Both zeros are one number, and larger elements come first.
  // COUNT: const uint bits = floatBitsToUint(from[tileBegin + index]);
  // COUNT: digits[slot] = (~(bits > 2147483648u ? ~bits : bits | 0x80000000u) >> shift) & 0xffu;
  // COUNT: atomicAdd(digitCounts[digits[slot]], 1u);
  // MOVE: shared float tileElements[2112];
  // MOVE: uint spread32(uint index) {
  // MOVE: return index + index / 32u;
  // MOVE: for (uint bit = 0u; bit < 8u; bit += 4u) {
  // MOVE: // Where elements of each digit go, less the index of the first one here.
  // MOVE: to[digitStarts[digit] + index] = tileElements[spread32(index)];
  // HOST: for (uint32_t shift = 0u; shift < 32u; shift += 16u) {
  // HOST: Keys_countCmd(cmd, n, shift);
  // HOST: Keys_scanCmd(cmd, n);
  // HOST: Keys_moveCmd(cmd, n, shift);
  // HOST: Keys_countCmd(cmd, n, shift + 8u);
  // HOST: Keys_moveCmd(cmd, n, shift + 8u);
  virtual void Keys(float *keys, uint32_t n) {
    kernel1D_Scale(keys, n);
    std::sort(keys, keys + n, std::greater<>());
  }

  // Large elements stay where they are while their digits are ranked; eight bits are two digits.
  // JOBS: shared uint [[TILE:tileElements_*]][2112];
  // JOBS: to[digitStarts_[digit] + index] = from[tileBegin + ([[TILE]][spread32(index)] & 0xffffu)];
  virtual void Jobs(Job *jobs, uint32_t n) {
    kernel1D_Delay(jobs, n);
    std::stable_sort(jobs, jobs + n, [](const Job &a, const Job &b) { return a.owner < b.owner; });
  }

  // What is rounded may be rounded in another way in another kernel.
  // CHECK-NOT: vkm.kernel @kernel1D_Middle_count
  // CHECK: vkm.kernel @kernel1D_Middle_merge
  virtual void Middle(float *keys, uint32_t n, float middle) {
    kernel1D_Scale(keys, n);
    std::sort(keys, keys + n, [middle](float a, float b) {
      return (a - middle) * (a - middle) < (b - middle) * (b - middle);
    });
  }

protected:
  void kernel1D_Scale(float *keys, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      keys[i] *= 3.0f;
  }
  void kernel1D_Delay(Job *jobs, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
      jobs[i].start += jobs[i].pages[i % 5];
  }
};
