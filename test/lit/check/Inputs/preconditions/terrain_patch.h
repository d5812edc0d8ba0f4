// Heights of a patch whose size the constructor is told, and the functions again.
#include <vector>

class TerrainPatch {
public:
  TerrainPatch(int width, int height) : m_width(width), m_height(height), m_cells(width * height, 1.0f) {}
  virtual ~TerrainPatch() = default;

  /// width and height are those of the patch.
  virtual void Slopes(float *out, int width, int height) { kernel2D_Slopes(out, width, height); }
  virtual void Raise(float by) { kernel1D_Raise(by); }

protected:
  void kernel2D_Slopes(float *out, int width, int height) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const int east = x + 1 < width ? x + 1 : x;
        out[y * width + x] = m_cells[y * width + east] - m_cells[y * width + x];
      }
  }
  void kernel1D_Raise(float by) {
    for (int i = 0; i < m_width * m_height; ++i)
      m_cells[i] += by;
  }

private:
  int m_width, m_height;
  std::vector<float> m_cells;
};
