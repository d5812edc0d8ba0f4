// Contour lines of a height field by marching squares.
#pragma once
#include <vector>

struct Point {
  float x = 0, y = 0;
};

struct Segment {
  Point from, to;
  int cell;
};

class ContourLines {
public:
  explicit ContourLines(int capacity) { m_segments.reserve(capacity); }
  virtual ~ContourLines() = default;

  virtual int Extract(const float *heights, int columns, int rows, float level);

  const std::vector<Segment> &Segments() const { return m_segments; }
  float Leftmost() const { return m_leftmost; }
  int Saddles() const { return m_saddles; }

private:
  void kernel2D_March(const float *heights, int columns, int rows, float level);
  void kernel1D_Measure();
  static Point Cut(Point a, Point b, float heightA, float heightB, float level);
  void Add(Point from, Point to, int cell) { m_segments.push_back({from, to, cell}); }

  std::vector<Segment> m_segments;
  float m_leftmost = 0, m_rightmost = 0;
  int m_saddles = 0;
};
