// Windows that are cut at the edges, in two dimensions: how far they reach is known. Near misses are not.
// RUN: vkmorph %s --class Windows -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN --allow-empty
// RUN: FileCheck %s --input-file=%t/infer-extents-windows_generated.cpp
// RUN: vkmorph %s --class Missing -o %t --force -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MISSING
// WARN-NOT: no extent
#include <algorithm>

class Windows {
public:
  virtual ~Windows() {}

  // CHECK: Windows_Generated::Box(
  // CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
  virtual void Box(const float *in, float *out, int w, int h) { kernel2D_Box(in, out, w, h); }

  // Within a window around each element of a window.
  // CHECK: Windows_Generated::Patches(
  // CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
  virtual void Patches(const float *in, float *out, int w, int h, int r) { kernel2D_Patches(in, out, w, h, r); }

  // Empty where the radius is negative.
  // CHECK: Windows_Generated::Disc(
  // CHECK: "in", in, r >= 0 ? uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)) : 0ull);
  virtual void Disc(const float *in, float *out, int w, int h, int r) { kernel2D_Disc(in, out, w, h, r); }

  // Conditions cut as bounds do.
  // CHECK: Windows_Generated::Asked(
  // CHECK: "in", in, r >= 0 ? uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)) : 0ull);
  virtual void Asked(const float *in, float *out, int w, int h, int r) { kernel2D_Asked(in, out, w, h, r); }

  // So do two numbers that are chosen from.
  // CHECK: Windows_Generated::Chosen(
  // CHECK: "in", in, r >= 0 ? uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)) : 0ull);
  virtual void Chosen(const float *in, float *out, int w, int h, int r) { kernel2D_Chosen(in, out, w, h, r); }

  // The patches are clamped, but there is none where the outer window is empty.
  // CHECK: Windows_Generated::Compared(
  // CHECK: "in", in, r >= 0 ? uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)) : 0ull);
  virtual void Compared(const float *in, float *out, int w, int h, int r, int p) {
    kernel2D_Compared(in, out, w, h, r, p);
  }

  // The grid says nothing of w and h, which no window goes beyond: the other kernel says how far.
  // CHECK: Windows_Generated::Shrunk(
  // CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
  virtual void Shrunk(const float *in, float *out, int w, int h, int sw, int sh) {
    kernel2D_Shrink(in, w, h, sw, sh);
    kernel2D_Copy(in, out, w, h);
  }

  // Beyond the end of each row but the last one: a part of a larger picture.
  // CHECK: Windows_Generated::Beyond(
  // CHECK: h > 0 && w > 0 && r > 0 ? uint64_t(w) * uint64_t(h) + uint64_t(r) - 1ull : 0ull);
  virtual void Beyond(const float *in, float *out, int w, int h, int r) { kernel2D_Beyond(in, out, w, h, r); }

  // The case that goes furthest has no iteration in low pictures: its number would be negative there.
  // CHECK: Windows_Generated::Above(
  // CHECK: r > 0 && int64_t(h) > int64_t(r) + 2ll
  // CHECK-NEXT: ? uint64_t(w) * uint64_t(h) + 1ull -
  virtual void Above(const float *in, float *out, int w, int h, int r) { kernel2D_Above(in, out, w, h, r); }

protected:
  void kernel2D_Above(const float *in, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = 0;
        for (int y = row - r; y < std::min(row - r + 1, h); y++)
          for (int x = std::max(column - r, 1); x <= std::min(column + r, w - 1); x++)
            if (w > 3)
              sum += in[std::max(y - 1, 0) * w + std::max(x - r, 0)];
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Box(const float *in, float *out, int w, int h) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = 0;
        for (int y = std::max(row - 2, 0); y < std::min(row + 3, h); y++)
          for (int x = std::max(column - 2, 0); x < std::min(column + 3, w); x++)
            sum += in[y * w + x];
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Patches(const float *in, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = in[row * w + column];
        for (int y = std::max(row - r, 0); y <= std::min(row + r, h - 1); y++)
          for (int x = std::max(column - r, 0); x <= std::min(column + r, w - 1); x++)
            for (int d = -r; d <= r; d++)
              sum += in[std::clamp(y + d, 0, h - 1) * w + std::clamp(x + d, 0, w - 1)];
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Disc(const float *in, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = 0;
        for (int y = std::max(row - r, 0); y < std::min(row + r + 1, h); y++)
          for (int x = std::max(column - r, 0); x < std::min(column + r + 1, w); x++)
            sum += in[y * w + x];
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Asked(const float *in, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = 0;
        for (int dy = -r; dy <= r; dy++) {
          const int y = row + dy;
          if (y < 0 || y >= h)
            continue;
          for (int x = column - r; x <= column + r; x++)
            if (x >= 0 && x < w)
              sum += in[y * w + x];
        }
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Chosen(const float *in, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        const int first = row > r ? row - r : 0;
        const int last = row + r < h ? row + r : h - 1;
        float sum = 0;
        for (int y = first; y <= last; y++)
          sum += in[y * w + column];
        out[row * w + column] = sum;
      }
  }
  static float Difference(const float *in, int w, int h, int x, int y, int otherX, int otherY, int p) {
    float sum = 0;
    for (int dy = -p; dy <= p; dy++)
      for (int dx = -p; dx <= p; dx++)
        sum += in[std::clamp(y + dy, 0, h - 1) * w + std::clamp(x + dx, 0, w - 1)] -
               in[std::clamp(otherY + dy, 0, h - 1) * w + std::clamp(otherX + dx, 0, w - 1)];
    return sum;
  }
  void kernel2D_Compared(const float *in, float *out, int w, int h, int r, int p) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        const int lastY = std::min(row + r, h - 1), lastX = std::min(column + r, w - 1);
        float sum = 0;
        for (int y = std::max(row - r, 0); y <= lastY; y++)
          for (int x = std::max(column - r, 0); x <= lastX; x++)
            sum += in[y * w + x] * Difference(in, w, h, column, row, x, y, p);
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Shrink(const float *in, int w, int h, int sw, int sh) {
    m_largest = 0;
    for (int row = 0; row < sh; row++)
      for (int column = 0; column < sw; column++)
        for (int y = row * 4; y < std::min((row + 1) * 4, h); y++)
          for (int x = column * 4; x < std::min((column + 1) * 4, w); x++)
            m_largest = std::max(m_largest, in[y * w + x]);
  }
  void kernel2D_Copy(const float *in, float *out, int w, int h) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++)
        out[row * w + column] = in[row * w + column];
  }
  void kernel2D_Beyond(const float *in, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = 0;
        for (int x = std::max(column - r, 0); x < std::min(column + r, w + r); x++)
          sum += in[row * w + x];
        out[row * w + column] = sum;
      }
  }

  float m_largest = 0;
};

class Missing {
public:
  virtual ~Missing() {}

  // The windows need not come as far as the end of the picture, and no other kernel does.
  // MISSING: the number of elements of 'in' is unknown, so that 'Shrunk' cannot be called with host arrays: an access may be left out
  virtual void Shrunk(const float *in, float *out, int w, int h, int sw, int sh) {
    kernel2D_Shrunk(in, out, w, h, sw, sh);
  }

  // A loop that data ends may come no further than its first iteration.
  // MISSING: the number of elements of 'in' is unknown, so that 'Left' cannot be called with host arrays: an access may be left out
  virtual void Left(const float *in, float *out, int w, int h, int r) { kernel2D_Left(in, out, w, h, r); }

  // Data decides.
  // MISSING: the number of elements of 'in' is unknown, so that 'Marked' cannot be called with host arrays: an access may be left out
  virtual void Marked(const float *in, const float *marks, float *out, int w, int h, int r) {
    kernel2D_Marked(in, marks, out, w, h, r);
  }

  // Of unsigned numbers row - r is large where the window should begin at the edge: then there is none.
  // MISSING: the number of elements of 'in' is unknown, so that 'Unsigned' cannot be called with host arrays: an access may be left out
  virtual void Unsigned(const float *in, float *out, unsigned w, unsigned h, unsigned r) {
    kernel2D_Unsigned(in, out, w, h, r);
  }

  // Reached where two windows meet, each of another radius.
  // MISSING: the number of elements of 'in' is unknown, so that 'Both' cannot be called with host arrays: an access may be left out
  virtual void Both(const float *in, float *out, int w, int r, int q) { kernel1D_Both(in, out, w, r, q); }

protected:
  void kernel2D_Shrunk(const float *in, float *out, int w, int h, int sw, int sh) {
    for (int row = 0; row < sh; row++)
      for (int column = 0; column < sw; column++) {
        float sum = 0;
        for (int y = row * 4; y < std::min((row + 1) * 4, h); y++)
          for (int x = column * 4; x < std::min((column + 1) * 4, w); x++)
            sum += in[y * w + x];
        out[row * sw + column] = sum;
      }
  }
  void kernel2D_Left(const float *in, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = 0;
        for (int y = std::max(row - r, 0); y <= std::min(row + r, h - 1); y++) {
          if (sum > 3.0f)
            break;
          sum += in[y * w + column];
        }
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Marked(const float *in, const float *marks, float *out, int w, int h, int r) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = marks[row];
        for (int y = std::max(row - r, 0); y <= std::min(row + r, h - 1); y++)
          if (marks[row] > 0.5f)
            sum += in[y * w + column];
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Unsigned(const float *in, float *out, unsigned w, unsigned h, unsigned r) {
    for (unsigned row = 0; row < h; row++)
      for (unsigned column = 0; column < w; column++) {
        float sum = 0;
        for (unsigned y = std::max(row - r, 0u); y < std::min(row + r + 1u, h); y++)
          sum += in[y * w + column];
        out[row * w + column] = sum;
      }
  }
  void kernel1D_Both(const float *in, float *out, int w, int r, int q) {
    for (int i = 0; i < w; i++) {
      float sum = 0;
      for (int x = std::max(i - r, 0); x < std::min(i + q, w); x++)
        if (x > 2 * i)
          sum += in[x];
      out[i] = sum;
    }
  }
};
