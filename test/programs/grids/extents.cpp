// Origin: written as a user would.
// Extents that are stated: products, lists, GNU attributes, constants, members; scattered stores; an array overwritten whole.
// RUN: %check %s --class stage::Mixer -- -std=c++17
#include "extents.h"

namespace stage {

void Mixer::kernel2D_Mix(const int *levels, int *mixed, int w, int h) {
  for (int y = 0; y < h; ++y)
    for (int x = 0; x < w; ++x) {
      const int at = y * w + x;
      // Neighbours exist for inner points only.
      if (x > 0 && y > 0 && levels[at] > 10)
        mixed[at] = levels[at - 1] + levels[at - w] * 2 - mixed[at];
      else if (levels[at] < -20)
        mixed[at] -= levels[at];
    }
}

void Mixer::kernel1D_Sparse(const int *values, int *chosen, int n) {
  for (int i = 0; i < n; ++i) {
    if (i % 2 == 1 || values[i] < 0)
      continue;
    const int channel = values[i] % Channels;
    chosen[i * Channels + channel] = values[i] * 10 + channel;
    if (channel > 0)
      chosen[i * Channels] ^= values[i];
  }
}

void Mixer::kernel1D_Scatter(const unsigned *order, const int *values, int *out, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    // Each iteration has sixteen places of its own and picks one by the data.
    const unsigned place = 16u * i + (order[i] & 15u);
    out[place] = values[i] + int(place % 7u);
  }
}

void Mixer::kernel1D_Patch(int *board, const int *lamps) {
  for (int i = 0; i < layout.dims[0] * layout.dims[1]; ++i) {
    const int lamp = lamps[i % m_lamps[1]];
    if (lamp > 0)
      board[i + layout.margin] = lamp * m_lamps[2] + i;
  }
}

void Mixer::kernel1D_Overwrite(const int *values, int *fresh, int n) {
  for (int i = 0; i < n; ++i) {
    fresh[i] = values[i] * 2;
    if (values[i] > 50)
      fresh[i] = -1;
  }
}

void Mixer::Mix(const int *levels, int *mixed, int w, int h) { kernel2D_Mix(levels, mixed, w, h); }

void Mixer::Sparse(const int *values, int *chosen, int n) { kernel1D_Sparse(values, chosen, n); }

void Mixer::Scatter(const unsigned *order, const int *values, int *out, unsigned n) {
  kernel1D_Scatter(order, values, out, n);
}

// The last argument only counts the calls; no array depends on it.
void Mixer::Patch(int *board, const int *lamps, int n) {
  (void)n;
  kernel1D_Patch(board, lamps);
}

void Mixer::Overwrite(const int *values, int *fresh, int n) { kernel1D_Overwrite(values, fresh, n); }

} // namespace stage
