// Origin: written as a user would.
// Structs of bytes and shorts, read and written as a whole, in parts, at the edges, in place.
// RUN: %check %s --class Picture --variants=default,vulkan10 --size w=1,7,40 --size h=1,6,35 -- -std=c++17
// RUN: %check %s --class Sound,Flags --size n=1,2,63,300 -- -std=c++17
// RUN: %check %s --class Mixed --variants=default,vulkan10 --size n=1,2,63,300 -- -std=c++17
// RUN: %check %s --class Members --size n=1,2,300 --arg in.r=0 --arg in.g=0..1 --arg in.b=0..1 -- -std=c++17
// RUN: %check %s --class Palette --size n=1,63,300 --size m=1,5,200 -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

struct Pixel {
  uint8_t r, g, b, a;
};

class Picture {
public:
  virtual ~Picture() = default;
  virtual void Gradient(const Pixel *in, Pixel *out, int w, int h) { kernel2D_Gradient(in, out, w, h); }
  virtual void Swap(Pixel *image, int w, int h) { kernel2D_Swap(image, w, h); }
  virtual void Fade(Pixel *image, int w, int h) { kernel2D_Fade(image, w, h); }
  virtual void Grey(const Pixel *in, uint8_t *grey, Pixel *out, int w, int h) { kernel2D_Grey(in, grey, out, w, h); }
  virtual void Shift(const Pixel *in, Pixel *out, int w, int h) {
    if (w * h > 1)
      kernel1D_Shift(in, out + 1, w * h - 1);
  }

protected:
  static int Brightness(Pixel p) { return 3 * p.r + 6 * p.g + p.b; }
  void kernel2D_Gradient(const Pixel *in, Pixel *out, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const int left = std::max(x - 1, 0), right = std::min(x + 1, w - 1);
        const int steep = Brightness(in[y * w + right]) - Brightness(in[y * w + left]);
        const uint8_t value = uint8_t(std::min(std::abs(steep), 255));
        out[y * w + x] = {value, value, value, in[y * w + x].a};
      }
  }
  // All fields, one after the other, of which one needs the old value of another.
  void kernel2D_Swap(Pixel *image, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        Pixel &p = image[y * w + x];
        const uint8_t red = p.r;
        p.r = p.b;
        p.b = red;
        p.g = uint8_t(255 - p.g);
        p.a = uint8_t(p.r | 1);
      }
  }
  // One field alone is written: the others are kept.
  void kernel2D_Fade(Pixel *image, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x)
        image[y * w + x].a = uint8_t((image[y * w + x].r + image[y * w + x].g) / 2);
  }
  void kernel2D_Grey(const Pixel *in, uint8_t *grey, Pixel *out, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const int i = y * w + x;
        grey[i] = uint8_t((in[i].r * 77 + in[i].g * 150 + in[i].b * 29) >> 8);
        out[i].r = grey[i];
        out[i].g = grey[i];
        out[i].b = grey[i];
        out[i].a = 255;
      }
  }
  void kernel1D_Shift(const Pixel *in, Pixel *out, int n) {
    for (int i = 0; i < n; ++i) {
      Pixel p = in[i];
      p.g += p.r;
      out[i] = p;
    }
  }
};

struct Stereo {
  int16_t left, right;
};
struct Envelope {
  uint16_t attack, decay, sustain, release;
};

class Sound {
public:
  virtual ~Sound() = default;
  virtual void Mix(const Stereo *a, const Stereo *b, Stereo *out, int n) { kernel1D_Mix(a, b, out, n); }
  virtual void Shape(const Envelope *in, Envelope *out, int n) { kernel1D_Shape(in, out, n); }
  virtual void Pan(Stereo *track, int n) { kernel1D_Pan(track, n); }

protected:
  void kernel1D_Mix(const Stereo *a, const Stereo *b, Stereo *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = {int16_t((a[i].left + b[i].left) / 2), int16_t((a[i].right - b[i].right) / 2)};
  }
  void kernel1D_Shape(const Envelope *in, Envelope *out, int n) {
    for (int i = 0; i < n; ++i) {
      Envelope e = in[i];
      std::swap(e.attack, e.release);
      e.sustain = uint16_t(std::max<int>(e.sustain, e.decay));
      out[i] = e;
    }
  }
  void kernel1D_Pan(Stereo *track, int n) {
    for (int i = 0; i < n; ++i) {
      if (track[i].left < track[i].right)
        track[i].left = track[i].right;
      else
        track[i] = {0, -1};
    }
  }
};

struct State {
  bool alive, visited;
  int8_t dx, dy;
};

class Flags {
public:
  virtual ~Flags() = default;
  virtual void Step(const State *in, State *out, int *moved, int n) {
    kernel1D_Step(in, out, n);
    kernel1D_Moved(out, moved, n);
  }

protected:
  void kernel1D_Step(const State *in, State *out, int n) {
    for (int i = 0; i < n; ++i) {
      State s = in[i];
      s.visited = s.visited || s.alive;
      s.alive = s.dx != s.dy;
      s.dx = int8_t(-s.dy);
      s.dy = int8_t(s.dy >> 1);
      out[i] = s;
    }
  }
  void kernel1D_Moved(const State *states, int *moved, int n) {
    for (int i = 0; i < n; ++i)
      moved[i] = states[i].alive ? states[i].dx * 256 + states[i].dy : -1;
  }
};

// Words beside bytes, a gap, an odd size, an array of bytes, a struct in a struct.
struct Vertex {
  float x;
  uint8_t r, g, b, a;
  int16_t u, v;
  uint32_t id;
};
struct Gap {
  uint16_t key;
  uint8_t tag;
};
struct Odd {
  uint8_t a, b, c;
};
struct Block {
  uint8_t bytes[8];
};
struct Tagged {
  Stereo sample;
  Odd odd;
  bool last;
};

class Mixed {
public:
  virtual ~Mixed() = default;
  virtual void Colour(Vertex *vertices, int n) { kernel1D_Colour(vertices, n); }
  virtual void Keys(const Gap *in, Gap *out, int n) { kernel1D_Keys(in, out, n); }
  virtual void Odds(const Odd *in, Odd *out, int n) { kernel1D_Odds(in, out, n); }
  virtual void Blocks(const Block *in, Block *out, int n) { kernel1D_Blocks(in, out, n); }
  virtual void Tags(const Tagged *in, Tagged *out, int n) { kernel1D_Tags(in, out, n); }

protected:
  void kernel1D_Colour(Vertex *vertices, int n) {
    for (int i = 0; i < n; ++i) {
      Vertex v = vertices[i];
      v.r = uint8_t(v.g + v.b);
      v.u = int16_t(v.v - v.a);
      v.x = v.x * 2 + float(v.u);
      vertices[i] = v;
    }
  }
  void kernel1D_Keys(const Gap *in, Gap *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = {uint16_t(in[i].key ^ in[i].tag), uint8_t(in[i].key >> 8)};
  }
  void kernel1D_Odds(const Odd *in, Odd *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = {in[i].c, in[i].a, in[i].b};
  }
  void kernel1D_Blocks(const Block *in, Block *out, int n) {
    for (int i = 0; i < n; ++i) {
      Block b = in[i];
      int sum = 0;
      for (int k = 0; k < 8; ++k)
        sum += b.bytes[k];
      for (int k = 0; k < 8; ++k)
        b.bytes[k] = uint8_t(sum - b.bytes[(k + 3) % 8]);
      out[i] = b;
    }
  }
  void kernel1D_Tags(const Tagged *in, Tagged *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = in[i];
      out[i].last = in[i].odd.a == in[i].odd.b || in[i].sample.left == 0;
    }
  }
};

class Members {
public:
  virtual ~Members() = default;
  virtual void Load(const Pixel *in, int n) {
    m_pixels.resize(n);
    kernel1D_Load(in, n);
    kernel1D_Histogram();
    kernel1D_Mean();
  }

protected:
  void kernel1D_Load(const Pixel *in, int n) {
    for (int i = 0; i < n; ++i)
      m_pixels[i] = {in[i].b, in[i].g, in[i].r, m_tint.a};
  }
  void kernel1D_Histogram() {
    m_brightest = 0;
    for (size_t i = 0; i < m_pixels.size(); ++i)
      m_brightest = std::max(m_brightest, m_pixels[i].r + m_pixels[i].g + m_pixels[i].b);
  }
  void kernel1D_Mean() {
    m_sum = 0;
    for (size_t i = 0; i < m_pixels.size(); ++i)
      m_sum += m_pixels[i].r * m_tint.r + m_pixels[i].g * m_tint.g + m_pixels[i].a;
  }

  Pixel m_tint = {1, 2, 3, 4};
  std::vector<Pixel> m_pixels;
  int m_brightest = 0, m_sum = 0;
};

// Arrays that all iterations go through, fills and copies, elements that are appended, and a number that the host reads.
struct Key {
  uint8_t k[16];
};
class Palette {
public:
  virtual ~Palette() = default;
  virtual void Nearest(const Pixel *in, const Pixel *palette, int *out, int n, int m) {
    kernel1D_Nearest(in, palette, out, n, m);
  }
  virtual void Match(const Key *in, const Key *keys, int *out, int n, int m) { kernel1D_Match(in, keys, out, n, m); }
  virtual void Fill(Pixel *out, int n) { std::fill(out, out + n, Pixel{1, 2, 3, 4}); }
  virtual void Copy(const Pixel *in, Pixel *out, int n) { std::copy(in, in + n, out); }
  virtual void Collect(const Pixel *in, int n) {
    m_bright.clear();
    m_bright.reserve(n);
    kernel1D_Collect(in, n);
    kernel1D_Dim();
  }
  virtual int First(Pixel *a, int n) {
    const int p = a[0].r;
    kernel1D_Set(a, p, n);
    return p;
  }

protected:
  void kernel1D_Nearest(const Pixel *in, const Pixel *palette, int *out, int n, int m) {
    for (int i = 0; i < n; i++) {
      int best = 1 << 30, found = -1;
      for (int j = 0; j < m; j++) {
        const Pixel c = palette[j];
        const int dr = in[i].r - c.r, dg = in[i].g - c.g, db = in[i].b - c.b;
        const int d = dr * dr + dg * dg + db * db;
        if (d < best) {
          best = d;
          found = j;
        }
      }
      out[i] = found;
    }
  }
  void kernel1D_Match(const Key *in, const Key *keys, int *out, int n, int m) {
    for (int i = 0; i < n; i++) {
      int same = 0;
      for (int j = 0; j < m; j++) {
        const Key c = keys[j];
        for (int k = 0; k < 16; k++)
          same += in[i].k[k] == c.k[k] ? 1 : 0;
      }
      out[i] = same;
    }
  }
  void kernel1D_Collect(const Pixel *in, int n) {
    for (int i = 0; i < n; i++)
      if (in[i].r > 128)
        m_bright.push_back(in[i]);
  }
  void kernel1D_Dim() {
    for (size_t i = 0; i < m_bright.size(); i++) {
      m_bright[i].r = m_bright[i].r / 2;
      m_bright[i].g = m_bright[i].g / 2;
      m_bright[i].b = m_bright[i].b / 2;
      m_bright[i].a = 255;
    }
  }
  void kernel1D_Set(Pixel *a, int r, int n) {
    for (int i = 0; i < n; i++) {
      a[i].r = uint8_t(r);
      a[i].g = uint8_t(i);
      a[i].b = uint8_t(a[i].a ? 1 : 2);
      a[i].a = a[i].g;
    }
  }
  std::vector<Pixel> m_bright;
};
