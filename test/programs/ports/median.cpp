// Origin: written as a user with C habits would, before its first translation.
// A median of 3 x 3 pixels by sorting, and a search for the first bright pixel of each row.
// RUN: %check %s --class Median --size w=1,2,21 --size h=1,8 -- -std=c++17 -Wno-unknown-attributes

class Median {
public:
  virtual ~Median() {}
  virtual void Filter([[vkmorph::size("w * h")]] const int *in, int *out, int w, int h) { kernel2D_Filter(in, out, w, h); }
  virtual void First([[vkmorph::size("w * h")]] const int *in, int *first, int w, int h, int limit) {
    kernel1D_First(in, first, w, h, limit);
  }

protected:
  void kernel2D_Filter(const int *in, int *out, int w, int h) {
    int x, y, dx, dy, sx, sy, n, a, b, t;
    int v[9];

    for (y = 0; y < h; y++) {
      for (x = 0; x < w; x++) {
        n = 0;
        for (dy = -1; dy <= 1; dy++)
          for (dx = -1; dx <= 1; dx++) {
            sx = x + dx;
            sy = y + dy;
            if (sx < 0) sx = 0;
            if (sx >= w) sx = w - 1;
            if (sy < 0) sy = 0;
            if (sy >= h) sy = h - 1;
            v[n++] = in[sy * w + sx];
          }
        for (a = 1; a < 9; a++) {
          t = v[a];
          for (b = a - 1; b >= 0 && v[b] > t; b--)
            v[b + 1] = v[b];
          v[b + 1] = t;
        }
        out[y * w + x] = v[4];
      }
    }
  }

  void kernel1D_First(const int *in, int *first, int w, int h, int limit) {
    int x, y;
    const int *row;
    for (y = 0; y < h; y++) {
      row = in + y * w;
      for (x = 0; x < w; x++)
        if (row[x] > limit)
          break;
      if (x == w)
        first[y] = -1;
      else
        first[y] = x;
    }
  }
};
