// Origin: written for claims of docs/Semantics.md.
// Conversions between numbers: floats are cut towards zero, integers are cut to their low bits, what a float does not hold is
// rounded to even, and bool asks whether it is zero.
// RUN: %check %s --class Conversions --variants=all -- -std=c++17
#include <cstdint>

class Conversions {
public:
  virtual ~Conversions() {}
  virtual void FromFloat(int *ints, unsigned *unsigneds, int8_t *bytes, int n) {
    kernel1D_FromFloat(ints, unsigneds, bytes, n);
  }
  virtual void FromDouble(int64_t *longs, uint64_t *large, float *floats, int n) {
    kernel1D_FromDouble(longs, large, floats, n);
  }
  virtual void ToFloat(float *floats, double *doubles, int n) { kernel1D_ToFloat(floats, doubles, n); }
  virtual void Narrow(int8_t *bytes, uint16_t *shorts, int *ints, int n) { kernel1D_Narrow(bytes, shorts, ints, n); }
  virtual void InPlace(int *ints, uint8_t *bytes, float *floats, int n) { kernel1D_InPlace(ints, bytes, floats, n); }

private:
  enum Kind { None, Some = 3, Many = 70000 };
  enum class Small : int8_t { Minus = -2, Plus = 2 };
  static int Cut(int v) { return v; }
  static int Returned(float v) { return v; }

  void kernel1D_FromFloat(int *ints, unsigned *unsigneds, int8_t *bytes, int n) {
    for (int i = 0; i < n; ++i) {
      const float f = m_floats[i % 10];
      ints[i] = f;
      ints[i] += int(-f) * 3 + Cut(f) + Returned(f * 0.5f) + (f ? 1000 : 0) + (!f ? 5000 : 0) + bool(f * 0.0f);
      ints[i] += bool(m_tiny) * 7 + bool(-0.0f * f) * 11;
      unsigneds[i] = f < 0 ? -f : f;
      unsigneds[i] += f > 0 && f < 2 ? unsigned(f * 2147483648.0f) : 1u;
      bytes[i] = f > -129 && f < 128 ? int8_t(f) : int8_t(int(f));
    }
  }
  void kernel1D_FromDouble(int64_t *longs, uint64_t *large, float *floats, int n) {
    for (int i = 0; i < n; ++i) {
      const double d = m_doubles[i % 8];
      longs[i] = int64_t(d) + int64_t(d * -1e-3) * 3 + int(d * 1e-9) + (float(d) == d ? 1 : 0) + (d ? 8 : 0);
      large[i] = d < 0 ? 0 : uint64_t(d);
      large[i] += uint32_t(d < 0 ? -d * 1e-9 : d * 1e-9);
      floats[i] = d;
      floats[i] += float(int64_t(d)) * 0.5f;
    }
  }
  void kernel1D_ToFloat(float *floats, double *doubles, int n) {
    for (int i = 0; i < n; ++i) {
      // Above 2^24 not every integer is a float.
      const int a = m_ints[i % 8];
      const int64_t wide = a * 1000000007ll;
      floats[i] = a + 0.0f;
      floats[i] += unsigned(a) * 1.0f - float(wide) + bool(a) * 0.5f + uint8_t(a) / 2 + uint8_t(a) * 0.5f;
      floats[i] += float(uint64_t(wide)) * 1e-9f + 7 / 2 + 3.5f + a % 10 / 4 * 1.5f;
      doubles[i] = a * 0.1 + a * 0.1f + a / 3 + double(wide) + double(uint64_t(wide)) + (m_tenth == 0.1);
    }
  }
  void kernel1D_Narrow(int8_t *bytes, uint16_t *shorts, int *ints, int n) {
    for (int i = 0; i < n; ++i) {
      const int a = m_ints[i % 8];
      const int64_t wide = a * 1000000007ll;
      bytes[i] = int8_t(a);
      shorts[i] = uint16_t(wide >> 4);
      ints[i] = int(wide) + int(uint8_t(a)) + int(int8_t(a)) * 2 + int(uint32_t(wide >> 20) >> 1) + int(int16_t(a));
      ints[i] += (bool(a & 256) ? 1 : 0) + bool(uint8_t(a)) * 2 + Kind(a % 5) + (Kind(a & 3) == Some ? Many : None);
      ints[i] += int(Small(a)) * 1000 + (Small(a) == Small::Minus ? 1 << 20 : 0) + char(a) + (signed char)(a + 128);
    }
  }
  void kernel1D_InPlace(int *ints, uint8_t *bytes, float *floats, int n) {
    for (int i = 0; i < n; ++i) {
      // An int that gets a float added is a float for the sum, and cut again.
      int v = i;
      v += 0.75f;
      v *= 1.5;
      v -= -0.9f;
      v = v / 2 + 0.5;
      ints[i] = v;
      uint8_t u = uint8_t(i % 80);
      u *= 1.5f;
      u += 2.9;
      u = u / 2;
      bytes[i] = u;
      float f = i / 2;
      f += i * 0.35;
      f -= 1;
      f = int(f * 10) / 10 + 0.1;
      floats[i] = f;
    }
  }
  float m_floats[10] = {0.0f, -0.0f, 0.99f, -0.99f, 1.5f, -1.5f, 2.5f, 127.9f, -128.9f, 16777217.0f};
  float m_tiny = 1e-30f, m_tenth = 0.1f;
  double m_doubles[8] = {0.0, 0.5, -0.99, 1e18, -123456789012345.75, 2147483648.0, 16777217.0, 1.0 / 3};
  int m_ints[8] = {0, 1, -1, 16777217, -16777219, 2147483647, -2147483647 - 1, 33554435};
};
