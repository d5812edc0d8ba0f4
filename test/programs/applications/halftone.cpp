// Origin: written from README.md and docs/Language.md before its first translation.
// A class template with a number, tiles that a thread each works through with local arrays, a temporary vector of bytes, bits.
// RUN: %check %s --class 'Halftone<8>' --size width=1,41 --size height=1,18 --size words=1,57 --size gray=738 --assume-independent=kernel2D_Tiles --arg gray=0..1 -- -std=c++17
#include "halftone.h"
#include <algorithm>
#include <vector>

template <int Tile>
void Halftone<Tile>::kernel2D_Tiles(const float *gray, uint8_t *dots, unsigned width, unsigned height, unsigned pitch, bool serpentine) {
  for (unsigned ty = 0; ty < (height + Tile - 1) / Tile; ++ty) {
    for (unsigned tx = 0; tx < pitch / Tile; ++tx) {
      float errors[2][Tile + 2] = {};
      for (int row = 0; row < Tile; ++row) {
        const unsigned y = ty * Tile + row;
        if (y >= height)
          break;
        float(&here)[Tile + 2] = errors[row & 1];
        float(&below)[Tile + 2] = errors[(row + 1) & 1];
        for (float &e : below)
          e = 0.0f;
        const bool backwards = serpentine && (row & 1) != 0;
        const int ahead = backwards ? -1 : 1;
        for (int i = 0; i < Tile; ++i) {
          const int column = backwards ? Tile - 1 - i : i;
          const unsigned x = tx * Tile + column;
          const float wanted = (x < width ? gray[y * width + x] : 1.0f) + here[column + 1];
          const bool isWhite = wanted >= 0.5f;
          const float error = wanted - (isWhite ? 1.0f : 0.0f);
          here[column + 1 + ahead] += error * (7.0f / 16.0f);
          below[column + 1 - ahead] += error * (3.0f / 16.0f);
          below[column + 1] += error * (5.0f / 16.0f);
          below[column + 1 + ahead] += error * (1.0f / 16.0f);
          dots[y * pitch + x] = x < width && !isWhite ? 1 : 0;
        }
      }
    }
  }
}

template <int Tile> void Halftone<Tile>::kernel2D_Pack(const uint8_t *dots, uint32_t *bits, unsigned words, unsigned height) {
  for (unsigned y = 0; y < height; ++y)
    for (unsigned word = 0; word < words; ++word) {
      const uint8_t *first = dots + (y * words + word) * kWord;
      uint32_t packed = 0;
      for (unsigned bit = 0; bit < kWord; ++bit)
        packed |= uint32_t(first[bit] != 0) << bit;
      bits[y * words + word] = packed;
    }
}

template <int Tile> void Halftone<Tile>::kernel1D_Count(const uint32_t *bits, unsigned words) {
  m_black = 0;
  for (unsigned i = 0; i < words; ++i)
    m_black += unsigned(__builtin_popcount(bits[i]));
}

template <int Tile> void Halftone<Tile>::Print(const float *gray, uint32_t *bits, unsigned width, unsigned height, bool serpentine) {
  const unsigned words = (width + kWord - 1) / kWord, pitch = words * kWord;
  std::vector<uint8_t> dots(pitch * height);
  kernel2D_Tiles(gray, dots.data(), width, height, pitch, serpentine);
  kernel2D_Pack(dots.data(), bits, words, height);
}

template <int Tile> unsigned Halftone<Tile>::CountBlack(const uint32_t *bits, unsigned words) {
  kernel1D_Count(bits, words);
  return m_black;
}

template class Halftone<8>;
