// Origin: written as a user would.
// Structs that a control function fills in over several statements, then stores in members and passes to kernels.
// RUN: %check %s --size width=1,9,40 --size height=1,7,30 -- -std=c++17
#include "built_structs.h"

void BuiltStructs::Blur(const float *in, float *out, uint32_t width, uint32_t height, bool wide) {
  Layout layout{};
  layout.width = width;
  layout.height = height;
  layout.stride = width;
  if (wide)
    layout.scale = 0.25f;
  else
    layout.scale = 0.5f;
  Tile tile = {1, 2, {3, 4}};
  tile.x += static_cast<int>(width % 4u);
  for (int k = 0; k < 2; k++)
    tile.size[k] *= 2;
  layout.tile = tile;
  m_layout = layout;
  kernel2D_Blur(in, out, width, height);
  tile.y = -1;
  m_last = tile;
}

void BuiltStructs::Shift(const float *in, float *out, uint32_t width, uint32_t height, float by) {
  Layout layout = Dense(width, height);
  layout.scale *= by;
  layout.tile.y = 3;
  m_layout.width = layout.width;
  m_layout.height = layout.stride;
  kernel1D_Shift(in, out, width * height, layout);
}
