// Origin: written as a user would, before its first translation.
// Corners and borders that are set once, from what loops in two dimensions have written.
// RUN: %check %s --class Frame --size n=1,2,50 --arg w=1..9 --arg h=1..6 -- -std=c++17
#include <vector>

class Frame {
public:
  virtual ~Frame() = default;

  virtual void Fill([[vkmorph::size("n")]] const int *seeds, [[vkmorph::size("w * h")]] int *picture, int n, int w, int h) {
    m_steps.resize(n + 1);
    kernel2D_Fill(seeds, picture, n, w, h);
    kernel1D_Steps(n);
  }

protected:
  virtual void kernel2D_Fill(const int *seeds, int *picture, int n, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        picture[y * w + x] = seeds[(y * w + x) % n] & 255;
    picture[0] = picture[w * h - 1];
    m_corner = picture[(h - 1) * w];
  }
  virtual void kernel1D_Steps(int n) {
    for (int i = 0; i < n; i++)
      m_steps[i] = m_corner + i;
    m_steps[n] = m_steps[n - 1] * 2;
    m_span = m_steps[n] - m_steps[0];
  }

  std::vector<int> m_steps;
  int m_corner = 0, m_span = 0;
};
