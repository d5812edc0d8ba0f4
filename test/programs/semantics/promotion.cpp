// Origin: written for claims of docs/Semantics.md.
// Integers narrower than int become int before anything is done with them, and are cut only where they are stored.
// RUN: %check %s --class Promotion --variants=all -- -std=c++17 -Wno-tautological-constant-out-of-range-compare
#include <cstdint>

class Promotion {
public:
  virtual ~Promotion() {}
  virtual void Bytes(int *out, uint8_t *kept, int n) { kernel1D_Bytes(out, kept, n); }
  virtual void Shorts(unsigned *out, uint16_t *kept, int n) { kernel1D_Shorts(out, kept, n); }
  virtual void Others(int *out, bool *flags, char *letters, int n) { kernel1D_Others(out, flags, letters, n); }

private:
  enum Level : uint8_t { Low = 1, High = 250 };
  static int Widen(uint8_t v) { return v; }
  static uint8_t Cut(int v) { return uint8_t(v); }
  template <class T> static int Size(T) { return int(sizeof(T)); }

  void kernel1D_Bytes(int *out, uint8_t *kept, int n) {
    for (int i = 0; i < n; ++i) {
      uint8_t a = m_bytes[i % 6], b = m_bytes[i / 6 % 6];
      int v = a + b > 255 ? 1 : 0;
      v += a - b < 0 ? 2 : 0;
      v += ~a < 0 ? 4 : 0;
      v += -a > 0 ? 8 : 0;
      v += a * b * 16 + (a == uint8_t(b + 255) ? 1 << 20 : 0);
      v += (a + 1 == 256) * 1024 + (uint8_t(a + 1) == 0) * 2048 + Widen(uint8_t(a + b)) - Widen(Cut(a - b));
      v += Size(a + b) + Size(a) + Size(+a) + Size(a << b % 8) + Size(true ? a : b) + Size(true ? a : 'c') * 100;
      out[i] = v;
      // In place the sum is cut each time.
      a += b;
      a *= 3;
      a -= 7;
      a++;
      --b;
      b = -b;
      b ^= 0x1ff;
      kept[i] = uint8_t(a / 2 + (b >> 1) + (a < b));
    }
  }
  void kernel1D_Shorts(unsigned *out, uint16_t *kept, int n) {
    for (int i = 0; i < n; ++i) {
      const uint16_t a = m_shorts[i % 4], b = m_shorts[i / 4 % 4];
      const int16_t s = int16_t(a);
      out[i] = unsigned(a + b) + (a - b < 0 ? 1u << 20 : 0u) + unsigned(s * s) + (s < a ? 1u << 24 : 0u);
      out[i] += unsigned(s) % 1000u + (a > -1 ? 1u << 26 : 0u) + (unsigned(a) > unsigned(-1) ? 1u : 0u);
      kept[i] = uint16_t(a + b);
      kept[i] -= 2;
      kept[i] = uint16_t(kept[i] * 257u >> 4);
    }
  }
  void kernel1D_Others(int *out, bool *flags, char *letters, int n) {
    for (int i = 0; i < n; ++i) {
      const bool yes = m_bytes[i % 6] > 100, no = !yes;
      // Bools count as 0 and 1; what is not 0 is true.
      out[i] = yes + yes + (yes << 3) + -yes * 64 + ~no + (yes > no) * 256 + Size(yes + no) + Size(yes);
      bool flag = m_bytes[i % 6] & 0x80;
      flag += 2;
      flag &= i % 3 != 0;
      flag |= 256;
      flag = flag * 4 - (i % 4 == 0 ? 4 : 3);
      flags[i] = flag;
      Level level = yes ? High : Low;
      out[i] += (level + level) * 1000 + (Level(m_bytes[i % 6]) == High ? 3 : 0);
      char c = char('a' + i % 26);
      c += 'A' - 'a';
      // char has a sign here.
      letters[i] = i % 2 ? c : char(c + 128);
      out[i] += (letters[i] < 0 ? 1 << 21 : 0) + (letters[i] ^ 0xff);
    }
  }
  uint8_t m_bytes[6] = {0, 1, 127, 128, 250, 255};
  uint16_t m_shorts[4] = {0, 1, 32768, 65535};
};
