// Origin: written in the conventions of kernel_slicer before its first translation.
// Tone mapping with an exposure that a kernel measures and the next one uses, as kernel_slicer takes it.
// RUN: %check %s --class ToneMapping --setup "object.SetMaxImageSize(41, 27); object.SetCurve(2);" --size w=1,41 --size h=1,27 --arg inData4f=0..6 -- -std=c++17 -DKERNEL_SLICER -w
#include "slicer_tone.h"

using namespace LiteMath;

static constexpr int   WINDOW_RADIUS = 2;
static constexpr float EPSILON_LUM   = 1e-4f;

static inline float Luminance(float4 c) { return dot(float3(c.x, c.y, c.z), float3(0.2126f, 0.7152f, 0.0722f)); }

static inline uint PackBGRA(float3 c)
{
  const float3 scaled = clamp(c, 0.0f, 1.0f) * 255.0f;
  const uint r = uint(scaled.x + 0.5f);
  const uint g = uint(scaled.y + 0.5f);
  const uint b = uint(scaled.z + 0.5f);
  return 0xFF000000u | (r << 16) | (g << 8) | b;
}

void ToneMapping::SetMaxImageSize(int w, int h)
{
  m_luminance.resize(w * h);
  m_blurred.resize(w * h);
}

void ToneMapping::kernel2D_Luminance(const float4* inData4f, uint32_t width, uint32_t height)
{
  for (uint32_t y = 0; y < height; y++)
    for (uint32_t x = 0; x < width; x++)
      m_luminance[y * width + x] = max(Luminance(inData4f[y * width + x]), 0.0f);
}

void ToneMapping::kernel1D_Exposure(const float* a_luminance, uint32_t size)
{
  m_logSum    = 0.0f;
  m_brightest = 0.0f;
  m_clipped   = 0;
  for (uint32_t i = 0; i < size; i++)
  {
    const float lum = a_luminance[i];
    m_logSum += std::log(EPSILON_LUM + lum);
    m_brightest = max(m_brightest, lum);
    if (lum > m_settings.whitePoint)
      m_clipped++;
  }
  m_exposure = m_settings.key / max(std::exp(m_logSum / float(size)), EPSILON_LUM);
}

void ToneMapping::kernel2D_LocalAverage(const float* a_luminance, float* a_blurred, int width, int height)
{
  for (int y = 0; y < height; y++)
  {
    for (int x = 0; x < width; x++)
    {
      float sum = 0.0f;
      float weights = 0.0f;
      for (int dy = -WINDOW_RADIUS; dy <= WINDOW_RADIUS; dy++)
      {
        for (int dx = -WINDOW_RADIUS; dx <= WINDOW_RADIUS; dx++)
        {
          const int2 at = int2(clamp(x + dx, 0, width - 1), clamp(y + dy, 0, height - 1));
          const float weight = 1.0f / float(1 + dx * dx + dy * dy);
          sum += weight * a_luminance[at.y * width + at.x];
          weights += weight;
        }
      }
      a_blurred[y * width + x] = sum / weights;
    }
  }
}

float3 ToneMapping::Curve(float3 color) const
{
  if (m_settings.curve == OPERATOR_REINHARD)
  {
    const float white2 = m_settings.whitePoint * m_settings.whitePoint;
    return color * (float3(1.0f) + color / white2) / (float3(1.0f) + color);
  }
  if (m_settings.curve == OPERATOR_FILMIC)
    return clamp((color * (2.51f * color + float3(0.03f))) / (color * (2.43f * color + float3(0.59f)) + float3(0.14f)), 0.0f, 1.0f);
  return min(color, float3(1.0f));
}

void ToneMapping::kernel2D_ToneMap(const float4* inData4f, const float* a_blurred, uint32_t* outData1ui, int width, int height)
{
  for (int y = 0; y < height; y++)
  {
    for (int x = 0; x < width; x++)
    {
      const float4 hdr = inData4f[y * width + x];
      const float  lum = Luminance(hdr);
      const float  dodge = 1.0f / (1.0f + m_exposure * a_blurred[y * width + x] * 0.125f);
      const float3 gray  = float3(lum);
      float3 color = lerp(gray, float3(hdr.x, hdr.y, hdr.z), m_settings.saturation) * (m_exposure * dodge);
      color = Curve(max(color, float3(0.0f)));
      color.x = std::pow(color.x, m_settings.gammaInv);
      color.y = std::pow(color.y, m_settings.gammaInv);
      color.z = std::pow(color.z, m_settings.gammaInv);
      outData1ui[y * width + x] = PackBGRA(color);
    }
  }
}

void ToneMapping::Run(int w, int h, const float4* inData4f, uint32_t* outData1ui)
{
  kernel2D_Luminance(inData4f, w, h);
  kernel1D_Exposure(m_luminance.data(), w * h);
  kernel2D_LocalAverage(m_luminance.data(), m_blurred.data(), w, h);
  kernel2D_ToneMap(inData4f, m_blurred.data(), outData1ui, w, h);
}
