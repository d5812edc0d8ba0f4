// Origin: written with the part of the compiler that it tests.
// Structs with numbers of several types, each updated as its own type can be; of bytes as well, which some targets have as words;
// and more shared memory asked for than there is.
// RUN: %check %s --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --class Mixed,Full --size n=0,1,700 -- -std=c++17 -Wno-attributes
#include <algorithm>
#include <cstdint>

struct Mark {
  uint32_t seen;
  float low;
  int high;
  double mass;
};

struct Tag {
  uint8_t kind;
  int low, high, bits;
  float sum;
};

class Mixed {
public:
  virtual ~Mixed() = default;
  virtual void Marks(const uint32_t *k, const float *x, int n, [[vkmorph::size("90")]] Mark *marks) {
    kernel1D_Marks(k, x, n, marks);
  }
  virtual void Tags(const uint32_t *k, const int *x, int n, [[vkmorph::size("90")]] Tag *tags) { kernel1D_Tags(k, x, n, tags); }

private:
  void kernel1D_Marks(const uint32_t *k, const float *x, int n, Mark *marks) {
    for (int i = 0; i < n; i++) {
      Mark &mark = marks[k[i] % 90];
      mark.seen |= 1u << (k[i] & 31);
      if (x[i] < mark.low)
        mark.low = x[i];
      mark.high = std::max(mark.high, int(k[i] % 1000));
      mark.mass += double(x[i]);
    }
  }
  void kernel1D_Tags(const uint32_t *k, const int *x, int n, Tag *tags) {
    for (int i = 0; i < n; i++) {
      Tag &tag = tags[k[i] % 90];
      tag.low = std::min(tag.low, x[i]);
      if (x[i] > tag.high)
        tag.high = x[i];
      tag.bits ^= x[i];
      tag.sum += float(x[i]);
    }
  }
};

class Full {
public:
  virtual ~Full() = default;
  virtual void Both(const uint32_t *k, const float *x, int n, [[vkmorph::size("100")]] float *sum,
                    [[vkmorph::size("8000")]] int *count) {
    kernel1D_Both(k, x, n, sum, count);
  }
  virtual void Near(const uint32_t *k, const float *x, int n, [[vkmorph::size("n")]] float *out) { kernel1D_Near(k, x, n, out); }
  virtual void Weighted(const uint32_t *k, const float *x, int n) { kernel1D_Weighted(k, x, n); }

private:
  // Copies and the slots of threads.
  void kernel1D_Both(const uint32_t *k, const float *x, int n, float *sum, int *count) {
    for (int i = 0; i < n; i++) {
      sum[k[i] % 100] += x[i];
      count[k[i] % 8000] += 1;
    }
  }
  // Copies and tiles.
  void kernel1D_Near(const uint32_t *k, const float *x, int n, float *out) {
    for (int i = 0; i < n; i++) {
      float s = 0;
      for (int j = 0; j < n; j++)
        s += (x[j] - x[i]) * (x[j] - x[i]);
      out[i] = s;
      m_count[k[i] % 7990] += 1;
    }
  }
  // Blocks of iterations and tiles.
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
