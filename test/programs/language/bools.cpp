// Origin: written as a user would.
// Buffers, members, arrays and results of type bool; conversions to and from numbers; logic without short circuit.
// RUN: %check %s --class Board -- -std=c++17
#include "bools.h"

namespace life {

bool Board::Alive(const bool* cells, int x, int y, int width, int height) const {
  const bool outside = x < 0 || y < 0 || x >= width || y >= height;
  if (outside && !rule_.torus) return inverted_;
  return cells[(y + height) % height * width + (x + width) % width] != inverted_;
}

void Board::kernel2D_Step(const bool* cells, bool* next, int width, int height) const {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      int neighbours = 0;
      for (int k = 0; k < 9; ++k)
        neighbours += k != 4 && Alive(cells, x + k % 3 - 1, y + k / 3 - 1, width, height);
      next[y * width + x] = cells[y * width + x] ? rule_.survives[neighbours] : rule_.born[neighbours];
    }
}

void Board::kernel2D_Changed(const bool* cells, const bool* next, bool* changed, int width, int height) {
  changes_ = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int at = y * width + x;
      changed[at] = cells[at] ^ next[at];
      changes_ += changed[at];
    }
}

void Board::kernel1D_Flags(const bool* changed, const float* heat, uint8_t* flags, int count) {
  for (int i = 0; i < count; ++i) {
    const bool warm = heat[i], hot = heat[i] > 2.0f;
    bool odd = i & 2;
    odd |= changed[i];
    odd &= !hot | strict_;
    const bool same = warm == changed[i];
    const float weight = same + 0.5f * hot;
    flags[i] = uint8_t(warm << 1 | hot << 2 | odd << 3 | same << 4 | bool(weight) << 5 | (warm > odd) << 6 | (~i & 1));
  }
}

void Board::kernel1D_Rules(const bool* changed, Rule* rules, int count) {
  for (int i = 0; i < count; ++i) {
    Rule rule = rule_;
    rule.born[i % 9] = !rule.born[i % 9];
    rule.survives[(i + 4) % 9] = changed[i] && i > 3;
    rule.torus = bool(i % 3) == changed[i];
    rules[i] = rule;
  }
}

void Board::Step(const bool* cells, bool* next, bool* changed, int width, int height) {
  kernel2D_Step(cells, next, width, height);
  kernel2D_Changed(cells, next, changed, width, height);
}

bool Board::Settled(const bool* changed, const float* heat, uint8_t* flags, Rule* rules, int count) {
  kernel1D_Flags(changed, heat, flags, count);
  kernel1D_Rules(changed, rules, count);
  return changes_ == 0;
}

}  // namespace life
