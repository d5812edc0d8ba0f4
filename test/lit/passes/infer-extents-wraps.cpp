// Subscripts that go around: as the counter goes around once, so does its remainder. Near misses are not known.
// RUN: vkmorph %s --class Wraps -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN --allow-empty
// RUN: FileCheck %s --input-file=%t/infer-extents-wraps_generated.cpp
// RUN: vkmorph %s --class Missing -o %t --force -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MISSING
// WARN-NOT: no extent
#include <cstddef>
#include <cstdint>

class Wraps {
public:
  virtual ~Wraps() {}

  // CHECK: Wraps_Generated::Torus(
  // CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
  virtual void Torus(const float *in, float *out, int w, int h) { kernel2D_Torus(in, out, w, h); }

  // CHECK: Wraps_Generated::Unsigned(
  // CHECK: call.In("in", in, uint64_t(w) * uint64_t(h));
  virtual void Unsigned(const float *in, float *out, unsigned w, unsigned h) { kernel2D_Unsigned(in, out, w, h); }

  // CHECK: Wraps_Generated::Sizes(
  // CHECK: call.In("in", in, w * h);
  virtual void Sizes(const float *in, float *out, size_t w, size_t h) { kernel2D_Sizes(in, out, w, h); }

  // By any distance, in both directions.
  // CHECK: Wraps_Generated::Scrolled(
  // CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
  virtual void Scrolled(const float *in, float *out, int w, int h, int dx, int dy) {
    kernel2D_Scrolled(in, out, w, h, dx, dy);
  }

  // Each row begins elsewhere.
  // CHECK: Wraps_Generated::Twisted(
  // CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
  virtual void Twisted(const float *in, float *out, int w, int h) { kernel2D_Twisted(in, out, w, h); }

  // A width that is a constant; a loop in the grid goes around.
  // CHECK: Wraps_Generated::Ring(
  // CHECK: call.In("in", in, 64ull * uint64_t(std::max<int>(h, 0)));
  virtual void Ring(const float *in, float *out, int h) { kernel1D_Ring(in, out, h); }

protected:
  void kernel2D_Torus(const float *in, float *out, int w, int h) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++) {
        float sum = 0;
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            sum += in[(row + dy + h) % h * w + (column + dx + w) % w];
        out[row * w + column] = sum;
      }
  }
  void kernel2D_Unsigned(const float *in, float *out, unsigned w, unsigned h) {
    for (unsigned row = 0; row < h; row++)
      for (unsigned column = 0; column < w; column++) {
        const unsigned above = (row + h - 1) % h, right = (column + 1) % w;
        out[row * w + column] = in[above * w + right];
      }
  }
  void kernel2D_Sizes(const float *in, float *out, size_t w, size_t h) {
    for (size_t row = 0; row < h; row++)
      for (size_t column = 0; column < w; column++)
        out[row * w + column] = in[(row + 1) % h * w + (column + w - 1) % w];
  }
  void kernel2D_Scrolled(const float *in, float *out, int w, int h, int dx, int dy) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++)
        out[row * w + column] = in[((row + dy) % h + h) % h * w + ((column - dx) % w + w) % w];
  }
  void kernel2D_Twisted(const float *in, float *out, int w, int h) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++)
        out[row * w + column] = in[(row + 1) % h * w + (row + column) % w];
  }
  void kernel1D_Ring(const float *in, float *out, int h) {
    for (int row = 0; row < h; row++) {
      float sum = 0;
      for (int x = 0; x < 64; x++)
        sum = sum * 0.5f + in[row * 64 + (x + 63) % 64];
      out[row] = sum;
    }
  }
};

class Missing {
public:
  virtual ~Missing() {}

  // -1 % w is -1: the last element but one of each row is the last that is read.
  // MISSING: the number of elements of 'in' is unknown, so that 'Negative' cannot be called with host arrays: an access may be left out
  virtual void Negative(const float *in, float *out, int w, int h) { kernel2D_Negative(in, out, w, h); }

  // Not once around: less, or more.
  // MISSING: the number of elements of 'in' is unknown, so that 'Wider' cannot be called with host arrays: an access may be left out
  virtual void Wider(const float *in, float *out, int w, int h, int n) { kernel2D_Wider(in, out, w, h, n); }
  // MISSING: the number of elements of 'in' is unknown, so that 'Fewer' cannot be called with host arrays: an access may be left out
  virtual void Fewer(const float *in, float *out, int w) { kernel1D_Fewer(in, out, w); }

  // Where the condition holds, the element that is read last may not be reached.
  // MISSING: the number of elements of 'in' is unknown, so that 'Asked' cannot be called with host arrays: an access may be left out
  virtual void Asked(const float *in, float *out, int w) { kernel1D_Asked(in, out, w); }

  // Another part of the subscript depends on the counter, too.
  // MISSING: the number of elements of 'in' is unknown, so that 'Diagonal' cannot be called with host arrays: an access may be left out
  virtual void Diagonal(const float *in, float *out, int w) { kernel1D_Diagonal(in, out, w); }

  // A sum of unsigned numbers that wraps begins anew at 0, which is no step by one.
  // MISSING: the number of elements of 'in' is unknown, so that 'Seeded' cannot be called with host arrays: an access may be left out
  virtual void Seeded(const float *in, float *out, unsigned w, unsigned seed) { kernel1D_Seeded(in, out, w, seed); }

  // Converted to 64 bits, -1 is a large number that has no such remainder.
  // MISSING: the number of elements of 'in' is unknown, so that 'Widened' cannot be called with host arrays: an access may be left out
  virtual void Widened(const float *in, float *out, unsigned w) { kernel1D_Widened(in, out, w); }

  // By twos around an even number only half of the elements are read.
  // MISSING: the number of elements of 'in' is unknown, so that 'Steps' cannot be called with host arrays: an access may be left out
  virtual void Steps(const float *in, float *out, int w) { kernel1D_Steps(in, out, w); }

  // The loop may be left before it has gone around.
  // MISSING: the number of elements of 'in' is unknown, so that 'Left' cannot be called with host arrays: an access may be left out
  virtual void Left(const float *in, float *out, int w) { kernel1D_Left(in, out, w); }

protected:
  void kernel2D_Negative(const float *in, float *out, int w, int h) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < w; column++)
        out[row * w + column] = in[row * w + (column - 1) % w];
  }
  void kernel2D_Wider(const float *in, float *out, int w, int h, int n) {
    for (int row = 0; row < h; row++)
      for (int column = 0; column < n; column++)
        out[row * n + column] = in[row * w + column % w];
  }
  void kernel1D_Fewer(const float *in, float *out, int w) {
    for (int i = 0; i < w - 1; i++)
      out[i] = in[(i + 1) % w];
  }
  void kernel1D_Asked(const float *in, float *out, int w) {
    for (int i = 0; i < w; i++)
      out[i] = i > 0 ? in[(i + w - 1) % w] : 0.0f;
  }
  void kernel1D_Diagonal(const float *in, float *out, int w) {
    for (int i = 0; i < w; i++)
      out[i] = in[(i + 1) % w * w + i];
  }
  void kernel1D_Seeded(const float *in, float *out, unsigned w, unsigned seed) {
    for (unsigned i = 0; i < w; i++)
      out[i] = in[(i + seed) % w];
  }
  void kernel1D_Widened(const float *in, float *out, unsigned w) {
    for (unsigned i = 0; i < w; i++) {
      const int64_t left = i - 1u;
      out[i] = in[(left + w) % w];
    }
  }
  void kernel1D_Steps(const float *in, float *out, int w) {
    for (int i = 0; i < w; i++)
      out[i] = in[2 * i % w];
  }
  void kernel1D_Left(const float *in, float *out, int w) {
    for (int i = 0; i < w; i++) {
      float sum = 0;
      for (int x = 0; x < w; x++) {
        sum += in[(x + 1) % w];
        if (sum > 3.0f)
          break;
      }
      out[i] = sum;
    }
  }
};
