// Reads and writes them in every way.
#include "narrow_memory.h"
void Archive::kernel1D_Bytes(const uint8_t *in, int8_t *out, uint16_t *wide, const int16_t *in16,
                             int n) {
  for (int i = 0; i < n; i++) {
    uint8_t v = in[i];
    v += 200;
    v >>= 1;
    out[i] = int8_t(v * 3 + m_bias);
    wide[i] = uint16_t(in[i] << 8 | m_table[in[i] % 5]);
    wide[i] += uint16_t(in16[i] * 2);
    wide[i]--;
  }
  m_last = uint16_t(m_last + 65530);
  m_bias = int8_t(-100);
  m_invert = !m_invert;
}
void Archive::kernel1D_Pixels(const Pixel *in, Pixel *out, uint32_t *packed, int n) {
  for (int i = 0; i < n; i++) {
    Pixel p = in[i];
    Clamp(p.g);
    p.r = uint8_t(p.r ^ 0xff);
    p.b++;
    out[i] = p;
    out[i].a = uint8_t((p.a + in[i].r) / 2);
    packed[i] = p.r | p.g << 8 | p.b << 16 | uint32_t(p.a) << 24;
  }
}
void Archive::kernel1D_Bools(const bool *in, bool *out, int n) {
  for (int i = 0; i < n; i++) {
    out[i] = in[i] != m_invert && (m_flags[i % 3] || in[i]);
    if (in[i])
      m_count++;
  }
}
void Archive::kernel1D_Structs(const Mixed *in, Mixed *out, int n) {
  for (int i = 0; i < n; i++) {
    Mixed m = in[i];
    m.on = !m.on;
    m.level = int16_t(m.level / 3);
    m.xyz[1] += 1.0f;
    m.in.deep ^= m.on;
    out[i] = m;
    out[i].tag |= 5;
  }
}
void Archive::Bytes(const uint8_t *in, int8_t *out, uint16_t *wide, const int16_t *in16, int n) {
  kernel1D_Bytes(in, out, wide, in16, n);
}
void Archive::Pixels(const Pixel *in, Pixel *out, uint32_t *packed, int n) {
  kernel1D_Pixels(in, out, packed, n);
}
void Archive::Bools(const bool *in, bool *out, int n) { kernel1D_Bools(in, out, n); }
void Archive::Structs(const Mixed *in, Mixed *out, int n) { kernel1D_Structs(in, out, n); }
