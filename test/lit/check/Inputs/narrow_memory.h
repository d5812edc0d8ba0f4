// Memory that the host fills with bool and integers of 8 and 16 bits: in arrays, in structs, in
// members.
#pragma once
#include <cstdint>
struct Pixel {
  uint8_t r, g, b, a;
};
struct Mixed {
  double d;
  bool on;
  uint8_t tag;
  int16_t level;
  float xyz[3];
  struct {
    bool deep;
  } in;
};
class Archive {
public:
  virtual ~Archive() = default;
  virtual void Bytes(const uint8_t *in, int8_t *out, uint16_t *wide, const int16_t *in16, int n);
  virtual void Pixels(const Pixel *in, Pixel *out, uint32_t *packed, int n);
  virtual void Bools(const bool *in, bool *out, int n);
  virtual void Structs(const Mixed *in, Mixed *out, int n);
  bool m_invert = true;
  int8_t m_bias = -3;
  uint8_t m_table[5] = {1, 2, 250, 4, 5};
  bool m_flags[3] = {true, false, true};
  uint16_t m_last = 7;
  int m_count = 0;
  void kernel1D_Bytes(const uint8_t *in, int8_t *out, uint16_t *wide, const int16_t *in16, int n);
  void kernel1D_Pixels(const Pixel *in, Pixel *out, uint32_t *packed, int n);
  void kernel1D_Bools(const bool *in, bool *out, int n);
  void kernel1D_Structs(const Mixed *in, Mixed *out, int n);
  static void Clamp(uint8_t &v) {
    if (v > 200)
      v = 200;
  }
};
