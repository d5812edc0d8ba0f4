// Origin: written as a user would, before its first translation.
// Sizes by members that were just assigned, by a function too; operators of the user's own that return *this.
// RUN: %check %s --class Canvas --size width=1,3,12 --size height=1,7 --arg from_width=0..9 --arg from_height=0..6 --arg to_width=0 --size from_cells=54 --arg from_cells=0..4 --arg colour=0..4 -- -std=c++17
#include "canvas.h"

void Canvas::kernel2D_Draw() {
  for (int y = 0; y < m_height; y++)
    for (int x = 0; x < m_width; x++) {
      Pen pen;
      pen = m_pen;
      m_cells[y * m_width + x] = (x + y) % pen.step == 0 ? pen.colour : m_cells[y * m_width + x] + 1;
      m_marks[y * m_width + x] = x;
    }
}

void Canvas::kernel2D_Shrink(const Sheet &from, Sheet &to) {
  for (int y = 0; y < to.height; y++)
    for (int x = 0; x < to.width; x++)
      to.cells[y * to.width + x] = from.cells[2 * y * from.width + 2 * x];
}

void Canvas::kernel1D_Count(int colour) {
  m_count = 0;
  for (int cell : m_last.cells)
    if (cell == colour)
      m_count++;
}

void Canvas::Draw(int width, int height, int colour) {
  m_width = width;
  m_height = height;
  m_pen.colour = colour;
  m_cells.resize(area());
  m_marks.assign(m_width * m_height, -1);
  kernel2D_Draw();
}

void Canvas::Shrink(const Sheet &from, Sheet &to) {
  m_half.width = from.width / 2;
  m_half.height = from.height / 2;
  m_half.cells.resize(m_half.area());
  kernel2D_Shrink(from, m_half);
  to = m_half;
  m_last = m_half;
}

int Canvas::Count(int colour) {
  kernel1D_Count(colour);
  return m_count;
}
