// What the drivers of the test classes share: sizes, seeded inputs and printing. Nothing here knows
// a GPU.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace driver {

/// A small generator (splitmix64): the same numbers on every machine and with every compiler.
class Random {
public:
  explicit Random(uint64_t seed) : m_state(seed) {}

  uint32_t Next() {
    m_state += 0x9e3779b97f4a7c15u;
    uint64_t z = m_state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return uint32_t((z ^ (z >> 31)) >> 32);
  }

  /// Both ends included.
  int Int(int lo, int hi) { return lo + int(Next() % uint32_t(hi - lo + 1)); }

  /// 2^20 steps from `lo`, which is included, to `hi`, which is not.
  float Float(float lo, float hi) {
    return lo + (hi - lo) * (float(Next() >> 12) * (1.0f / 1048576.0f));
  }

private:
  uint64_t m_state;
};

inline std::vector<int> Ints(size_t count, int lo, int hi, uint64_t seed) {
  Random random(seed);
  std::vector<int> values(count);
  for (int &value : values)
    value = random.Int(lo, hi);
  return values;
}

inline std::vector<uint32_t> Words(size_t count, uint64_t seed) {
  Random random(seed);
  std::vector<uint32_t> values(count);
  for (uint32_t &value : values)
    value = random.Next();
  return values;
}

inline std::vector<float> Floats(size_t count, float lo, float hi, uint64_t seed) {
  Random random(seed);
  std::vector<float> values(count);
  for (float &value : values)
    value = random.Float(lo, hi);
  return values;
}

inline void Print(const char *name, int value) { std::printf("%s = %d\n", name, value); }
inline void Print(const char *name, uint32_t value) { std::printf("%s = %u\n", name, value); }
inline void Print(const char *name, const char *text) { std::printf("%s = %s\n", name, text); }

/// The exact value, which compare.py reads, and a readable one, which it skips.
inline void Print(const char *name, float value) {
  std::printf("%s = %a (%.7g)\n", name, double(value), double(value));
}

template <typename T> void PrintElement(const char *name, size_t index, T value) {
  Print((std::string(name) + "[" + std::to_string(index) + "]").c_str(), value);
}

/// FNV-1a over the bytes of the values, least significant byte first.
template <typename T> uint32_t Fnv(const std::vector<T> &values) {
  uint32_t hash = 2166136261u;
  for (T value : values)
    for (int shift = 0; shift < 32; shift += 8)
      hash = (hash ^ ((uint32_t(value) >> shift) & 0xffu)) * 16777619u;
  return hash;
}

/// Integers: a few of them and a hash of all.
template <typename T> void PrintArray(const char *name, const std::vector<T> &values) {
  static_assert(sizeof(T) == 4, "hashes 32-bit integers");
  const size_t shown = 6;
  for (size_t i = 0; i < values.size(); ++i)
    if (i < shown || i + shown >= values.size())
      PrintElement(name, i, values[i]);
  std::printf("%s.size = %zu\n%s.fnv = 0x%08x\n", name, values.size(), name, Fnv(values));
}

/// Floats: all of a short array, about 300 evenly spread ones and the last of a long one.
inline void PrintArray(const char *name, const std::vector<float> &values) {
  const size_t shown = 300;
  const size_t stride = values.size() <= shown ? 1 : values.size() / shown;
  for (size_t i = 0; i < values.size(); ++i)
    if (i % stride == 0 || i + 1 == values.size())
      PrintElement(name, i, values[i]);
  std::printf("%s.size = %zu\n", name, values.size());
}

/// One to three sizes, written 640, 64x48 or 16x8x4.
struct Shape {
  uint32_t x = 1;
  uint32_t y = 1;
  uint32_t z = 1;
  size_t Count() const { return size_t(x) * y * z; }
};

inline Shape ParseShape(const char *text, int dimensions) {
  Shape shape;
  uint32_t *sizes[] = {&shape.x, &shape.y, &shape.z};
  const char *at = text;
  for (int d = 0; d < dimensions; ++d) {
    char *end = nullptr;
    const unsigned long size = std::strtoul(at, &end, 10);
    const char expected = d + 1 < dimensions ? 'x' : '\0';
    if (*at < '0' || *at > '9' || *end != expected || size > 0x7fffffffu)
      throw std::invalid_argument(std::string("not a size of ") + std::to_string(dimensions) +
                                  " dimension(s): '" + text + "'");
    *sizes[d] = uint32_t(size);
    at = end + 1;
  }
  return shape;
}

/// Calls `body(shape)` for each size on the command line, or for each of `defaults`.
template <typename Body>
int Run(int argc, char **argv, int dimensions, std::vector<const char *> defaults, Body body) {
  try {
    if (argc > 1)
      defaults.assign(argv + 1, argv + argc);
    for (const char *text : defaults) {
      const Shape shape = ParseShape(text, dimensions);
      std::printf("== %s ==\n", text);
      body(shape);
      std::fflush(stdout);
    }
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}

} // namespace driver
