// Origin: written as a user would, before its first translation.
// A picture of the caller's in, another one out, which gets its size; a third one is changed in place.
// RUN: %check %s --class UnsharpMask --size in_width=17 --size in_height=11 --size in_pixels=187 --size picture_width=1,9 --size picture_height=0,7 -- -std=c++17
#include "unsharp_mask.h"
#include <algorithm>

float Picture::Near(int x, int y) const { return At(std::clamp(x, 0, width - 1), std::clamp(y, 0, height - 1)); }

void UnsharpMask::kernel2D_Rows(const Picture &from, Picture &to) {
  for (int y = 0; y < to.height; y++)
    for (int x = 0; x < to.width; x++)
      to.At(x, y) = 0.25f * from.Near(x - 1, y) + 0.5f * from.At(x, y) + 0.25f * from.Near(x + 1, y);
}

void UnsharpMask::kernel2D_Columns(const Picture &from, Picture &to) {
  for (int y = 0; y < to.height; y++)
    for (int x = 0; x < to.width; x++)
      to.At(x, y) = 0.25f * from.Near(x, y - 1) + 0.5f * from.At(x, y) + 0.25f * from.Near(x, y + 1);
}

void UnsharpMask::kernel2D_Mask(const Picture &sharp, const Picture &soft, Picture &to, float amount) {
  for (int y = 0; y < to.height; y++)
    for (int x = 0; x < to.width; x++)
      to.At(x, y) = sharp.At(x, y) + amount * (sharp.At(x, y) - soft.At(x, y));
}

void UnsharpMask::kernel2D_Scale(Picture &picture, float factor) {
  for (int y = 0; y < picture.height; y++)
    for (int x = 0; x < picture.width; x++)
      picture.At(x, y) *= factor;
}

void UnsharpMask::Apply(const Picture &in, Picture &out, float amount) {
  out.Resize(in.width, in.height);
  m_rows.Resize(in.width, in.height);
  m_soft.Resize(in.width, in.height);
  kernel2D_Rows(in, m_rows);
  kernel2D_Columns(m_rows, m_soft);
  kernel2D_Mask(in, m_soft, out, amount);
}

void UnsharpMask::Darken(Picture &picture, float factor) { kernel2D_Scale(picture, factor); }
