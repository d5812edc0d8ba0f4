// Origin: written as a user would, before its first translation.
// The border of what an image shows, row by row, and what is solid in a volume: grids of two and three dimensions, two
// vectors at once, with sums beside them; loops that count down.
// RUN: %check %s --class Contour --control=Trace --variant=stable=--append=stable --variant='plain=--append=stable --target=vulkan10' --size w=1,3,130,300 --size h=1,17,40 -- -std=c++17
// RUN: %check %s --class Contour --control=Fill --variant=stable=--append=stable --size w=5,64 --size h=1,9 --size d=0,1,7 -- -std=c++17
// RUN: %check %s --class Contour --control=Backwards --variant=stable=--append=stable --variant='small=--append=stable --workgroup-size=64' --size n=0,1,2047,2049,9000 -- -std=c++17
#include <cstddef>
#include <vector>

struct Cell {
  int x, y;
  float value;
};

class Contour {
public:
  virtual ~Contour() = default;

  virtual void Trace(const float *image, int w, int h) { kernel2D_Trace(image, w, h); }
  virtual void Fill(const float *image, int w, int h, int d) {
    m_edges.reserve(m_edges.size() + std::size_t(3) * w * h * d);
    kernel3D_Fill(image, w, h, d);
  }
  virtual void Backwards(const unsigned *codes, int n) { kernel1D_Backwards(codes, n); }

protected:
  static bool Inside(float value) { return value > 0; }

  void kernel2D_Trace(const float *image, int w, int h) {
    m_cells.clear();
    m_edges.clear();
    m_inside = 0;
    m_brightest = 0;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const float value = image[y * w + x];
        if (!Inside(value))
          continue;
        m_inside++;
        if (value > m_brightest)
          m_brightest = value;
        int open = 0;
        if (x == 0 || !Inside(image[y * w + x - 1]))
          open |= 1;
        if (y == 0 || !Inside(image[(y - 1) * w + x]))
          open |= 2;
        if (open == 0)
          continue;
        m_cells.push_back({x, y, value});
        if (open == 3)
          m_edges.push_back(y * w + x);
      }
  }
  void kernel3D_Fill(const float *image, int w, int h, int d) {
    for (int z = 0; z < d; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
          int left = int(image[y * w + x] * 3) & 3;
          while (left-- > 0)
            m_edges.push_back((z * h + y) * w + x);
        }
  }
  void kernel1D_Backwards(const unsigned *codes, int n) {
    m_codes.clear();
    m_all = 0;
    for (int i = n - 1; i >= 0; i -= 3) {
      m_all ^= codes[i];
      if (codes[i] & 1)
        m_codes.push_back((unsigned char)(codes[i]));
    }
  }

  std::vector<Cell> m_cells;
  std::vector<int> m_edges;
  std::vector<unsigned char> m_codes;
  int m_inside = 0;
  float m_brightest = 0;
  unsigned m_all = 0;
};
