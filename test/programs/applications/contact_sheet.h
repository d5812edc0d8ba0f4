#ifndef CONTACT_SHEET_H
#define CONTACT_SHEET_H

#include <cstdint>
#include <limits>
#include <string>

/// Brightness statistics of a stack of 8-bit RGB photographs, and one exposure for all of them.
class ContactSheet {
public:
  struct Statistics {
    uint64_t sum = 0;
    uint64_t sumOfSquares = 0;
    uint8_t darkest = 255;
    uint8_t brightest = 0;
    uint32_t clipped = 0;
    double mean = 0.0;
    double variance = 0.0;
  };

  explicit ContactSheet(std::string title = "untitled") : m_title(title) {}
  virtual ~ContactSheet() {}

  virtual Statistics Measure(const uint8_t *rgb, uint32_t width, uint32_t height);
  virtual void Expose(const uint8_t *rgb, uint8_t *out, uint32_t width, uint32_t height, float stops);

  const std::string &Title() const { return m_title; }
  double Contrast() const { return m_stats.variance / (m_stats.mean + 1.0); }

protected:
  virtual void kernel2D_Measure(const uint8_t *rgb, uint32_t width, uint32_t height);
  virtual void kernel2D_Expose(const uint8_t *rgb, uint8_t *out, uint32_t width, uint32_t height, float gain);

  static uint8_t Luma(const uint8_t *pixel) {
    return static_cast<uint8_t>((77u * pixel[0] + 150u * pixel[1] + 29u * pixel[2] + 128u) >> 8);
  }

  static constexpr uint8_t kClip = std::numeric_limits<uint8_t>::max() - 60;

private:
  std::string m_title;
  Statistics m_stats;
};

#endif
