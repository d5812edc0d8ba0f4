// The parts of structs are updated each as its type can be; buffers of which only words are used have one name; variables of loops
// that swap have the names of the first one where that is free; and what needs shared memory has as much as there is.
// RUN: vkmorph %s --class Parts --emit=glsl --target=vulkan10 -- -std=c++17 | FileCheck %s --check-prefix=PARTS
// RUN: vkmorph %s --class Parts --emit=glsl --target=vulkan10 --scatter=shared -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REFUSED
// RUN: vkmorph %s --class Full --emit=glsl --deterministic --scatter=shared -- -std=c++17 | FileCheck %s --check-prefix=FULL
// RUN: vkmorph %s --class Full --emit=glsl --scatter=shared -- -std=c++17 | FileCheck %s --check-prefix=TILES
// RUN: vkmorph %s --class Parts -o %t --mistranslate=scatter-without-atomics@2 --target=vulkan10 -- -std=c++17
// RUN: FileCheck %s --check-prefix=FAULT --input-file=%t/shaders/kernel1D_Marks.comp
#include <algorithm>
#include <cmath>
#include <cstdint>

struct Mark {
  uint32_t seen;
  float low, high;
};

struct Tag {
  uint8_t kind;
  int low, bits;
};

class Parts {
public:
  virtual ~Parts() = default;
  virtual void Run(const uint32_t *k, [[vkmorph::size("n")]] const float *x, int n, [[vkmorph::size("90")]] Mark *marks,
                   [[vkmorph::size("90")]] Tag *tags, [[vkmorph::size("4096")]] float *sums) {
    kernel1D_Marks(k, x, n, marks);
    kernel1D_Tags(k, n, tags);
    kernel1D_Sums(k, x, n, sums);
  }

private:
  // The integer needs no loop.
  // PARTS-LABEL: // Parts::kernel1D_Marks, {{.*}} Updates of marks[...].seen by atomic operations, of
  // PARTS: atomicOr(marks[{{.*}}].seen, 1u << (k[i] & 0x1fu));
  // PARTS: uint before = atomicOr(marksBits[{{.*}}], 0u);
  // PARTS: before = atomicCompSwap(marksBits[{{.*}}], seen, floatBitsToUint(term < value ? term : value));
  // The form replaces what is NaN.
  // PARTS: uint before2 = atomicOr(marksBits[{{.*}}], 0u);
  // PARTS: atomicCompSwap(marksBits[{{.*}}], seen2, floatBitsToUint(term2 > [[OLD:[a-z0-9]+]] || isnan([[OLD]]) ? term2 : [[OLD]]));
  // REFUSED: warning: kernel 'kernel1D_Marks' cannot update elements of 'marks[...].seen' as --scatter=shared says: workgroups have copies of arrays of numbers alone, and these are parts of structs
  // FAULT: const uint next = floatBitsToUint(
  // FAULT-NEXT: const uint old = marksBits[
  // FAULT-NEXT: marksBits[{{.*}}] = next;
  // FAULT-NEXT: before2 = old;
  void kernel1D_Marks(const uint32_t *k, const float *x, int n, Mark *marks) {
    for (int i = 0; i < n; i++) {
      marks[k[i] % 90].seen |= 1u << (k[i] & 31);
      if (x[i] < marks[k[i] % 90].low)
        marks[k[i] % 90].low = x[i];
      marks[k[i] % 90].high = std::fmax(marks[k[i] % 90].high, x[i]);
    }
  }
  // A target without bytes has the struct as words, which are unsigned.
  // PARTS-LABEL: // Parts::kernel1D_Tags,
  // PARTS: const uint [[LOW:[a-z0-9]+]] = k[i] % 90u * 3u + 1u;
  // PARTS-NEXT: uint before = atomicOr(tags{{.}}[[LOW]]], 0u);
  // PARTS: before = atomicCompSwap(tags{{.}}[[LOW]]], seen, uint(min(int(seen), {{.*}})));
  // PARTS: atomicOr(tags[{{.*}} * 3u + 2u], {{.*}});
  void kernel1D_Tags(const uint32_t *k, int n, Tag *tags) {
    for (int i = 0; i < n; i++) {
      tags[k[i] % 90].low = std::min(tags[k[i] % 90].low, int(k[i]));
      tags[k[i] % 90].bits |= int(k[i]);
    }
  }
  // One name, and a constant that has none.
  // PARTS-LABEL: // Parts::kernel1D_Sums,
  // PARTS-NOT: buffer sumsBuffer
  // PARTS: buffer sumsBitsBuffer {
  // PARTS-NOT: float term
  // PARTS: floatBitsToUint(uintBitsToFloat(seen) {{.*}}1.5{{.*}}));
  void kernel1D_Sums(const uint32_t *k, const float *x, int n, float *sums) {
    for (int i = 0; i < n; i++)
      if (x[i] > 0.0f)
        sums[k[i]] -= 1.5f;
  }
};

class Full {
public:
  virtual ~Full() = default;
  virtual void Run(const uint32_t *k, [[vkmorph::size("n")]] const float *x, int n, [[vkmorph::size("100")]] float *sum,
                   [[vkmorph::size("8000")]] int *count, [[vkmorph::size("n")]] float *out) {
    kernel1D_Both(k, x, n, sum, count);
    kernel1D_Near(k, x, n, out);
    kernel1D_Weighted(k, x, n);
  }

private:
  // 32000 bytes of copies leave 508 for the slots of threads, of 8 bytes each.
  // FULL-LABEL: // Full::kernel1D_Both,
  // FULL: layout(local_size_x = 32) in;
  // FULL-DAG: shared int countShared[8000];
  // FULL-DAG: shared uint sumElement[32];
  // FULL-DAG: shared float sumTerm[32];
  void kernel1D_Both(const uint32_t *k, const float *x, int n, float *sum, int *count) {
    for (int i = 0; i < n; i++) {
      sum[k[i] % 100] += x[i];
      count[k[i] % 8000] += 1;
    }
  }
  // No room for tiles.
  // TILES-LABEL: // Full::kernel1D_Near,
  // TILES: shared int m_countShared[7990];
  // TILES-NOT: Tile
  // TILES: void main() {
  void kernel1D_Near(const uint32_t *k, const float *x, int n, float *out) {
    for (int i = 0; i < n; i++) {
      float s = 0;
      for (int j = 0; j < n; j++)
        s += (x[j] - x[i]) * (x[j] - x[i]);
      out[i] = s;
      m_count[k[i] % 7990] += 1;
    }
  }
  // Blocks of iterations, and no tiles in them.
  // FULL-LABEL: // Full::kernel1D_Weighted,
  // FULL-NOT: Tile
  // FULL: for (int iBlock = 0;
  // FULL-NOT: Tile
  // FULL: m_sums[element - 1u] += m_sumsTerm[turn];
  void kernel1D_Weighted(const uint32_t *k, const float *x, int n) {
    for (int i = 0; i < n; i++) {
      float s = 0;
      for (int j = 0; j < n; j++)
        s += x[j] * x[i];
      m_sums[k[i] % 100] += s;
    }
  }

  int m_count[7990] = {};
  float m_sums[100] = {};
};
