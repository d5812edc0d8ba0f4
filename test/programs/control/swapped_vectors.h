#pragma once

#include <cstdint>
#include <vector>

// Heat in a rod: two arrays by turns, kept by the class.
class SwappedVectors {
public:
  explicit SwappedVectors(uint32_t n = 50) : m_now(n, 1.0f), m_next(n, 0.0f) {}
  virtual ~SwappedVectors() {}

  virtual void Step(float rate);
  virtual void TwoSteps(float rate, float heat);

protected:
  void kernel1D_Diffuse(float rate);
  void kernel1D_Heat(float heat);

  std::vector<float> m_now, m_next;
};
