// Origin: written for claims of docs/Semantics.md.
// Operands of two types meet in the one that C++ chooses: an int beside an unsigned becomes unsigned, beside 64 bits it keeps
// its value, and a float takes them all.
// RUN: %check %s --class MixedSigns --variants=all -- -std=c++17 -Wno-sign-compare -Wno-tautological-constant-out-of-range-compare
#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>

class MixedSigns {
public:
  virtual ~MixedSigns() {}
  virtual void Compare(int *out, int n) { kernel1D_Compare(out, n); }
  virtual void Compute(int64_t *out, float *floats, int n) { kernel1D_Compute(out, floats, n); }
  virtual void Choose(int64_t *out, double *floats, int n) { kernel1D_Choose(out, floats, n); }

private:
  void kernel1D_Compare(int *out, int n) {
    for (int i = 0; i < n; ++i) {
      const int a = m_signed[i % 7];
      const unsigned u = m_unsigned[i / 7 % 5];
      const int8_t s = int8_t(a);
      const uint8_t b = uint8_t(u);
      const int64_t wide = a;
      const std::size_t size = u;
      int bits = a < u;
      bits |= (a > u) << 1 | (a == u) << 2 | (s < u) << 3 | (s < b) << 4 | (a >= b) << 5;
      bits |= (wide < u) << 6 | (wide == u) << 7 | (a < size) << 8 | (wide < size) << 9 | (s < size) << 10;
      bits |= (a <= 0x80000000) << 11 | (a < 5u) << 12 | (-1 < u) << 13 | (-1 < b) << 14 | (-1ll < u) << 15;
      bits |= (a - 1 < u - 1) << 16 | (a + b < 0) << 17 | (a + 0u < 0) << 18 | (s + u > 0) << 19;
      bits |= (float(a) < u) << 20 | (a < 0.5) << 21 | (sizeof(int) > a) << 22 | (wide - u < 0) << 23;
      bits |= ((a ? a : u) > 100) << 24 | ((a != 0) < u) << 25 | (a == 0xffffffff) << 26;
      out[i] = bits;
    }
  }
  void kernel1D_Compute(int64_t *out, float *floats, int n) {
    for (int i = 0; i < n; ++i) {
      const int a = m_signed[i % 7];
      const unsigned u = m_unsigned[i / 7 % 5];
      const long long wide = a + u;       // wraps as unsigned, then is widened with zeros
      const long long kept = (long long)a + u; // is widened before
      out[i] = wide * 3 + kept * 5 + (a - int64_t(u)) + int64_t(a * u) + (u - a) / 2 + (a - 10) / 3u + -u + u / (a | 1);
      out[i] ^= int64_t(uint64_t(a) >> 3) + int64_t(uint64_t(u) >> 3) + (a | 0x80000000) + (a & ~0ull) + ~(a & 1u);
      out[i] += int64_t(a) % (u | 1u) + (int64_t(u) << 8) + (a * 2ll > u) + (a % 7u);
      unsigned in_place = u;
      in_place /= a | 3;
      in_place += a;
      in_place -= 1.0f < u;
      int signed_place = a;
      signed_place /= 3u;
      signed_place -= u;
      out[i] += in_place + int64_t(signed_place);
      floats[i] = a + 0.5f + u + (u - 1) * 0.25f + float(a - u) + (i - n) * 0.5f + (u > a ? a : 0.5f);
    }
  }
  void kernel1D_Choose(int64_t *out, double *floats, int n) {
    for (int i = 0; i < n; ++i) {
      const int a = m_signed[i % 7];
      const unsigned u = m_unsigned[i / 7 % 5];
      // The common type of both branches is that of the result, whichever is taken.
      out[i] = (i & 1 ? a : u) + int64_t(i & 2 ? a : 0ll) + (i & 4 ? int8_t(a) : uint8_t(u));
      out[i] += std::max<int64_t>(a, u) + std::min<unsigned>(a, u) + std::max(a, int(u)) + std::min(unsigned(a), u);
      out[i] += (i & 8 ? -1 : 1u) + (i & 8 ? false : a);
      floats[i] = (i & 1 ? a : 0.5) + (i & 2 ? u : -0.25f) + (i & 4 ? u : a) + (i & 1 ? a : u) * 0.5;
    }
  }
  int m_signed[7] = {-1, 0, 1, 5, INT_MIN, INT_MAX, -100};
  unsigned m_unsigned[5] = {0, 1, 200, 0x80000000u, UINT_MAX};
};
