// Origin: written as a user would, before its first translation.
// Red-black relaxation: all cells of one colour in each launch, by a condition and by columns two apart.
// RUN: %check %s --class RedBlack --size w=3,12 --size h=3,9 --size steps=3 -- -std=c++17

class RedBlack {
public:
  virtual ~RedBlack() = default;

  virtual void Relax([[vkmorph::size("w * h")]] float *u, int w, int h, int steps) {
    for (int step = 0; step < steps; ++step)
      for (int colour = 0; colour < 2; ++colour)
        kernel2D_Colour(u, w, h, colour);
  }
  virtual void Lines([[vkmorph::size("w * h")]] float *u, int w, int h, int steps) {
    for (int step = 0; step < steps; ++step) {
      kernel2D_Rows(u, w, h, 1);
      kernel2D_Rows(u, w, h, 2);
    }
  }

protected:
  void kernel2D_Colour(float *u, int w, int h, int colour) {
    for (int y = 1; y < h - 1; ++y)
      for (int x = 1; x < w - 1; ++x)
        if ((x + y) % 2 == colour)
          u[y * w + x] = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x]);
  }
  /// Every second row, from the rows between them.
  void kernel2D_Rows(float *u, int w, int h, int first) {
    for (int y = first; y < h - 1; y += 2)
      for (int x = 0; x < w; ++x)
        u[y * w + x] = 0.5f * (u[(y - 1) * w + x] + u[(y + 1) * w + x]);
  }
};
