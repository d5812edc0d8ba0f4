// Conway's game of life on a torus.
#pragma once
#include <cstdint>

struct GameOfLife {
  virtual ~GameOfLife() {}
  /// Plays so many rounds; the last one is in `cells`, `other` is room to work in.
  virtual void Play(int32_t *cells, int32_t *other, unsigned columns, unsigned rows, unsigned rounds);

  void kernel2D_Round(const int32_t *before, int32_t *after, unsigned columns, unsigned rows);
  void kernel1D_Census(const int32_t *cells, unsigned count);

  unsigned alive = 0;
  unsigned firstAlive = 0;
};
