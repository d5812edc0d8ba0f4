// Origin: written as a user would, before its first translation.
// Gauss-Seidel sweeps that update the cells of one colour in place and read only cells of other colours: by a condition, by
// where rows start, in a volume, with three colours on a line, and with colours by halves of the index.
// RUN: %check %s --class ColourSweeps --size w=3,4,17 --size h=3,9 --size d=3,5 --size sweeps=2 --size n=1,2,50 -- -std=c++17
#include <cstdint>

class ColourSweeps {
public:
  virtual ~ColourSweeps() = default;

  virtual void Plane([[vkmorph::size("w * h")]] float *u, [[vkmorph::size("w * h")]] const float *f, int w, int h, int sweeps) {
    for (int s = 0; s < sweeps; ++s)
      for (int colour = 0; colour < 2; ++colour)
        kernel2D_Checkers(u, f, w, h, colour);
  }
  virtual void Rows([[vkmorph::size("w * h")]] float *u, [[vkmorph::size("w * h")]] const float *f, int w, int h, int sweeps) {
    for (int s = 0; s < sweeps; ++s) {
      kernel1D_Rows(u, f, w, h, 0);
      kernel1D_Rows(u, f, w, h, 1);
    }
  }
  virtual void Volume([[vkmorph::size("w * h * d")]] float *u, uint32_t w, uint32_t h, uint32_t d, uint32_t sweeps) {
    for (uint32_t s = 0; s < 2 * sweeps; ++s)
      kernel3D_Volume(u, w, h, d, s & 1u);
  }
  virtual void Line([[vkmorph::size("n")]] int *a, int n, int sweeps) {
    for (int s = 0; s < 3 * sweeps; ++s)
      kernel1D_Thirds(a, n, s % 3);
  }

protected:
  float m_omega = 0.75f;

  void kernel2D_Checkers(float *u, const float *f, int w, int h, int colour) {
    for (int y = 1; y < h - 1; ++y)
      for (int x = 1; x < w - 1; ++x) {
        if ((x + y) % 2 != colour)
          continue;
        const int at = y * w + x;
        const float mean = 0.25f * (u[at - 1] + u[at + 1] + u[at - w] + u[at + w] - f[at]);
        u[at] += m_omega * (mean - u[at]);
      }
  }
  void kernel1D_Rows(float *u, const float *f, int w, int h, int colour) {
    for (int y = 1; y < h - 1; ++y)
      for (int x = 1 + (y + colour) % 2; x < w - 1; x += 2)
        u[y * w + x] = 0.25f * (u[y * w + x - 1] + u[y * w + x + 1] + u[(y - 1) * w + x] + u[(y + 1) * w + x] - f[y * w + x]);
  }
  void kernel3D_Volume(float *u, uint32_t w, uint32_t h, uint32_t d, uint32_t colour) {
    for (uint32_t z = 1; z < d - 1; ++z)
      for (uint32_t y = 1; y < h - 1; ++y)
        for (uint32_t x = 1; x < w - 1; ++x)
          if (((x + y + z) & 1u) == colour) {
            const uint32_t at = (z * h + y) * w + x;
            u[at] = (u[at - 1] + u[at + 1] + u[at - w] + u[at + w] + u[at - w * h] + u[at + w * h]) / 6.0f;
          }
  }
  void kernel1D_Thirds(int *a, int n, int third) {
    for (int i = 1; i < n - 1; ++i)
      if (i % 3 == third)
        a[i] = a[i - 1] - a[i] + 2 * a[i + 1];
  }
};
