// Red pixels in the conventions of the kernel_slicer translator.
#pragma once
#include "../language/LiteMath.h"
#include <cstdint>
#include <vector>

using LiteMath::uint;

struct PixelInfo
{
  int xy;
  uint color;
};

class RedPixels
{
public:
  RedPixels() {}
  virtual ~RedPixels() {}

  void SetMaxDataSize(size_t a_size);
  virtual void ProcessPixels(const uint32_t* a_data [[size("a_width", "a_height")]], uint32_t a_width, uint32_t a_height);

  std::vector<PixelInfo> m_foundPixels;
  int   m_foundNum = 0;
  float m_avgB = 0.0f, m_avgG = 0.0f;
#ifndef KERNEL_SLICER
  virtual void CommitDeviceData() {}
#endif

protected:
  void kernel2D_FindRed(const uint32_t* a_data, uint32_t a_width, uint32_t a_height);
  void kernel1D_Statistics();
};
