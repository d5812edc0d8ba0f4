// Origin: written from README.md and docs/Language.md before its first translation.
// Pictures whose levels are measured first: what is measured decides what is done, and functions say whether it was.
// RUN: %check %s --size n=0,1,300 --arg pixels=20..200 --arg mode=0..3 -- -std=c++17
#include <algorithm>
#include <vector>

class Levels {
public:
  virtual ~Levels() = default;

  // False, where all pixels are alike.
  virtual bool Stretch([[vkmorph::size("n")]] int *pixels, int n) {
    if (!Measure(pixels, n))
      return false;
    kernel1D_Stretch(pixels, n, m_low, 255.0f / static_cast<float>(m_high - m_low));
    return true;
  }

  // The threshold between dark and bright pixels that stays when it is computed again.
  virtual int Split([[vkmorph::size("n")]] int *pixels, int n) {
    int threshold = 128;
    for (int round = 0;; round++) {
      kernel1D_Sums(pixels, n, threshold);
      const int dark = m_darkCount > 0 ? m_darkSum / m_darkCount : 0;
      const int bright = m_brightCount > 0 ? m_brightSum / m_brightCount : 255;
      const int next = (dark + bright) / 2;
      if (next == threshold || round == 8)
        break;
      threshold = next;
    }
    kernel1D_Threshold(pixels, n, threshold);
    m_threshold = threshold;
    return threshold;
  }

  // Settings by mode; the kernel reads them.
  virtual int Grade([[vkmorph::size("n")]] int *pixels, int n, int mode) {
    m_gain = 1;
    if (mode == 1) {
      m_gain = 2;
      m_offset = -10;
    } else if (mode == 2) {
      kernel1D_Grade(pixels, n);
      m_offset = 5;
    }
    kernel1D_Grade(pixels, n);
    if (m_gain == 2)
      return m_offset;
    kernel1D_Extremes(pixels, n);
    return m_high;
  }

  // Rows of numbers that the host keeps about what it saw.
  virtual void Record([[vkmorph::size("n")]] int *pixels, int n, int mode) {
    int seen[4] = {0, 0, 0, 0};
    for (int i = 0; i < 4; i++) {
      kernel1D_Extremes(pixels, n);
      seen[i] = m_high;
      if (i > 0 && seen[i] == seen[i - 1])
        break;
      kernel1D_Threshold(pixels, n, seen[i] / 2 + mode);
    }
    std::sort(seen, seen + 4);
    m_median = seen[1] + seen[2];
  }

protected:
  bool Measure(const int *pixels, int n) {
    if (n == 0)
      return false;
    kernel1D_Extremes(pixels, n);
    if (m_low == m_high)
      return false;
    m_measured++;
    return true;
  }

  void kernel1D_Extremes(const int *pixels, int n) {
    m_low = 1000;
    m_high = -1000;
    for (int i = 0; i < n; i++) {
      m_low = std::min(m_low, pixels[i]);
      m_high = std::max(m_high, pixels[i]);
    }
  }
  void kernel1D_Stretch(int *pixels, int n, int low, float gain) {
    for (int i = 0; i < n; i++)
      pixels[i] = static_cast<int>(static_cast<float>(pixels[i] - low) * gain);
  }
  void kernel1D_Sums(const int *pixels, int n, int threshold) {
    m_darkSum = 0;
    m_darkCount = 0;
    m_brightSum = 0;
    m_brightCount = 0;
    for (int i = 0; i < n; i++) {
      if (pixels[i] < threshold) {
        m_darkSum += pixels[i];
        m_darkCount++;
      } else {
        m_brightSum += pixels[i];
        m_brightCount++;
      }
    }
  }
  void kernel1D_Threshold(int *pixels, int n, int threshold) {
    for (int i = 0; i < n; i++)
      pixels[i] = pixels[i] < threshold ? pixels[i] / 2 : pixels[i];
  }
  void kernel1D_Grade(int *pixels, int n) {
    for (int i = 0; i < n; i++)
      pixels[i] = pixels[i] * m_gain + m_offset;
  }

  int m_low = 0, m_high = 0;
  int m_darkSum = 0, m_darkCount = 0, m_brightSum = 0, m_brightCount = 0;
  int m_threshold = 0, m_gain = 1, m_offset = 0, m_median = 0, m_measured = 0;
};
