// Origin: written for claims of docs/Semantics.md.
// Quotients and remainders are those of C++: cut towards zero, the remainder with the sign of the dividend, in every width.
// RUN: %check %s --class Quotients --variants=all -- -std=c++17
#include <climits>
#include <cstdint>

class Quotients {
public:
  virtual ~Quotients() {}
  virtual void Int(int *q, int *r, int *other, int n) { kernel1D_Int(q, r, other, n); }
  virtual void Unsigned(unsigned *q, unsigned *r, int n) { kernel1D_Unsigned(q, r, n); }
  virtual void Small(int8_t *bytes, int16_t *shorts, int n) { kernel1D_Small(bytes, shorts, n); }
  virtual void Long(int64_t *q, int64_t *r, uint64_t *u, int n) { kernel1D_Long(q, r, u, n); }

private:
  void kernel1D_Int(int *q, int *r, int *other, int n) {
    for (int i = 0; i < n; ++i) {
      const int a = m_dividends[i % 12], b = m_divisors[i / 12 % 10];
      q[i] = a / b;
      r[i] = a % b;
      // By constants, powers of two among them, and in place.
      int by = a;
      by /= 4;
      by = by * 31 + a % 4 + a % -4 + a / -8 + a / 7 * 3 + a % 7;
      by ^= (a & 0xffff) % 16 + a / 2;
      by %= 1 << 20;
      other[i] = by - (a % b == 0) + (a / b * b + a % b == a ? 1 << 22 : 0);
    }
  }
  void kernel1D_Unsigned(unsigned *q, unsigned *r, int n) {
    for (int i = 0; i < n; ++i) {
      // A negative dividend is a large one here, whatever the divisor's type.
      const int a = m_dividends[i % 12], b = m_divisors[i / 12 % 10];
      q[i] = a / unsigned(b) + unsigned(a) / b * 3u + a / 10u;
      r[i] = unsigned(a) % unsigned(b) + a % 10u;
    }
  }
  void kernel1D_Small(int8_t *bytes, int16_t *shorts, int n) {
    for (int i = 0; i < n; ++i) {
      // -128 / -1 is 128 as an int, and -128 again as a byte.
      const int8_t a = int8_t(m_dividends[i % 12]), b = m_small[i / 12 % 4];
      bytes[i] = int8_t(a / b);
      shorts[i] = int16_t(a / b + a % b * 200);
      bytes[i] %= 7;
      shorts[i] /= -3;
    }
  }
  void kernel1D_Long(int64_t *q, int64_t *r, uint64_t *u, int n) {
    for (int i = 0; i < n; ++i) {
      const int64_t a = m_dividends[i % 12] * 5000000011ll, b = m_divisors[i / 12 % 10];
      q[i] = a / (b * 3000000001ll) + a / b;
      r[i] = a % (b * 3000000001ll) - a % b + a % 4294967296ll;
      u[i] = uint64_t(a) / uint64_t(b) + uint64_t(a) % 1000000007u;
    }
  }
  int m_dividends[12] = {7, -7, 0, 1, -1, INT_MAX, INT_MIN, INT_MIN + 1, 8, -8, 127, -128};
  int8_t m_small[4] = {-1, 3, -128, 127};
  int m_divisors[10] = {2, -2, 3, -3, 7, -7, INT_MAX, INT_MIN, 1, 16};
};
