// Origin: written as a user would.
// Copies and fills of structs, bytes, 16-bit numbers, bools and doubles; what is filled in is a member, a parameter, computed.
// RUN: %check %s --class page::Layout --config=%S/Inputs/page_layout.yaml --size n=1,2,3,64,1001 -- -std=c++17
#include "page_layout.h"

#include <algorithm>
#include <cstring>

namespace page {

void Layout::kernel1D_Advance(Glyph *glyphs, int n, float step) {
  for (int i = 0; i < n; i++) {
    glyphs[i].x += step * float(i % 80);
    glyphs[i].style ^= 3;
  }
}

void Layout::kernel1D_Codes(uint16_t *codes, int n) {
  for (int i = 0; i < n; i++)
    codes[i] = uint16_t(codes[i] + m_glyphs[i].code);
}

void Layout::kernel1D_Ink(uint8_t *pixels, int n) {
  m_used = 0;
  for (int i = 0; i < n; i++) {
    pixels[i] = uint8_t(pixels[i] / 2 + m_ink[i]);
    m_used += pixels[i];
  }
}

void Layout::Place(const Glyph *glyphs, Glyph *placed, uint16_t *codes, int n) {
  std::copy(glyphs, glyphs + n, placed);
  kernel1D_Advance(placed, n, 1.5f);
  std::copy_n(placed, n, m_glyphs.begin());
  std::fill(m_glyphs.begin() + n, m_glyphs.end(), m_blank);
  std::fill(codes, codes + n, uint16_t(n + 7));
  kernel1D_Codes(codes, n);
}

void Layout::Clear(uint8_t *pixels, uint16_t *codes, bool *touched, int n, uint8_t paper, bool withCodes) {
  std::fill_n(pixels, n, paper);
  std::fill(touched, touched + n, paper > 99);
  if (withCodes)
    std::fill(codes, codes + n, 500);
  std::fill(m_ink.begin(), m_ink.begin() + n, 3);
  std::fill(m_line.begin(), m_line.end(), 0.1 * n);
  kernel1D_Ink(pixels, n);
  memcpy(m_ink.data() + n, pixels, n);
}

int Layout::Shade(uint8_t *pixels, int n, int darker) {
  for (int step = 0; step < 3; step++) {
    std::transform(pixels, pixels + n, m_ink.begin(), [darker](uint8_t p) { return uint8_t(p > darker ? p - darker : 0); });
    kernel1D_Ink(pixels, n);
  }
  std::fill_n(m_ink.data(), n, uint8_t(0));
  return m_used;
}

} // namespace page
