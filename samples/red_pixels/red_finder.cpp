// Two kernels: one runs over all pixels and lists the red ones, the other one over the list.
#include "red_finder.h"

namespace photo {

void RedFinder::kernel2D_TurnGrey(const uint32_t *picture, uint32_t *highlighted, int width,
                                  int height) {
  spots_.clear();
  for (int row = 0; row < height; row++)
    for (int column = 0; column < width; column++) {
      const uint32_t pixel = picture[row * width + column];
      const uint32_t grey = (77 * Red(pixel) + 151 * Green(pixel) + 28 * Blue(pixel)) >> 8;
      highlighted[row * width + column] = grey * 0x010101 | (pixel & 0xff000000);
      const uint32_t light = Red(pixel) + Green(pixel) + Blue(pixel);
      if (light > 0 && 100 * Red(pixel) >= leastPercent_ * light)
        spots_.push_back({column, row, float(Red(pixel)) / float(light)});
    }
}

void RedFinder::kernel1D_BringBack(const uint32_t *picture, uint32_t *highlighted, int width) {
  columnSum_ = 0;
  rowSum_ = 0;
  largestShare_ = 0.0f;
  for (int i = 0; i < int(spots_.size()); i++) {
    const RedSpot spot = spots_[i];
    highlighted[spot.row * width + spot.column] = picture[spot.row * width + spot.column];
    columnSum_ += spot.column;
    rowSum_ += spot.row;
    if (spot.share > largestShare_)
      largestShare_ = spot.share;
  }
}

int RedFinder::Highlight(const uint32_t *picture, uint32_t *highlighted, int width, int height) {
  kernel2D_TurnGrey(picture, highlighted, width, height);
  kernel1D_BringBack(picture, highlighted, width);
  return int(spots_.size());
}

} // namespace photo
