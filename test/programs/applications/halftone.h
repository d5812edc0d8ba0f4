// Black and white out of gray: errors are diffused within tiles, tiles are independent of each other.
#pragma once
#include <cstdint>

template <int Tile> class Halftone {
public:
  virtual ~Halftone() = default;

  /// One bit per pixel: the lowest bit of a word is its leftmost pixel; rows begin at whole words.
  virtual void Print(const float *gray, uint32_t *bits, unsigned width, unsigned height, bool serpentine);
  virtual unsigned CountBlack(const uint32_t *bits, unsigned words);

protected:
  static constexpr unsigned kWord = 32;
  static_assert(kWord % Tile == 0, "a word holds whole tiles");

  void kernel2D_Tiles(const float *gray, uint8_t *dots, unsigned width, unsigned height, unsigned pitch, bool serpentine);
  void kernel2D_Pack(const uint8_t *dots, uint32_t *bits, unsigned words, unsigned height);
  void kernel1D_Count(const uint32_t *bits, unsigned words);

private:
  unsigned m_black = 0;
};
