// Origin: written from README.md and docs/Language.md before its first translation.
// Up to two segments from each cell into a list of unknown length, and a kernel over the list.
// RUN: %check %s --class ContourLines --arg capacity=4000 --size columns=2,30 --size rows=2,25 --arg heights=-1..1 --arg level=-0.3..0.3 -- -std=c++17
#include "contour_lines.h"
#include <algorithm>

Point ContourLines::Cut(Point a, Point b, float heightA, float heightB, float level) {
  const float t = (level - heightA) / (heightB - heightA);
  return Point{a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
}

void ContourLines::kernel2D_March(const float *heights, int columns, int rows, float level) {
  m_segments.clear();
  m_saddles = 0;
  for (int y = 0; y < rows - 1; y++) {
    for (int x = 0; x < columns - 1; x++) {
      const float h[4] = {heights[y * columns + x], heights[y * columns + x + 1], heights[(y + 1) * columns + x + 1],
                          heights[(y + 1) * columns + x]};
      int code = 0;
      for (int k = 0; k < 4; k++)
        if (h[k] >= level)
          code |= 1 << k;
      if (code == 0 || code == 15)
        continue;

      const Point corner[4] = {{float(x), float(y)}, {float(x + 1), float(y)}, {float(x + 1), float(y + 1)}, {float(x), float(y + 1)}};
      Point cut[4];
      for (int k = 0; k < 4; k++) {
        const int next = (k + 1) & 3;
        if ((code >> k & 1) != (code >> next & 1))
          cut[k] = Cut(corner[k], corner[next], h[k], h[next], level);
      }
      const int cell = y * columns + x;
      switch (code) {
      case 1: case 14: Add(cut[3], cut[0], cell); break;
      case 2: case 13: Add(cut[0], cut[1], cell); break;
      case 4: case 11: Add(cut[1], cut[2], cell); break;
      case 8: case 7: Add(cut[2], cut[3], cell); break;
      case 3: case 12: Add(cut[3], cut[1], cell); break;
      case 6: case 9: Add(cut[0], cut[2], cell); break;
      default:
        Add(cut[3], cut[0], cell);
        Add(cut[1], cut[2], cell);
        m_saddles++;
      }
    }
  }
}

void ContourLines::kernel1D_Measure() {
  m_leftmost = 1e30f;
  m_rightmost = -1e30f;
  for (size_t i = 0; i < m_segments.size(); i++) {
    const Segment s = m_segments[i];
    m_leftmost = std::min(m_leftmost, std::min(s.from.x, s.to.x));
    m_rightmost = std::max(m_rightmost, std::max(s.from.x, s.to.x));
  }
}

int ContourLines::Extract(const float *heights, int columns, int rows, float level) {
  kernel2D_March(heights, columns, rows, level);
  kernel1D_Measure();
  return int(m_segments.size());
}
