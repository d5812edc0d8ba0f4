// Subscripts that depend on conditions, case by case; quotients and remainders. What is not reached for certain has no extent.
// RUN: vkmorph %s -o %t -- -std=c++17 2>%t.err
// RUN: FileCheck %s --input-file=%t/infer-extents-cases_generated.cpp
// RUN: FileCheck %s --check-prefix=MISSING --input-file=%t.err

#include <algorithm>
#include <cstdint>

struct C {
  virtual ~C() {}

  // A ?: and a variable that an if assigns: the last iteration reaches the last element either way.
  virtual void Blur(const float *in, float *out, int n) { kernel1D_Blur(in, out, n); }
  void kernel1D_Blur(const float *in, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      int left = i > 0 ? i - 1 : 0;
      int right = i + 1;
      if (right >= n)
        right = n - 1;
      out[i] = in[left] + in[right];
    }
  }

  // Clamped neighbours in two dimensions.
  virtual void Clamped(const float *in, float *out, int w, int h) { kernel2D_Clamped(in, out, w, h); }
  void kernel2D_Clamped(const float *in, float *out, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        float sum = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx)
            sum += in[std::clamp(y + dy, 0, h - 1) * w + std::min(std::max(x + dx, 0), w - 1)];
        out[y * w + x] = sum;
      }
  }

  // The largest quotient is that of the last iteration: (n - 1) / 2 + 1 elements.
  virtual void Halves(const int *in, int *out, int n) { kernel1D_Halves(in, out, n); }
  void kernel1D_Halves(const int *in, int *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = in[i / 2] + in[i >> 2];
  }

  // One branch or the other writes each element.
  virtual void Sides(int *out, int n, int m) { kernel1D_Sides(out, n, m); }
  void kernel1D_Sides(int *out, int n, int m) {
    for (int i = 0; i < n; ++i) {
      if (i < m)
        out[i] = i;
      else
        out[i] = -i;
    }
  }

  // A function that returns in several places; a remainder is below its divisor, and `in` is read whole besides.
  virtual void Wrapped(const int *in, int *out, unsigned n) { kernel1D_Wrapped(in, out, n); }
  static int Wrap(int at, int by, int n) {
    int moved = at + by;
    if (moved < 0)
      return moved + n;
    return moved >= n ? moved - n : moved;
  }
  void kernel1D_Wrapped(const int *in, int *out, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      out[i] = in[i] + in[Wrap(i, -1, n)] + in[Wrap(i, 1, n)] + in[(i * 2654435761u) % n];
  }

  // A hash may be anything below: nothing reaches as far as the division says.
  virtual void Hashed(const int *table, int *out, unsigned n) { kernel1D_Hashed(table, out, n); }
  void kernel1D_Hashed(const int *table, int *out, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      out[i] = table[i * 2654435761u >> 24];
  }

  // The loop and the condition say how far it goes.
  virtual void Part(const int *in, int *out, int n, int m) { kernel1D_Part(in, out, n, m); }
  void kernel1D_Part(const int *in, int *out, int n, int m) {
    for (int i = 0; i < n; ++i)
      out[i] = i < m ? in[i] : 0;
  }

  // The iteration that would reach the last element of a ring may not come.
  virtual void Ring(const int *in, int *out, unsigned n, unsigned m) { kernel1D_Ring(in, out, n, m); }
  void kernel1D_Ring(const int *in, int *out, unsigned n, unsigned m) {
    for (unsigned i = 0; i < n; ++i)
      out[i] = in[(i + 3) % m];
  }

  // Each way through an iteration writes the element: by `continue`, by a `switch` with a default, in loops' stead.
  virtual void Codes(const int *in, int *out, int n) { kernel1D_Codes(in, out, n); }
  void kernel1D_Codes(const int *in, int *out, int n) {
    for (int i = 0; i < n; ++i) {
      if (!in[i] || in[i] > 90) {
        out[i] = -1;
        continue;
      }
      switch (in[i] & 3) {
      case 0:
        if (in[i] > 7) {
          out[i] = 6;
          break;
        }
        out[i] = 1;
        break;
      case 1: // falls through
      case 2:
        out[i] = 2;
        break;
      default:
        out[i] = 3;
      }
    }
  }

  // One way does not.
  virtual void Holes(const int *in, int *out, int n) { kernel1D_Holes(in, out, n); }
  void kernel1D_Holes(const int *in, int *out, int n) {
    for (int i = 0; i < n; ++i) {
      switch (in[i] & 3) {
      case 0:
        out[i] = 1;
        break;
      default:
        if (in[i] > 7)
          break;
        out[i] = 3;
      }
    }
  }
};

// CHECK: call.In("in", in, std::max<int>(n, 0));
// CHECK-NEXT: call.Out("out", out, std::max<int>(n, 0));
// CHECK: call.In("in", in, uint64_t(std::max<int>(w, 0)) * uint64_t(std::max<int>(h, 0)));
// CHECK: n > 0 ? (uint64_t(n) - 1ull) / 2ull + 1ull : 0ull
// CHECK: call.Out("out", out, std::max<int>(n, 0));
// CHECK: call.In("in", in, n);
// CHECK: call.In("in", in, std::min<int>(std::max<int>(n, 0), std::max<int>(m, 0)));
// CHECK: void C_Generated::CodesCmd(
// CHECK: call.Out("out", out, std::max<int>(n, 0));

// MISSING: warning: the number of elements of 'table' is unknown, so that 'Hashed' cannot be called
// MISSING: warning: the number of elements of 'in' is unknown, so that 'Ring' cannot be called
// MISSING: warning: the number of elements of 'out' is unknown, so that 'Holes' cannot be called
