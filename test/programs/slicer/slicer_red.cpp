// Origin: written in the conventions of kernel_slicer before its first translation.
// Append and a loop over what was appended, as kernel_slicer takes it.
// RUN: %check %s --class RedPixels --setup "object.SetMaxDataSize(2000);" --size a_width=1,40 --size a_height=1,25 -- -std=c++17 -DKERNEL_SLICER
#include "slicer_red.h"

static inline uint Channel(uint color, int shift) { return (color >> shift) & 0x000000FF; }

void RedPixels::SetMaxDataSize(size_t a_size)
{
  m_foundPixels.reserve(a_size);
}

void RedPixels::kernel2D_FindRed(const uint32_t* a_data, uint32_t a_width, uint32_t a_height)
{
  m_foundPixels.resize(0);
  for (uint32_t y = 0; y < a_height; y++)
  {
    for (uint32_t x = 0; x < a_width; x++)
    {
      const uint color = a_data[y * a_width + x];
      if (Channel(color, 0) >= 128 && Channel(color, 8) < 100 && Channel(color, 16) < 100)
      {
        PixelInfo info;
        info.xy    = int((y << 16) | x);
        info.color = color;
        m_foundPixels.push_back(info);
      }
    }
  }
}

void RedPixels::kernel1D_Statistics()
{
  m_foundNum = 0;
  m_avgG = 0.0f;
  m_avgB = 0.0f;
  for (size_t i = 0; i < m_foundPixels.size(); i++)
  {
    m_foundNum++;
    m_avgG += float(Channel(m_foundPixels[i].color, 8));
    m_avgB += float(Channel(m_foundPixels[i].color, 16));
  }
  if (m_foundNum > 0)
  {
    m_avgG = m_avgG / float(m_foundNum);
    m_avgB = m_avgB / float(m_foundNum);
  }
}

void RedPixels::ProcessPixels(const uint32_t* a_data, uint32_t a_width, uint32_t a_height)
{
  kernel2D_FindRed(a_data, a_width, a_height);
  kernel1D_Statistics();
}
