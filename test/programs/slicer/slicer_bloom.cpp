// Origin: written in the conventions of kernel_slicer before its first translation.
// Five kernels over pictures of two sizes that are vectors of the class, as kernel_slicer takes it.
// RUN: %check %s --class ToneMappingBloom --setup "object.SetMaxImageSize(44, 28);" --size w=44 --size h=28 --arg inData4f=0..3 -- -std=c++17 -DKERNEL_SLICER -w
#include "slicer_bloom.h"

#define BLUR_RADIUS 4
#define BLOOM_DOWNSAMPLE 4

using namespace LiteMath;

static inline uint PackColor(float4 a_rel)
{
  const uint r = uint(clamp(a_rel.x, 0.0f, 1.0f) * 255.0f);
  const uint g = uint(clamp(a_rel.y, 0.0f, 1.0f) * 255.0f);
  const uint b = uint(clamp(a_rel.z, 0.0f, 1.0f) * 255.0f);
  return 0xFF000000 | (b << 16) | (g << 8) | r;
}

static inline float ToneMap(float x) { return x / (1.0f + x); }

void ToneMappingBloom::SetMaxImageSize(int w, int h)
{
  m_width  = w;
  m_height = h;
  m_widthSmall  = w / BLOOM_DOWNSAMPLE;
  m_heightSmall = h / BLOOM_DOWNSAMPLE;
  m_brightPixels.resize(w * h);
  m_downsampledImage.resize(m_widthSmall * m_heightSmall);
  m_tempImage.resize(m_widthSmall * m_heightSmall);

  m_filterWeights.resize(2 * BLUR_RADIUS + 1);
  float sum = 0.0f;
  for (int i = -BLUR_RADIUS; i <= BLUR_RADIUS; i++)
    sum += m_filterWeights[i + BLUR_RADIUS] = std::exp(-float(i * i) / 8.0f);
  for (float& weight : m_filterWeights)
    weight /= sum;
}

void ToneMappingBloom::kernel2D_ExtractBrightPixels(int width, int height, const float4* inData4f, float4* a_brightPixels)
{
  for (int y = 0; y < height; y++)
  {
    for (int x = 0; x < width; x++)
    {
      float4 pixel = inData4f[y * width + x];
      if (pixel.x >= 1.0f || pixel.y >= 1.0f || pixel.z >= 1.0f)
        a_brightPixels[y * width + x] = pixel;
      else
        a_brightPixels[y * width + x] = float4(0, 0, 0, 0);
    }
  }
}

void ToneMappingBloom::kernel2D_DownSample4x(int width, int height, const float4* a_dataFullRes, float4* a_dataSmallRes)
{
  for (int j = 0; j < height; j++)
  {
    for (int i = 0; i < width; i++)
    {
      float4 average = float4(0, 0, 0, 0);
      for (int y = 0; y < BLOOM_DOWNSAMPLE; y++)
        for (int x = 0; x < BLOOM_DOWNSAMPLE; x++)
          average += a_dataFullRes[(j * BLOOM_DOWNSAMPLE + y) * m_width + (i * BLOOM_DOWNSAMPLE + x)];
      a_dataSmallRes[j * width + i] = average * (1.0f / float(BLOOM_DOWNSAMPLE * BLOOM_DOWNSAMPLE));
    }
  }
}

void ToneMappingBloom::kernel2D_BlurX(int width, int height, const float4* a_dataIn, float4* a_dataOut)
{
  for (int y = 0; y < height; y++)
  {
    for (int x = 0; x < width; x++)
    {
      float4 summ = m_filterWeights[BLUR_RADIUS] * a_dataIn[y * width + x];
      for (int i = 1; i <= BLUR_RADIUS; i++)
      {
        const int xl = max(x - i, 0);
        const int xr = min(x + i, width - 1);
        summ += m_filterWeights[BLUR_RADIUS - i] * a_dataIn[y * width + xl];
        summ += m_filterWeights[BLUR_RADIUS + i] * a_dataIn[y * width + xr];
      }
      a_dataOut[y * width + x] = summ;
    }
  }
}

void ToneMappingBloom::kernel2D_BlurY(int width, int height, const float4* a_dataIn, float4* a_dataOut)
{
  for (int y = 0; y < height; y++)
  {
    for (int x = 0; x < width; x++)
    {
      float4 summ = m_filterWeights[BLUR_RADIUS] * a_dataIn[y * width + x];
      for (int i = 1; i <= BLUR_RADIUS; i++)
      {
        const int yl = max(y - i, 0);
        const int yr = min(y + i, height - 1);
        summ += m_filterWeights[BLUR_RADIUS - i] * a_dataIn[yl * width + x];
        summ += m_filterWeights[BLUR_RADIUS + i] * a_dataIn[yr * width + x];
      }
      a_dataOut[y * width + x] = summ;
    }
  }
}

float4 ToneMappingBloom::SampleSmall(const float4* a_data, int width, int height, float x, float y) const
{
  const float fx = clamp(x - 0.5f, 0.0f, float(width - 1));
  const float fy = clamp(y - 0.5f, 0.0f, float(height - 1));
  const int x0 = int(fx);
  const int y0 = int(fy);
  const int x1 = min(x0 + 1, width - 1);
  const int y1 = min(y0 + 1, height - 1);
  const float4 top    = lerp(a_data[y0 * width + x0], a_data[y0 * width + x1], fx - float(x0));
  const float4 bottom = lerp(a_data[y1 * width + x0], a_data[y1 * width + x1], fx - float(x0));
  return lerp(top, bottom, fy - float(y0));
}

void ToneMappingBloom::kernel2D_MixAndToneMap(int width, int height, const float4* inData4f, const float4* inBrightPixels, unsigned int* outData1ui)
{
  for (int y = 0; y < height; y++)
  {
    for (int x = 0; x < width; x++)
    {
      const float4 color = inData4f[y * width + x];
      const float4 bloom = SampleSmall(inBrightPixels, m_widthSmall, m_heightSmall, (float(x) + 0.5f) / float(BLOOM_DOWNSAMPLE),
                                       (float(y) + 0.5f) / float(BLOOM_DOWNSAMPLE));
      float4 sum = clamp(color + bloom, 0.0f, 100.0f);
      sum.x = std::pow(ToneMap(sum.x), m_gammaInv);
      sum.y = std::pow(ToneMap(sum.y), m_gammaInv);
      sum.z = std::pow(ToneMap(sum.z), m_gammaInv);
      outData1ui[y * width + x] = PackColor(sum);
    }
  }
}

void ToneMappingBloom::Bloom(int w, int h, const float4* inData4f, unsigned int* outData1ui)
{
  // (1) find bright pixels
  kernel2D_ExtractBrightPixels(w, h, inData4f, m_brightPixels.data());

  // (2) make them small
  kernel2D_DownSample4x(m_widthSmall, m_heightSmall, m_brightPixels.data(), m_downsampledImage.data());

  // (3) blur
  kernel2D_BlurX(m_widthSmall, m_heightSmall, m_downsampledImage.data(), m_tempImage.data());
  kernel2D_BlurY(m_widthSmall, m_heightSmall, m_tempImage.data(), m_downsampledImage.data());

  // (4) mix with the source picture
  kernel2D_MixAndToneMap(w, h, inData4f, m_downsampledImage.data(), outData1ui);
}
