// Origin: written for claims of docs/Semantics.md.
// Shifts: to the right with the sign, of unsigned ones with zeros, by up to the width less one; after promotion to int.
// RUN: %check %s --class Shifts --variants=all -- -std=c++17 -Wno-shift-op-parentheses
#include <climits>
#include <cstdint>

class Shifts {
public:
  virtual ~Shifts() {}
  virtual void Int(int *right, unsigned *left, int n) { kernel1D_Int(right, left, n); }
  virtual void Small(int *wide, uint8_t *bytes, int16_t *shorts, int n) { kernel1D_Small(wide, bytes, shorts, n); }
  virtual void Long(int64_t *right, uint64_t *left, int n) { kernel1D_Long(right, left, n); }

private:
  void kernel1D_Int(int *right, unsigned *left, int n) {
    for (int i = 0; i < n; ++i) {
      const int a = m_values[i % 8];
      const uint8_t by = m_by[i / 8 % 6];
      right[i] = (a >> by) ^ int(unsigned(a) >> by) ^ (a >> 31) * 5;
      // The type of the result is that of the left operand alone.
      right[i] += (-1 >> m_by[1]) + (a >> 1ull) + (a >> 'a' % 8);
      unsigned moved = unsigned(a) << by;
      moved <<= 31 - by;
      left[i] = moved + (1u << by) + (unsigned(a) << 31);
      // Lower precedence than +, higher than comparison and &.
      left[i] += (1u << by / 2 + 1 < 3 ? 77u : 11u) + (3u << 2 & 8u);
    }
  }
  void kernel1D_Small(int *wide, uint8_t *bytes, int16_t *shorts, int n) {
    for (int i = 0; i < n; ++i) {
      const uint8_t u = uint8_t(m_values[i % 8]);
      const int8_t s = int8_t(m_values[i % 8]);
      // As ints nothing is lost: 255 << 1 is 510, and ~0 >> 1 is -1.
      wide[i] = (u << 1) + (u << 8) + (s >> 1) + ((u << 1) >> 1) + (~u >> 4) + (uint8_t(~u) >> 4);
      bytes[i] = uint8_t(u << 1);
      bytes[i] >>= 1;
      bytes[i] = uint8_t(bytes[i] | u << 7);
      shorts[i] = int16_t(s * 512);
      shorts[i] >>= 3;
      shorts[i] = int16_t(uint16_t(shorts[i]) << m_by[i % 4]);
    }
  }
  void kernel1D_Long(int64_t *right, uint64_t *left, int n) {
    for (int i = 0; i < n; ++i) {
      const int64_t a = m_values[i % 8] * 0x100000001ll;
      const unsigned by = m_by[i / 8 % 6] * 2u + 1u;
      right[i] = (a >> by) + (a >> 63) + int64_t(uint64_t(a) >> by);
      left[i] = uint64_t(a) << by ^ 1ull << by ^ (1u << 31) << 1;
    }
  }
  int m_values[8] = {1, -1, INT_MIN, INT_MAX, 0x80, -100, 255, 0x12345678};
  uint8_t m_by[6] = {0, 1, 5, 8, 30, 31};
};
