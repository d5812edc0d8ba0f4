#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

// A cellular automaton on a torus; two boards by turns.
class LifeBoard {
public:
  using Rule = uint16_t;

  LifeBoard(int width = 24, int height = 18);
  virtual ~LifeBoard() = default;

  virtual int Generation();
  virtual void Run(int generations);
  virtual void Draw(uint8_t *pixels, int width, int height);
  void SetRules(Rule birth, Rule survival) {
    m_birth = birth;
    m_survival = survival;
  }

protected:
  void kernel2D_Step();
  void kernel1D_Count();
  void kernel2D_Draw(uint8_t *pixels, int width, int height);

  bool Alive(int x, int y) const {
    const int column = (x + m_width) % m_width, row = (y + m_height) % m_height;
    return m_cells[Index(column, row)] != 0;
  }
  size_t Index(int x, int y) const { return static_cast<size_t>(y) * m_width + x; }

private:
  int m_width, m_height;
  std::vector<uint8_t> m_cells, m_next;
  Rule m_birth = 1 << 3, m_survival = (1 << 2) | (1 << 3);
  int m_population = 0;
  int m_generation = 0;
};
