// A class with something to choose in each kernel.
#include <algorithm>
#include <cstdint>
#include <vector>

struct Pixel {
  uint8_t r, g, b, a;
};

class Studio {
public:
  virtual ~Studio() = default;
  virtual void Run(const float *a [[vkmorph::size("w * h")]], float *b [[vkmorph::size("w * h")]], float *rows, int w, int h) {
    kernel2D_Turned(a, b, w, h);
    kernel1D_Rows(a, rows, w, h);
    kernel1D_Window(b, w);
    kernel1D_Forces(rows, b, h);
    kernel2D_Soften(a, b, w, h);
  }
  virtual int Count(const int *numbers, int n) {
    m_found.reserve(n);
    kernel1D_Count(numbers, n);
    return m_count;
  }
  virtual void Paint(const Pixel *from, Pixel *to, int n) { kernel1D_Paint(from, to, n); }

protected:
  void kernel2D_Turned(const float *a, float *b, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        b[y * w + x] = 2 * a[y * w + x];
  }
  void kernel1D_Rows(const float *a, float *rows, int w, int h) {
    for (int y = 0; y < h; y++) {
      float sum = 0;
      for (int x = 0; x < w; x++)
        sum += a[y * w + x];
      rows[y] = sum;
    }
  }
  void kernel1D_Window(float *b, int n) {
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 5; k++)
        b[i] += m_weights[k];
  }
  void kernel1D_Forces(const float *bodies, float *forces, int n) {
    for (int i = 0; i < n; i++) {
      float force = 0;
      for (int k = 0; k < n; k++)
        force += bodies[k] - bodies[i];
      forces[i] = force;
    }
  }
  void kernel2D_Soften(const float *a, float *b, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        b[y * w + x] = a[y * w + std::max(x - 1, 0)] + a[y * w + x];
  }
  void kernel1D_Count(const int *numbers, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++) {
      m_count += numbers[i];
      if (numbers[i] > 5)
        m_found.push_back(numbers[i]);
    }
    m_count *= 2;
  }
  void kernel1D_Paint(const Pixel *from, Pixel *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = {from[i].g, from[i].r, 0, 255};
  }

  float m_weights[5] = {1, 2, 3, 2, 1};
  int m_count = 0;
  std::vector<int> m_found;
};
