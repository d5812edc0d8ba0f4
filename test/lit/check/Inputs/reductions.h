// Reductions of all operations, over members of many types.
#pragma once
#include <algorithm>
#include <cstdint>
#include <glm/glm.hpp>

struct Size {
  float width, height;
  Size operator+(const Size &other) const { return {width + other.width, height + other.height}; }
  Size &operator+=(const Size &other) { return *this = *this + other; }
};

struct Box {
  Size low, high;
};

inline Size Smaller(const Size &a, const Size &b) {
  Size result = a;
  result.width = std::min(a.width, b.width);
  result.height = std::min(a.height, b.height);
  return result;
}
inline Size Larger(const Size &a, const Size &b) {
  return {std::max(a.width, b.width), std::max(a.height, b.height)};
}
inline Box Around(const Box &box, const Size &size) {
  return {Smaller(box.low, size), Larger(box.high, size)};
}

class Survey {
public:
  virtual ~Survey() = default;
  virtual void Count(const int *values, unsigned count);
  virtual void Measure(const float *values, unsigned count);
  virtual void Rows(const int *values, unsigned width, unsigned height);

  void kernel1D_Bits(const int *values, unsigned count);
  void kernel1D_Flags(const int *values, unsigned count);
  void kernel1D_Elements(const int *values, unsigned count);
  void kernel1D_Vectors(const float *values, unsigned count);
  void kernel1D_Structs(const float *values, unsigned count);
  void kernel2D_Rows(const int *values, unsigned width, unsigned height);

  struct Tally {
    int count = 0, largest = -1000000;
    int64_t sum = 0;
    void Add(int value) {
      ++count;
      sum += value;
      if (value > largest)
        largest = value;
    }
  };

  int m_all = -1, m_any = 0, m_odd = 0, m_product = 1;
  uint64_t m_mask = ~0ull;
  int16_t m_narrow = 0;
  uint8_t m_byte = 255;
  bool m_isAnySmall = false, m_areAllBelow = true, m_isAnyOdd = false, m_parity = false, m_areSorted = true;
  int m_digits[10] = {};
  int m_lowest[3] = {1 << 20, 1 << 20, 1 << 20};
  unsigned m_pairs[2][4] = {};
  int m_first = 0;
  Tally m_tallies[2], m_tally;
  glm::vec3 m_sum = glm::vec3(0.0f), m_most = glm::vec3(-1000.0f);
  glm::ivec2 m_steps = glm::ivec2(0);
  glm::mat3 m_moment = glm::mat3(0.0f);
  float m_growth = 1.0f;
  double m_exact = 0.0;
  Size m_total = {0.0f, 0.0f}, m_twice = {0.0f, 0.0f};
  Box m_box = {{1e9f, 1e9f}, {-1e9f, -1e9f}};
};
