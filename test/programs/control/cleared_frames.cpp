// Origin: written as a user would, before its first translation.
// A depth buffer and a picture that each frame begins anew.
// RUN: %check %s --class Frames --size n=0,1,7,200 --arg frames=0..3 --arg far=1..9 -- -std=c++17
#include <vector>

struct Pixel {
  float red, green, blue, alpha;
};

class Frames {
public:
  static constexpr int kWidth = 12;
  static constexpr int kHeight = 9;

  Frames() : m_depth(kWidth * kHeight), m_pixels(kWidth * kHeight), m_marks(kWidth * kHeight) {}
  virtual ~Frames() = default;

  virtual void Draw(const int *points, float *out, int n, int frames, float far) {
    for (int frame = 0; frame < frames; frame++) {
      kernel2D_Begin(kWidth, kHeight, far);
      kernel1D_Points(points, n, frame);
      kernel2D_Shade(kWidth, kHeight);
    }
    kernel1D_Out(out, n);
  }

protected:
  virtual void kernel2D_Begin(int width, int height, float far) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        m_depth[y * width + x] = far;
        m_pixels[y * width + x] = Pixel{0.0f, 0.0f, 0.0f, 0.0f};
      }
    // The border at the top, and the upper half of a table.
    for (int x = 0; x < width; x++)
      m_marks[x] = 0xffffffffffffffffull;
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 4; x++)
        m_lights[y + 4][x] = 2.5f;
  }

  virtual void kernel1D_Points(const int *points, int n, int frame) {
    for (int i = 0; i < n; i++)
      m_depth[(points[i] & 0xffff) % (kWidth * kHeight)] = 0.5f;
    m_frame = frame;
  }

  virtual void kernel2D_Shade(int width, int height) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        const int at = y * width + x;
        m_pixels[at].red += m_depth[at] + m_lights[y % 8][x % 4];
        m_pixels[at].alpha = m_marks[at] == 0xffffffffffffffffull ? 1.0f : 0.0f;
        m_marks[at] = m_marks[at] + 3;
      }
  }

  virtual void kernel1D_Out(float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_pixels[i % (kWidth * kHeight)].red + m_pixels[i % (kWidth * kHeight)].alpha;
  }

  std::vector<float> m_depth;
  std::vector<Pixel> m_pixels;
  std::vector<unsigned long long> m_marks;
  float m_lights[8][4] = {};
  int m_frame = 0;
};
