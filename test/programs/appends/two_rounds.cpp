// Origin: written as a user would, before its first translation.
// A bound that a kernel has found, in two dimensions: rows and columns that are left, and what is noted beside them.
// RUN: %check %s --size w=1,33 --size h=1,17 --shaders=openclc -- -std=c++17
class TwoRounds {
public:
  virtual ~TwoRounds() = default;

  virtual void Shrink([[vkmorph::size("w * h")]] float *picture, int w, int h) {
    kernel1D_Find(picture, w);
    kernel2D_Clean(picture, w, h);
    m_columns = (m_columns + 1) / 2;
    kernel2D_Clean(picture, w, h);
  }

protected:
  void kernel1D_Find(const float *picture, int w) {
    m_columns = 0;
    for (int x = 0; x < w; x++)
      if (picture[x] > 0.0f)
        m_columns += 1;
  }
  void kernel2D_Clean(float *picture, int w, int h) {
    m_calls++;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < m_columns; x++)
        picture[y * w + x] = float(m_columns);
    m_cleaned = m_cleaned + m_columns * h;
  }

  int m_columns = 0, m_calls = 0, m_cleaned = 0;
};
