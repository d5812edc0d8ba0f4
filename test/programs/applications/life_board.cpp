// Origin: written by a newcomer from README.md and docs/Language.md alone.
// A cellular automaton: two vectors of bytes that are exchanged by std::swap after each step, rules as sets of bits.
// RUN: %check %s --class LifeBoard --size width=1,24 --size height=1,18 --arg generations=0..5 -- -std=c++17
#include "life_board.h"
#include <utility>

LifeBoard::LifeBoard(int width, int height)
    : m_width(width), m_height(height), m_cells(width * height), m_next(width * height) {
  uint32_t random = 12345;
  for (auto &cell : m_cells) {
    random = random * 1664525u + 1013904223u;
    cell = (random >> 28) < 5;
  }
}

void LifeBoard::kernel2D_Step() {
  for (int y = 0; y < m_height; ++y) {
    for (int x = 0; x < m_width; ++x) {
      int neighbours = 0;
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dx || dy)
            neighbours += Alive(x + dx, y + dy);
      const Rule rule = Alive(x, y) ? m_survival : m_birth;
      m_next[Index(x, y)] = rule >> neighbours & 1;
    }
  }
}

void LifeBoard::kernel1D_Count() {
  m_population = 0;
  for (size_t i = 0; i < m_cells.size(); ++i)
    if (m_cells[i])
      ++m_population;
}

void LifeBoard::kernel2D_Draw(uint8_t *pixels, int width, int height) {
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      pixels[y * width + x] = Alive(x % m_width, y % m_height) ? 255 : 0;
}

int LifeBoard::Generation() {
  kernel2D_Step();
  std::swap(m_cells, m_next);
  kernel1D_Count();
  ++m_generation;
  return m_population;
}

void LifeBoard::Run(int generations) {
  for (int g = 0; g < generations; ++g) {
    kernel2D_Step();
    m_cells.swap(m_next);
  }
  m_generation += generations;
  kernel1D_Count();
}

void LifeBoard::Draw(uint8_t *pixels, int width, int height) { kernel2D_Draw(pixels, width, height); }
