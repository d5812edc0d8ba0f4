#pragma once
#include <cstdint>
#include <vector>

// Glyphs of a page: structs, bytes and 16-bit numbers, moved about by blocks.
namespace page {

struct Glyph {
  uint16_t code;
  uint8_t style;
  float x, y;
};

class Layout {
public:
  Layout() : m_glyphs(3000), m_line(3000), m_ink(9000) {}
  virtual ~Layout() = default;

  virtual void Place(const Glyph *glyphs, Glyph *placed, uint16_t *codes, int n);
  virtual void Clear(uint8_t *pixels, uint16_t *codes, bool *touched, int n, uint8_t paper, bool withCodes);
  virtual int Shade(uint8_t *pixels, int n, int darker);

private:
  void kernel1D_Advance(Glyph *glyphs, int n, float step);
  void kernel1D_Codes(uint16_t *codes, int n);
  void kernel1D_Ink(uint8_t *pixels, int n);

  std::vector<Glyph> m_glyphs;
  std::vector<double> m_line;
  std::vector<uint8_t> m_ink;
  Glyph m_blank = {32, 1, 0.5f, -0.5f};
  int m_used = 0;
};

} // namespace page
