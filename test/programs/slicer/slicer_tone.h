// Tone mapping in the conventions of the kernel_slicer translator.
#pragma once
#include "../language/LiteMath.h"
#include <cstdint>
#include <vector>

#ifndef KERNEL_SLICER
#include <cstring>
#endif

using LiteMath::float2;
using LiteMath::float3;
using LiteMath::float4;
using LiteMath::uint;

class IToneMapping
{
public:
  IToneMapping() {}
  virtual ~IToneMapping() {}

  virtual void Run(int w, int h, const float4* inData4f __attribute__((size("w", "h"))),
                   uint32_t* outData1ui __attribute__((size("w", "h")))) = 0;

  virtual void CommitDeviceData() {}
  virtual void GetExecutionTime(const char* a_funcName, float a_out[4]) { a_out[0] = a_out[1] = a_out[2] = a_out[3] = 0.0f; }
};

class ToneMapping : public IToneMapping
{
public:
  enum { OPERATOR_CLAMP = 0, OPERATOR_REINHARD = 1, OPERATOR_FILMIC = 2 };

  struct Settings
  {
    float key;
    float whitePoint;
    float saturation;
    float gammaInv;
    int   curve;
  };

  ToneMapping() : m_settings{0.18f, 4.0f, 1.125f, 1.0f / 2.2f, OPERATOR_FILMIC} {}

  void SetMaxImageSize(int w, int h);
  void SetCurve(int a_curve) { m_settings.curve = a_curve; }

  void Run(int w, int h, const float4* inData4f __attribute__((size("w", "h"))),
           uint32_t* outData1ui __attribute__((size("w", "h")))) override;

protected:
  virtual void kernel2D_Luminance(const float4* inData4f, uint32_t width, uint32_t height);
  virtual void kernel1D_Exposure(const float* a_luminance, uint32_t size);
  virtual void kernel2D_LocalAverage(const float* a_luminance, float* a_blurred, int width, int height);
  virtual void kernel2D_ToneMap(const float4* inData4f, const float* a_blurred, uint32_t* outData1ui, int width, int height);

  float3 Curve(float3 color) const;

  Settings m_settings;
  float m_logSum     = 0.0f;
  float m_brightest  = 0.0f;
  float m_exposure   = 1.0f;
  uint32_t m_clipped = 0;

  std::vector<float> m_luminance;
  std::vector<float> m_blurred;
};
