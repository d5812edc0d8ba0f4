// Origin: written as a user would, before its first translation.
// Joint histogram of two pictures, and their mutual information.
// RUN: %check %s --class JointHistogram --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size count=1,2500 -- -std=c++17 -Wno-attributes
#include <cmath>
#include <cstddef>
#include <cstdint>

class JointHistogram {
public:
  virtual ~JointHistogram() = default;

  virtual float Compare(const uint8_t *first, const uint8_t *second, size_t count, [[vkmorph::size("64 * 64")]] int *h) {
    kernel1D_Clear(h);
    kernel1D_Count(first, second, count, h);
    kernel1D_Marginals(h);
    kernel1D_Information(h, count);
    return m_information;
  }

private:
  void kernel1D_Clear(int *h) {
    for (int i = 0; i < 64 * 64; i++)
      h[i] = 0;
    for (int i = 0; i < 64; i++) {
      m_first[i] = 0;
      m_second[i] = 0;
    }
  }

  void kernel1D_Count(const uint8_t *first, const uint8_t *second, size_t count, int *h) {
    for (size_t i = 0; i < count; i++) {
      int a = first[i] / 4, b = second[i] / 4;
      h[a * 64 + b]++;
    }
  }

  // Sums of rows and columns, in one go.
  void kernel1D_Marginals(const int *h) {
    for (int i = 0; i < 64 * 64; i++) {
      m_first[i / 64] += h[i];
      m_second[i % 64] += h[i];
    }
  }

  void kernel1D_Information(const int *h, size_t count) {
    m_information = 0.0f;
    for (int i = 0; i < 64 * 64; i++) {
      if (h[i] > 0) {
        float p = float(h[i]) / float(count);
        float pa = float(m_first[i / 64]) / float(count);
        float pb = float(m_second[i % 64]) / float(count);
        m_information += p * std::log(p / (pa * pb));
      }
    }
  }

  int m_first[64] = {}, m_second[64] = {};
  float m_information = 0.0f;
};
