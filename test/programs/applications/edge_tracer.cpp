// Origin: written from README.md and docs/Language.md before its first translation.
// A maximum that gives the next kernel its thresholds, vectors of bytes and of structs with bytes, a loop that ends early.
// RUN: %check %s --class vision::EdgeTracer --arg width=31 --arg height=22 --size gray=682 --size out=682 --arg low=0.1..0.4 --arg high=0.4..0.8 --arg rounds=0..4 --assume-independent=kernel2D_Grow -- -std=c++17
#include "edge_tracer.h"
#include <algorithm>
#include <cmath>

namespace vision {

void EdgeTracer::kernel2D_Gradients(const float *gray) {
  m_strongest = 0.0f;
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++) {
      const auto at = [&](int dx, int dy) {
        return gray[Index(std::clamp(x + dx, 0, m_width - 1), std::clamp(y + dy, 0, m_height - 1))];
      };
      const float gx = at(1, -1) + 2.0f * at(1, 0) + at(1, 1) - at(-1, -1) - 2.0f * at(-1, 0) - at(-1, 1);
      const float gy = at(-1, 1) + 2.0f * at(0, 1) + at(1, 1) - at(-1, -1) - 2.0f * at(0, -1) - at(1, -1);
      Gradient g{};
      g.strength = std::sqrt(gx * gx + gy * gy);
      const float ax = std::abs(gx), ay = std::abs(gy);
      g.dx = ax * 2.0f > ay ? (gx < 0.0f ? -1 : 1) : 0;
      g.dy = ay * 2.0f > ax ? (gy < 0.0f ? -1 : 1) : 0;
      m_gradients[Index(x, y)] = g;
      m_strongest = std::max(m_strongest, g.strength);
    }
}

void EdgeTracer::kernel2D_Classify(float low, float high) {
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++) {
      const Gradient &g = m_gradients[Index(x, y)];
      Edge edge = Edge::None;
      if (g.IsAbove(low * m_strongest)) {
        bool isRidge = true;
        for (int side = -1; side <= 1; side += 2) {
          const int nx = x + side * g.dx, ny = y + side * g.dy;
          if (IsInside(nx, ny) && m_gradients[Index(nx, ny)].IsAbove(g.strength))
            isRidge = false;
        }
        if (isRidge)
          edge = g.IsAbove(high * m_strongest) ? Edge::Strong : Edge::Weak;
      }
      m_edges[Index(x, y)] = edge;
    }
}

bool EdgeTracer::TouchesStrong(int x, int y) const {
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if ((dx != 0 || dy != 0) && IsInside(x + dx, y + dy) && m_gradients[Index(x + dx, y + dy)].dx == 2)
        return true;
  return false;
}

// Strong pixels are marked in the gradients, so that edges change in their own pixel only.
void EdgeTracer::kernel2D_Grow() {
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++)
      if (m_edges[Index(x, y)] == Edge::Strong)
        m_gradients[Index(x, y)].dx = 2;
  m_hasGrown = false;
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++)
      if (m_edges[Index(x, y)] == Edge::Weak && TouchesStrong(x, y)) {
        m_edges[Index(x, y)] = Edge::Strong;
        m_hasGrown = true;
      }
}

void EdgeTracer::kernel2D_Show(uint8_t *out) {
  m_count = 0;
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++) {
      const bool isEdge = m_edges[Index(x, y)] == Edge::Strong;
      out[Index(x, y)] = isEdge ? 255 : 0;
      m_count += isEdge;
    }
}

uint32_t EdgeTracer::Trace(const float *gray, uint8_t *out, float low, float high, int rounds) {
  kernel2D_Gradients(gray);
  kernel2D_Classify(low, high);
  for (int i = 0; i < rounds; i++) {
    kernel2D_Grow();
    if (!m_hasGrown)
      break;
  }
  kernel2D_Show(out);
  return m_count;
}

} // namespace vision
