// Origin: written from README.md and docs/Language.md before its first translation.
// Two vectors of the class that take turns, copies from and to the caller's arrays.
// RUN: %check %s --class GaussBlur --setup "object.SetSigma(1.25f);" --arg maxWidth=40 --arg maxHeight=30 --size width=1,37 --size height=1,23 --arg passes=0..3 -- -std=c++17
#include "gauss_blur.h"
#include <algorithm>
#include <cmath>

GaussBlur::GaussBlur(int maxWidth, int maxHeight) : m_ping(maxWidth * maxHeight), m_pong(maxWidth * maxHeight) { SetSigma(1.0f); }

void GaussBlur::SetSigma(float sigma) {
  m_radius = std::min(int(std::ceil(3.0f * sigma)), kMaxRadius);
  m_weights.resize(m_radius + 1);
  float sum = 0.0f;
  for (int i = 0; i <= m_radius; i++) {
    m_weights[i] = std::exp(-0.5f * i * i / (sigma * sigma));
    sum += i == 0 ? m_weights[i] : 2.0f * m_weights[i];
  }
  for (float &w : m_weights)
    w /= sum;
}

void GaussBlur::kernel2D_Rows(const float *from, float *to, int width, int height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float sum = m_weights[0] * from[y * width + x];
      for (int i = 1; i <= m_radius; i++)
        sum += m_weights[i] * (from[y * width + std::max(x - i, 0)] + from[y * width + std::min(x + i, width - 1)]);
      to[y * width + x] = sum;
    }
}

void GaussBlur::kernel2D_Columns(const float *from, float *to, int width, int height) {
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      float sum = m_weights[0] * from[y * width + x];
      for (int i = 1; i <= m_radius; i++)
        sum += m_weights[i] * (from[std::max(y - i, 0) * width + x] + from[std::min(y + i, height - 1) * width + x]);
      to[y * width + x] = sum;
    }
}

void GaussBlur::Blur(const float *source, float *target, int width, int height, int passes) {
  std::copy(source, source + width * height, m_ping.begin());
  for (int pass = 0; pass < passes; pass++) {
    kernel2D_Rows(m_ping.data(), m_pong.data(), width, height);
    std::swap(m_ping, m_pong);
    kernel2D_Columns(m_ping.data(), m_pong.data(), width, height);
    std::swap(m_ping, m_pong);
  }
  std::copy_n(m_ping.begin(), width * height, target);
}
