// Origin: written as a user would.
// Loops over columns first, as somebody writes them who thinks of x before y, or comes from Fortran.
// RUN: %check %s --class Field --size w=1,7,40,130 --size h=1,6,35,70 --size n=5,33 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class Volume --size nx=1,5,37 --size ny=1,6,9 --size nz=1,4,8 -- -std=c++17
// RUN: %check %s --class Matrices --size rows=1,6,37 --size columns=1,5,40 --size depth=3,17 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class Canvas --size width=1,9,64 --size height=1,7,40 -- -std=c++17
// RUN: %check %s --class Tables -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

// Pictures of one number for each point.
class Field {
public:
  virtual ~Field() = default;
  virtual void Update([[vkmorph::size("w*(h+1)")]] const float *a, float *b, int w, int h) {
    kernel2D_Update(a, b, w, h);
    kernel2D_Smooth(b, w, h);
  }
  virtual void Turn(const float *a, float *b, int w, int h) { kernel2D_Turn(a, b, w, h); }
  virtual void Lookup(const int *chosen, [[vkmorph::size("16")]] const float *palette, float *out, int w, int h) {
    kernel2D_Lookup(chosen, palette, out, w, h);
  }
  virtual void Down(float *a, int w, int h, int first) {
    first = first < 0 ? -(first % 3) : first % 3;
    kernel2D_Down(a, w, h, first);
  }
  virtual void Middle(float *a, int w, int h, int n) { kernel2D_Middle(a, w, h, n); }

protected:
  void kernel2D_Update(const float *a, float *b, int w, int h) {
    for (int x = 0; x < w; x++)
      for (int y = 0; y < h; y++)
        b[y * w + x] = 2 * a[y * w + x] + a[(y + 1) * w + x];
  }
  // In place, each element by itself, with a row number between the loops.
  void kernel2D_Smooth(float *b, int w, int h) {
    for (int x = 0; x < w; ++x) {
      const float weight = x % 2 ? 0.5f : 0.25f;
      for (int y = 0; y < h; ++y) {
        const int at = y * w + x;
        b[at] = std::clamp(b[at] * weight, -1.0f, 1.0f);
      }
    }
  }
  // One of the two arrays is read or written across, whatever is done.
  void kernel2D_Turn(const float *a, float *b, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        b[x * h + y] = a[y * w + x];
  }
  void kernel2D_Lookup(const int *chosen, const float *palette, float *out, int w, int h) {
    for (int x = 0; x < w; ++x)
      for (int y = 0; y < h; ++y)
        out[x + y * w] = palette[chosen[x + y * w] & 15];
  }
  void kernel2D_Down(float *a, int w, int h, int first) {
    for (int x = w - 1; x >= 0; x--)
      for (int y = first; y < h; y += 3)
        a[y * w + x] = a[y * w + x] * 3 + float(x - y);
  }
  // Bounds that need a number of iterations from the host.
  void kernel2D_Middle(float *a, int w, int h, int n) {
    for (int x = w; x > 0; x -= 2)
      for (int y = h - 1; y >= 0; y -= n)
        a[y * w + x - 1] += float(n * x);
  }
};

class Volume {
public:
  virtual ~Volume() = default;
  virtual void Blur(const float *in, float *out, int nx, int ny, int nz) {
    kernel3D_Copy(in, out, nx, ny, nz);
    kernel3D_Inside(in, out, nx, ny, nz);
    kernel3D_Mixed(in, out, nx, ny, nz);
  }

protected:
  void kernel3D_Copy(const float *in, float *out, int nx, int ny, int nz) {
    for (int x = 0; x < nx; x++)
      for (int y = 0; y < ny; y++)
        for (int z = 0; z < nz; z++)
          out[(z * ny + y) * nx + x] = in[(z * ny + y) * nx + x];
  }
  void kernel3D_Inside(const float *in, float *out, int nx, int ny, int nz) {
    for (int x = 1; x < nx - 1; ++x)
      for (int y = 1; y < ny - 1; ++y)
        for (int z = 1; z < nz - 1; ++z) {
          const int i = (z * ny + y) * nx + x;
          out[i] = in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny];
        }
  }
  // The innermost loop is right, the two around it are not.
  void kernel3D_Mixed(const float *in, float *out, int nx, int ny, int nz) {
    for (int y = 0; y < ny; ++y)
      for (int z = 0; z < nz; ++z)
        for (int x = 0; x < nx; ++x)
          out[(z * ny + y) * nx + x] += in[(z * ny + y) * nx + x] * 0.5f;
  }
};

// Column by column in memory, as BLAS has it.
class Matrices {
public:
  virtual ~Matrices() = default;
  virtual void Multiply([[vkmorph::size("rows*depth")]] const float *a, [[vkmorph::size("columns*depth")]] const float *b,
                        [[vkmorph::size("rows*columns")]] float *c, size_t rows, size_t columns, size_t depth) {
    rows_ = rows;
    columns_ = columns;
    depth_ = depth;
    kernel2D_Multiply(a, b, c);
    kernel2D_Scale(c);
  }

protected:
  void kernel2D_Multiply(const float *a, const float *b, float *c) {
    for (size_t i = 0; i < rows_; ++i)
      for (size_t j = 0; j < columns_; ++j) {
        float sum = 0;
        for (size_t k = 0; k < depth_; ++k)
          sum += a[k * rows_ + i] * b[j * depth_ + k];
        c[j * rows_ + i] = sum;
      }
  }
  void kernel2D_Scale(float *c) {
    for (size_t i = 0; i < rows_; ++i)
      for (size_t j = 0; j < columns_; ++j)
        Scale(c, j * rows_ + i);
  }
  void Scale(float *c, size_t at) const { c[at] *= factor_; }

  size_t rows_ = 1, columns_ = 1, depth_ = 1;
  float factor_ = 0.5f;
};

// Three bytes for each pixel: the loop over colours is the innermost one.
class Canvas {
public:
  virtual ~Canvas() = default;
  virtual void Invert(uint8_t *pixels, int width, int height) { kernel3D_Invert(pixels, width, height); }
  virtual void Edges(const uint8_t *in, uint8_t *out, int width, int height) { kernel2D_Edges(in, out, width, height); }
  virtual void Frame(int width, int height) {
    m_width = width;
    m_height = height;
    m_pixels.resize(size_t(width) * height);
    kernel2D_Frame();
  }

protected:
  void kernel3D_Invert(uint8_t *pixels, int width, int height) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        for (int c = 0; c < 3; ++c)
          pixels[(y * width + x) * 3 + c] = uint8_t(255 - pixels[(y * width + x) * 3 + c]);
  }
  void kernel2D_Edges(const uint8_t *in, uint8_t *out, int width, int height) {
    for (int x = 0; x < width; ++x)
      for (int y = 0; y < height; ++y) {
        const int left = x > 0 ? x - 1 : width - 1, right = std::min(x + 1, width - 1);
        const int above = std::max(y - 1, 0) * width, below = (y + 1 < height ? y + 1 : 0) * width;
        out[y * width + x] = uint8_t(in[above + left] + in[below + right] - in[y * width + x]);
      }
  }
  void kernel2D_Frame() {
    for (int x = 0; x < m_width; ++x)
      for (int y = 0; y < m_height; ++y)
        m_pixels[size_t(y) * m_width + x] = x == 0 || y == 0 || x == m_width - 1 || y == m_height - 1;
  }

  int m_width = 0, m_height = 0;
  std::vector<int> m_pixels;
};

class Tables {
public:
  virtual ~Tables() = default;
  virtual void Fill(int start) {
    kernel2D_Fill(start);
    kernel2D_Sum();
  }

protected:
  void kernel2D_Fill(int start) {
    for (int column = 0; column < 48; column++)
      for (int row = 0; row < 40; row++)
        m_table[row][column] = start % 1000 + row * column;
  }
  void kernel2D_Sum() {
    m_total = 0;
    for (int column = 0; column < 48; column++)
      for (int row = 0; row < 40; row++)
        m_total += m_table[row][column];
    m_mean = m_total / (48 * 40);
  }

  int m_table[40][48] = {};
  int m_total = 0, m_mean = 0;
};
