// Origin: written from README.md and docs/Language.md before its first translation.
// Arrays that change places after each round, and a wrap around by remainders.
// RUN: %check %s --class GameOfLife --size columns=1,19 --size rows=1,33 --size cells=627 --size other=627 --arg rounds=0..4 --arg cells=0..1 -- -std=c++17
#include "game_of_life.h"

void GameOfLife::kernel2D_Round(const int32_t *before, int32_t *after, unsigned columns, unsigned rows) {
  for (unsigned r = 0; r != rows; ++r)
    for (unsigned c = 0; c != columns; ++c) {
      const unsigned up = (r + rows - 1) % rows * columns, here = r * columns, down = (r + 1) % rows * columns;
      const unsigned left = (c + columns - 1) % columns, right = (c + 1) % columns;
      const int around = before[up + left] + before[up + c] + before[up + right] + before[here + left] +
                         before[here + right] + before[down + left] + before[down + c] + before[down + right];
      switch (around) {
      case 2: after[here + c] = before[here + c]; break;
      case 3: after[here + c] = 1; break;
      default: after[here + c] = 0;
      }
    }
}

void GameOfLife::kernel1D_Census(const int32_t *cells, unsigned count) {
  alive = 0;
  firstAlive = count;
  for (unsigned i = 0; i < count; ++i) {
    if (cells[i] != 0) {
      alive += 1;
      if (i < firstAlive)
        firstAlive = i;
    }
  }
}

void GameOfLife::Play(int32_t *cells, int32_t *other, unsigned columns, unsigned rows, unsigned rounds) {
  for (unsigned i = 0; i < rounds; i += 2) {
    kernel2D_Round(cells, other, columns, rows);
    kernel2D_Round(other, cells, columns, rows);
  }
  kernel1D_Census(cells, columns * rows);
}
