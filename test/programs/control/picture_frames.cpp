// Origin: written as a user would, before its first translation.
// Frames of a film, in two and three dimensions: what is counted per frame, in members of several widths.
// RUN: %check %s --size w=0,1,33 --size h=0,1,17 --size d=3 --variant=plain=--target=vulkan10 -- -std=c++17
#include <cstdint>

class Film {
public:
  virtual ~Film() = default;

  virtual void Fade(float *picture, int w, int h, float by) { kernel2D_Fade(picture, w, h, by); }
  virtual void Stack(float *volume, int w, int h, int d) { kernel3D_Stack(volume, w, h, d); }

protected:
  void kernel2D_Fade(float *picture, int w, int h, float by) {
    m_faded = true;
    m_last = by;
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        picture[y * w + x] *= by;
    m_frames++;
    m_pixels += uint64_t(w) * uint64_t(h);
  }
  void kernel3D_Stack(float *volume, int w, int h, int d) {
    for (int z = 0; z < d; z++)
      for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
          volume[(z * h + y) * w + x] += float(z) * m_last;
    m_stacks = uint8_t(m_stacks + d);
  }

  int m_frames = 5;
  uint64_t m_pixels = 0;
  uint8_t m_stacks = 250;
  bool m_faded = false;
  float m_last = 0.5f;
};
