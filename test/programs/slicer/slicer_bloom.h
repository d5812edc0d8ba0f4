// Bloom and tone mapping in the conventions of the kernel_slicer translator.
#pragma once
#include "../language/LiteMath.h"
#include <vector>

using LiteMath::float3;
using LiteMath::float4;
using LiteMath::uint;

class ToneMappingBloom
{
public:
  ToneMappingBloom() : m_gammaInv(1.0f / 2.2f) {}
  virtual ~ToneMappingBloom() {}

  void SetMaxImageSize(int w, int h);

  virtual void Bloom(int w, int h, const float4* inData4f __attribute__((size("w", "h"))),
                     unsigned int* outData1ui __attribute__((size("w", "h"))));

protected:
  void kernel2D_ExtractBrightPixels(int width, int height, const float4* inData4f, float4* a_brightPixels);
  void kernel2D_DownSample4x(int width, int height, const float4* a_dataFullRes, float4* a_dataSmallRes);
  void kernel2D_BlurX(int width, int height, const float4* a_dataIn, float4* a_dataOut);
  void kernel2D_BlurY(int width, int height, const float4* a_dataIn, float4* a_dataOut);
  void kernel2D_MixAndToneMap(int width, int height, const float4* inData4f, const float4* inBrightPixels, unsigned int* outData1ui);

  float4 SampleSmall(const float4* a_data, int width, int height, float x, float y) const;

  int   m_width  = 0;
  int   m_height = 0;
  int   m_widthSmall  = 0;
  int   m_heightSmall = 0;
  float m_gammaInv;

  std::vector<float>  m_filterWeights;
  std::vector<float4> m_brightPixels;
  std::vector<float4> m_downsampledImage;
  std::vector<float4> m_tempImage;
};
