// Threads that walk along columns of an array: y * w + x with x below w says both.
//
// RUN: vkmorph %s --class=Columns --emit=planned --werror=all -- -std=c++17 > %t.mlir
// RUN: FileCheck %s --check-prefix=NARROW < %t.mlir
// RUN: not vkmorph %s --class=Unknown --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s
// RUN: not vkmorph %s --class=Dependent --emit=planned -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=DEPENDENT
#include <cstddef>
#include <cstdint>

class Columns {
public:
  virtual ~Columns() = default;
  virtual void Run(int *a, uint8_t *b, int n, int w, int h, size_t columns, size_t rows) {
    kernel1D_Signed(a, w, h);
    kernel1D_Unsigned(a, w, h);
    kernel1D_Sizes(b, columns, rows);
    kernel1D_Up(a, w, h);
    kernel1D_Fixed(a, h);
    kernel2D_Volume(a, n, w, h);
  }
  void kernel1D_Signed(int *a, int w, int h) {
    for (int x = 0; x < w; ++x)
      for (int y = 1; y < h; ++y)
        a[y * w + x] += a[(y - 1) * w + x];
  }
  void kernel1D_Unsigned(int *a, unsigned w, unsigned h) {
    for (unsigned x = 0; x < w; ++x)
      for (unsigned y = 1; y < h; ++y)
        a[y * w + x] += a[(y - 1) * w + x];
  }
  // What bounds the counter of an inner loop that serves subscripts is a size, too.
  // NARROW: vkm.kernel @kernel1D_Sizes({{.*}}, %columns: ui32 {{.*}}, %rows: ui32
  void kernel1D_Sizes(uint8_t *a, size_t columns, size_t rows) {
    for (size_t x = 0; x < columns; ++x)
      for (size_t y = 1; y < rows; ++y)
        a[y * columns + x] = uint8_t(a[y * columns + x] + a[(y - 1) * columns + x]);
  }
  void kernel1D_Up(int *a, int w, int h) {
    for (int x = 0; x < w; ++x)
      for (int y = h - 2; y >= 0; --y)
        a[y * w + x] = a[(y + 1) * w + x] / 2;
  }
  void kernel1D_Fixed(int *a, int h) {
    for (int x = 0; x < 16; ++x)
      for (int y = 2; y < h; ++y)
        a[y * 16 + x] = a[(y - 2) * 16 + x];
  }
  void kernel2D_Volume(int *a, int n, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        for (int z = 1; z < n; ++z)
          a[(z * h + y) * w + x] -= a[((z - 1) * h + y) * w + x];
  }
};

class Unknown {
public:
  virtual ~Unknown() = default;
  virtual void Run(int *a, int *b, int w, int h, int pitch) {
    kernel1D_Pitch(a, w, h, pitch);
    kernel1D_Wide(a, b, w, h);
  }
  // Rows may be shorter than there are columns: what is right then is kept.
  // CHECK: warning: cannot prove that iterations of kernel 'kernel1D_Pitch' need no elements of 'a' that others write, and so it is launched for each diagonal of 'x' and 'y'
  void kernel1D_Pitch(int *a, int w, int h, int pitch) {
    for (int x = 0; x < w; ++x)
      for (int y = 1; y < h; ++y)
        a[y * pitch + x] += a[(y - 1) * pitch + x];
  }
  // One column more than there are in a row.
  // CHECK: error: iterations of kernel 'kernel1D_Wide' depend on each other
  void kernel1D_Wide(int *a, int *b, int w, int h) {
    for (int x = 0; x <= w; ++x) {
      b[x] = h;
      for (int y = 1; y < h; ++y)
        a[y * w + x] += a[(y - 1) * w + x];
    }
  }
};

class Dependent {
public:
  virtual ~Dependent() = default;
  virtual void Run(int *a, int *b, int w, int h) { kernel1D_Slanted(a, b, w, h); }
  // DEPENDENT: error: iterations of kernel 'kernel1D_Slanted' depend on each other
  void kernel1D_Slanted(int *a, int *b, int w, int h) {
    for (int x = 1; x < w; ++x) {
      b[x] = h;
      for (int y = 1; y < h; ++y)
        a[y * w + x] += a[(y - 1) * w + x - 1];
    }
  }
};
