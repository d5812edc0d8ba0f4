// A board of tiles, each with a number of a colour.
#include <vector>

struct Colour {
  float red, green, blue;
};

class TileBoard {
public:
  TileBoard(int columns, int rows, int colours)
      : m_columns(columns), m_rows(rows), m_tiles(columns * rows), m_colours(colours) {}
  virtual ~TileBoard() = default;

  void Paint(int column, int row, int colour) { m_tiles[row * m_columns + column] = colour; }

  /// Draws the board, a pixel for each tile.
  virtual void Draw([[vkmorph::size("m_columns * m_rows")]] Colour *pixels) { kernel2D_Draw(pixels); }

protected:
  void kernel2D_Draw(Colour *pixels) {
    for (int y = 0; y < m_rows; ++y)
      for (int x = 0; x < m_columns; ++x)
        pixels[y * m_columns + x] = m_colours[m_tiles[y * m_columns + x]];
  }

private:
  int m_columns, m_rows;
  std::vector<int> m_tiles;
  std::vector<Colour> m_colours;
};
