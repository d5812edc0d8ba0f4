// Origin: written as a user would, before its first translation.
// std::swap of two std::vector members: what is behind it works on the other one, and the object has them exchanged.
// RUN: %check %s -- -std=c++17
#include "swapped_vectors.h"

#include <utility>

void SwappedVectors::kernel1D_Diffuse(float rate) {
  const uint32_t n = m_now.size();
  for (uint32_t i = 0; i < n; i++) {
    const float left = i > 0 ? m_now[i - 1] : m_now[i];
    const float right = i + 1 < n ? m_now[i + 1] : m_now[i];
    m_next[i] = m_now[i] + rate * (left + right - 2.0f * m_now[i]);
  }
}

void SwappedVectors::kernel1D_Heat(float heat) {
  for (uint32_t i = 0; i < m_now.size(); i++)
    m_now[i] += heat;
}

void SwappedVectors::Step(float rate) {
  kernel1D_Diffuse(rate);
  std::swap(m_now, m_next);
}

void SwappedVectors::TwoSteps(float rate, float heat) {
  kernel1D_Diffuse(rate);
  m_now.swap(m_next);
  kernel1D_Heat(heat);
  Step(rate);
}
