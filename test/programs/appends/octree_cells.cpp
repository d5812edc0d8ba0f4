// Origin: written from README.md and docs/ before its first translation.
// Cells of an octree that the surface of a ball crosses: each level divides those of the last one into eight.
// RUN: %check %s --arg depth=0..4 --arg radius=3..14 -- -std=c++17
#include <utility>
#include <vector>

class OctreeCells {
public:
  virtual ~OctreeCells() = default;

  virtual unsigned Divide(int depth, int radius) {
    m_cells.clear();
    m_cells.push_back({0, 0, 0, 32});
    for (int level = 0; level < depth; level++) {
      m_children.clear();
      kernel1D_Divide(radius);
      std::swap(m_cells, m_children);
    }
    return unsigned(m_cells.size());
  }

protected:
  struct Cell {
    int x, y, z, size;
  };

  bool Crosses(const Cell &cell, int radius) const {
    // Distances of the nearest and the farthest corner from the centre, in (16, 16, 16).
    const int at[3] = {cell.x, cell.y, cell.z};
    int nearest = 0, farthest = 0;
    for (int axis = 0; axis < 3; axis++) {
      const int low = at[axis] - 16, high = at[axis] + cell.size - 16;
      const int a = low * low, b = high * high;
      nearest += low < 0 && high > 0 ? 0 : a < b ? a : b;
      farthest += a > b ? a : b;
    }
    return nearest <= radius * radius && farthest >= radius * radius;
  }
  void kernel1D_Divide(int radius) {
    for (unsigned i = 0; i < m_cells.size(); i++) {
      const int half = m_cells[i].size / 2;
      for (int child = 0; child < 8; child++) {
        Cell cell = m_cells[i];
        cell.x += (child & 1) * half;
        cell.y += ((child >> 1) & 1) * half;
        cell.z += (child >> 2) * half;
        cell.size = half;
        if (Crosses(cell, radius))
          m_children.push_back(cell);
      }
    }
  }

  std::vector<Cell> m_cells, m_children;
};
