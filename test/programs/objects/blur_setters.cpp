// Origin: written as a user would, before its first translation.
// Setters that keep the caller's pictures: one that is read, one that is written.
// RUN: %check %s --class Blur --setup "static float in[35], out[35]; for (int i = 0; i < 35; ++i) in[i] = i % 7; object.SetInput(in, 7, 5); object.SetOutput(out)" -- -std=c++17

class Blur {
public:
  virtual ~Blur() = default;

  void SetInput(const float *image, int width, int height) {
    m_image = image;
    m_width = width;
    m_height = height;
  }
  void SetOutput(float *out) { m_out = out; }

  virtual void Run() {
    kernel2D_Rows();
    kernel2D_Scale(0.5f);
  }

protected:
  void kernel2D_Rows() {
    for (int y = 0; y < m_height; ++y)
      for (int x = 0; x < m_width; ++x) {
        float sum = m_image[y * m_width + x];
        if (x > 0)
          sum += m_image[y * m_width + x - 1];
        if (x + 1 < m_width)
          sum += m_image[y * m_width + x + 1];
        m_out[y * m_width + x] = sum / 3.0f;
      }
  }
  void kernel2D_Scale(float factor) {
    for (int y = 0; y < m_height; ++y)
      for (int x = 0; x < m_width; ++x)
        m_out[y * m_width + x] *= factor;
  }

  const float *m_image = nullptr;
  float *m_out = nullptr;
  int m_width = 0, m_height = 0;
};
