// Origin: written with the part of the compiler that it tests.
// Bytes that share words, on targets whose shaders see words alone: filled twice in a row, written by neighbouring
// iterations at once, and by several iterations that give one byte the same value.
// RUN: %check %s --class SharedWords --size n=1,64,1000 --arg a=-4..4 --variants=default,vulkan10 -- -std=c++17
// RUN: vkmorph %s --emit=host --target=vulkan10 -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --emit=glsl --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=GLSL
#include <algorithm>
#include <cstdint>

class SharedWords {
public:
  virtual ~SharedWords() = default;

  /// A store of a byte reads and writes its word.
  // CHECK: void SharedWords_Generated::FillCmd(
  // CHECK: // Fill wrote m_levels, which Fill loop2 reads.
  // CHECK-NEXT: vkmorph::Barrier(cmd, vkmorph::kComputeWrite, vkmorph::kComputeReadWrite);
  void kernel1D_Fill(uint8_t level) {
    for (int i = 0; i < 61; ++i)
      m_levels[i] = level;
    for (int i = 5; i < 50; ++i)
      m_levels[i] = uint8_t(level + i);
  }

  /// Many iterations write one byte; its neighbours in the word belong to others.
  // GLSL: atomicAnd(m_found[0], 0xff00ffffu);
  // GLSL-NEXT: atomicOr(m_found[0], uint(true) << 16u);
  // GLSL: atomicAnd(seen[0], 0xffff00ffu);
  // GLSL-NEXT: atomicOr(seen[0], 7u << 8u);
  void kernel1D_Find(const int *a, int n, uint8_t *seen) {
    for (int i = 0; i < n; ++i) {
      if (a[i] > 3)
        m_found[2] = true;
      if (a[i] < -3)
        m_found[1] = false;
      if (a[i] > 1)
        seen[1] = 7;
      if (a[i] == 0)
        seen[3] = 0;
    }
  }

  /// Neighbouring iterations share a word, in narrow and in half words.
  void kernel1D_Copy(const int *a, int n, int16_t *halves, uint8_t *bytes) {
    for (int i = 0; i < n; ++i) {
      halves[i] = int16_t(a[i] * 3);
      bytes[i] = uint8_t(a[i] + m_levels[i % 61]);
    }
  }

  virtual void Run([[vkmorph::size("n")]] const int *a, int n, uint8_t level, [[vkmorph::size("4")]] uint8_t *seen,
                   [[vkmorph::size("n")]] int16_t *halves, [[vkmorph::size("n")]] uint8_t *bytes) {
    kernel1D_Fill(level);
    kernel1D_Find(a, n, seen);
    kernel1D_Copy(a, n, halves, bytes);
  }

  uint8_t m_levels[61] = {};
  bool m_found[4] = {false, true, false, false};
};
