// Numbers that inexact floats are converted to: by themselves, packed, as a subscript and as a count.
#include <cmath>
#include <cstdint>

class Roundings {
public:
  virtual ~Roundings() = default;
  virtual void Bytes(const float *x, uint8_t *out, int n) { kernel1D_Bytes(x, out, n); }
  virtual void Pack(const float *x, uint32_t *out, int n) { kernel1D_Pack(x, out, n); }
  virtual int Count(const float *x, int n) {
    kernel1D_Count(x, n);
    return m_count;
  }
  virtual void Whole(const int *x, uint32_t *out, int n) { kernel1D_Whole(x, out, n); }

protected:
  static uint32_t Level(float x) { return uint32_t(255.0f * std::sqrt(x) + 0.5f); }
  void kernel1D_Bytes(const float *x, uint8_t *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = uint8_t(Level(x[i]));
  }
  void kernel1D_Pack(const float *x, uint32_t *out, int n) {
    for (int i = 0; i < n; i++) {
      uint32_t packed = 0xff;
      packed <<= 24;
      packed |= Level(x[i]) << 16;
      packed += Level(x[i] * 0.5f) * 256u;
      out[i] = packed;
    }
  }
  void kernel1D_Count(const float *x, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++)
      m_count += int(Level(x[i]) & 1u);
  }
  void kernel1D_Whole(const int *x, uint32_t *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = uint32_t(float(x[i] & 255) * 2.0f) << 8;
  }

private:
  int m_count = 0;
};
