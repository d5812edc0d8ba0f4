#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

// A blur that is repeated: between the passes the result is copied back, and the first picture is kept.
class BlurPasses {
public:
  explicit BlurPasses(uint32_t largest = 4096) : m_work(largest), m_kept(largest, 0.5f) {}
  virtual ~BlurPasses() = default;

  virtual void Blur(const float *picture, float *out, uint32_t width, uint32_t height, int passes);
  virtual void Undo(float *picture, uint32_t width, uint32_t height);
  virtual void Frame(float *picture, uint32_t width, uint32_t height, float border);

protected:
  void kernel2D_Rows(const float *from, float *to, uint32_t width, uint32_t height);
  void kernel2D_Columns(const float *from, float *to, uint32_t width, uint32_t height);
  void kernel1D_Scale(float *picture, uint32_t n);

  std::vector<float> m_work, m_kept;
  float m_gain = 1.25f;
};
