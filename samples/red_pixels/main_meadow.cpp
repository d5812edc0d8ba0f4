// A meadow with poppies.
#include "main_meadow.h"

#include <algorithm>
#include <cmath>
#include <random>

Picture MakeMeadow(int width, int height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  picture.pixels.resize(size_t(width) * size_t(height));
  const double horizon = 0.4 * height;
  std::mt19937 random(1);
  const auto unit = [&] { return double(random()) / 4294967296.0; };
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      const double depth = y / double(height), grain = 0.08 * unit();
      picture.pixels[size_t(y) * width + x] =
          y < horizon ? Pixel(0.5 + 0.6 * depth, 0.65 + 0.5 * depth, 0.95)
                      : Pixel(0.15 + grain, 0.3 + 0.4 * depth + grain, 0.1 + grain);
    }
  for (int flower = 0; flower < 400; flower++) {
    const double depth = unit() * unit();
    const double centreX = unit() * width,
                 centreY = horizon + (0.02 + 0.98 * depth) * (height - horizon);
    const double radius = (0.002 + 0.02 * depth) * width, turn = 6.3 * unit();
    for (int y = std::max(int(centreY - radius), 0);
         y < std::min(int(centreY + radius) + 1, height); y++)
      for (int x = std::max(int(centreX - radius), 0);
           x < std::min(int(centreX + radius) + 1, width); x++) {
        const double dx = x - centreX, dy = 1.4 * (y - centreY),
                     distance = std::hypot(dx, dy) / radius;
        const double edge = 0.8 + 0.2 * std::cos(4.0 * std::atan2(dy, dx) + turn);
        if (distance < 0.2)
          picture.pixels[size_t(y) * width + x] = Pixel(0.1, 0.08, 0.1);
        else if (distance < edge)
          picture.pixels[size_t(y) * width + x] = Pixel(0.95 - 0.3 * distance, 0.12, 0.08);
      }
  }
  return picture;
}
