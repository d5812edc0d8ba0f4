// Origin: written as a user would, before its first translation.
// Prologues that the loop reads, epilogues with branches that feed the next kernel, bounds that a kernel computed.
// RUN: %check_many %s --class Exposure --variants=default,vulkan10,tree-atomics,extra-dispatches -- -std=c++17
#include <algorithm>
#include <cmath>

class Exposure {
public:
  virtual ~Exposure() = default;
  virtual void Develop(float *pixels, int n, float target) {
    kernel1D_Mean(pixels, n, target);
    kernel1D_Deviation(pixels, n);
    kernel1D_Apply(pixels, n);
  }
  virtual float Tail([[vkmorph::size("n")]] const float *pixels, int n) {
    kernel1D_Cut(pixels, n);
    kernel1D_Tail(pixels);
    return m_tail + float(m_cut);
  }

private:
  void kernel1D_Mean(const float *pixels, int n, float target) {
    // Read by each iteration, and changed by nothing in the loop.
    m_target = target > 0 ? target : 18.0f;
    m_limit = m_target * 4;
    m_sum = 0;
    m_clipped = 0;
    m_used = 0;
    for (int i = 0; i < n; i++) {
      if (pixels[i] > m_limit) {
        ++m_clipped;
        continue;
      }
      m_sum += pixels[i] / m_target;
      ++m_used;
    }
    if (m_used == 0) {
      m_gain = 1;
      m_state = 0;
    } else if (m_clipped * 2 > n) {
      m_gain = 0.5f;
      m_state = 1;
    } else {
      m_gain = m_sum > 0 ? std::min(float(m_used) / m_sum, 8.0f) : 2.0f;
      m_state = m_gain < 1 ? 2 : 3;
    }
  }

  void kernel1D_Deviation(const float *pixels, int n) {
    m_squares = 0;
    for (int i = 0; i < n; i++) {
      const float d = m_state == 0 ? 0 : pixels[i] * m_gain - m_target;
      m_squares += d * d;
    }
    if (m_squares > 0 && m_used > 1) {
      m_deviation = std::sqrt(m_squares / float(m_used - 1));
      if (m_deviation > m_limit)
        m_deviation = m_limit;
    } else {
      m_deviation = 0;
    }
  }

  void kernel1D_Apply(float *pixels, int n) {
    for (int i = 0; i < n; i++)
      pixels[i] = std::min(pixels[i] * m_gain, m_target + 2 * m_deviation);
  }

  // How far from the front values are taken depends on what is there.
  void kernel1D_Cut(const float *pixels, int n) {
    m_cut = 0;
    for (int i = 0; i < n; i++)
      if (pixels[i] > 0)
        m_cut++;
    m_cut = m_cut > n / 2 ? n / 2 : m_cut;
  }

  void kernel1D_Tail(const float *pixels) {
    m_tail = 0;
    m_tailTop = -1e30f;
    for (int i = 0; i < m_cut; i++) {
      m_tail += pixels[i];
      m_tailTop = std::max(m_tailTop, pixels[i]);
    }
    if (m_cut > 0)
      m_tail /= float(m_cut);
  }

  float m_target = 0, m_limit = 0, m_sum = 0, m_gain = 1, m_squares = 0, m_deviation = 0, m_tail = 0, m_tailTop = 0;
  int m_clipped = 0, m_used = 0, m_state = 0, m_cut = 0;
};
