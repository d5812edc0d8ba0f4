// Finds the red pixels of a picture: a list whose length nobody knows before.
#pragma once

#include <cstdint>
#include <vector>

namespace photo {

/// A pixel that is red, and how much of its light is.
struct RedSpot {
  int column, row;
  float share;
};

/// Pictures are rows of pixels with 8 bits each of red, green, blue and alpha, red lowest.
class RedFinder {
public:
  /// Red has at least so many percent of their light.
  explicit RedFinder(uint32_t leastPercent) : leastPercent_(leastPercent) {}
  virtual ~RedFinder() = default;

  /// Turns a picture grey but for its red pixels. Returns how many these are.
  virtual int Highlight([[vkmorph::size("width * height")]] const uint32_t *picture,
                        [[vkmorph::size("width * height")]] uint32_t *highlighted, int width,
                        int height);

  const std::vector<RedSpot> &Spots() const { return spots_; }
  /// Where the red pixels are on average; 0 where there are none.
  double MiddleColumn() const {
    return spots_.empty() ? 0.0 : double(columnSum_) / double(spots_.size());
  }
  double MiddleRow() const {
    return spots_.empty() ? 0.0 : double(rowSum_) / double(spots_.size());
  }
  float LargestShare() const { return largestShare_; }

private:
  static uint32_t Red(uint32_t pixel) { return pixel & 0xff; }
  static uint32_t Green(uint32_t pixel) { return (pixel >> 8) & 0xff; }
  static uint32_t Blue(uint32_t pixel) { return (pixel >> 16) & 0xff; }
  void kernel2D_TurnGrey(const uint32_t *picture, uint32_t *highlighted, int width, int height);
  void kernel1D_BringBack(const uint32_t *picture, uint32_t *highlighted, int width);

  uint32_t leastPercent_;
  float largestShare_ = 0.0f;
  long long columnSum_ = 0, rowSum_ = 0;
  std::vector<RedSpot> spots_;
};

} // namespace photo
