// Drawings on a sheet that gets its size with each of them.
#pragma once
#include <vector>

struct Sheet {
  int width = 0, height = 0;
  std::vector<int> cells;

  int area() const { return width * height; }
  Sheet &operator=(const Sheet &other) {
    width = other.width;
    height = other.height;
    cells = other.cells;
    return *this;
  }
};

struct Pen {
  int colour;
  int step;
  Pen &operator=(const Pen &other) {
    colour = other.colour;
    step = other.step;
    return *this;
  }
};

class Canvas {
public:
  virtual ~Canvas() = default;

  /// Stripes of the pen's colour.
  virtual void Draw(int width, int height, int colour);
  /// Each second row and column.
  virtual void Shrink(const Sheet &from, Sheet &to);
  virtual int Count(int colour);

protected:
  void kernel2D_Draw();
  void kernel2D_Shrink(const Sheet &from, Sheet &to);
  void kernel1D_Count(int colour);
  int area() const { return m_width * m_height; }

private:
  int m_width = 4, m_height = 2;
  std::vector<int> m_cells, m_marks;
  Sheet m_half, m_last;
  Pen m_pen = {3, 2};
  int m_count = 0;
};
