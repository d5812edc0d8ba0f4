// A skyline with lit windows, a moon, and what the water reflects of them.
#include "main_city.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <glm/glm.hpp>

HdrPicture MakeCity(int width, int height) {
  std::mt19937 random(7);
  const auto unit = [&] { return double(random()) / 4294967296.0; };
  std::vector<glm::dvec3> light(size_t(width) * size_t(height));
  const auto at = [&](int x, int y) -> glm::dvec3 & {
    return light[size_t(y) * size_t(width) + size_t(x)];
  };
  const int shore = std::max(int(0.72 * height), 1);
  const double moonX = 0.78 * width, moonY = 0.18 * height, moon = 0.045 * height;
  for (int y = 0; y < shore; y++)
    for (int x = 0; x < width; x++) {
      at(x, y) =
          glm::mix(glm::dvec3(0.004, 0.006, 0.02), glm::dvec3(0.05, 0.03, 0.06), double(y) / shore);
      if (std::hypot(x - moonX, y - moonY) < moon)
        at(x, y) = glm::dvec3(5.0, 4.8, 4.2);
      else if (y < 0.6 * shore && unit() < 0.0004)
        at(x, y) = glm::dvec3(1.0 + 4.0 * unit());
    }

  // Houses from left to right, each with a grid of windows of which some are lit.
  const double pane = std::max(height / 120.0, 1.0);
  for (double left = -0.02 * width; left < width;) {
    const double right = left + (0.03 + 0.06 * unit()) * width;
    const double top = shore - (0.15 + 0.45 * unit()) * height;
    const glm::dvec3 wall = glm::dvec3(0.010, 0.010, 0.016) * (0.6 + unit());
    const glm::dvec3 lamp = unit() < 0.7 ? glm::dvec3(1.0, 0.62, 0.25) : glm::dvec3(0.5, 0.75, 1.0);
    const unsigned house = unsigned(random());
    for (int y = std::max(int(top), 0); y < shore; y++)
      for (int x = std::max(int(left), 0); x < std::min(int(right), width); x++) {
        const double across = (x - left) / (2.2 * pane), down = (y - top) / (2.8 * pane);
        const unsigned number = unsigned(across) * 7919u + unsigned(down) * 104729u + house;
        const unsigned hash = (number ^ number >> 7) * 2654435761u >> 16;
        const bool glass = across - std::floor(across) < 0.5 && down - std::floor(down) < 0.5;
        const bool lit = glass && down > 1.0 && hash % 5 == 0;
        at(x, y) = lit ? lamp * (1.0 + 7.0 * (hash % 64) / 64.0) : wall;
      }
    // A sign on some of the roofs.
    if (unit() < 0.35) {
      const glm::dvec3 neon =
          unit() < 0.5 ? glm::dvec3(20.0, 1.0, 4.0) : glm::dvec3(1.0, 14.0, 9.0);
      for (int y = std::max(int(top - 2.0 * pane), 0); y < std::max(int(top - pane), 0); y++)
        for (int x = std::max(int(left + 3.0 * pane), 0);
             x < std::min(int(right - 3.0 * pane), width); x++)
          at(x, y) = neon;
    }
    left = right + 0.01 * unit() * width;
  }

  for (int y = shore; y < height; y++)
    for (int x = 0; x < width; x++) {
      const double depth = double(y - shore) / std::max(height - shore, 1);
      const double wave = std::sin(0.9 * y + 5.0 * std::sin(0.05 * x)) * (1.0 + 3.0 * depth);
      const int from = std::clamp(int(shore - 1 - 2.2 * (y - shore) + wave), 0, shore - 1);
      const int side = std::clamp(int(x + 2.0 * wave), 0, width - 1);
      at(x, y) = 0.35 * at(side, from) + glm::dvec3(0.002, 0.004, 0.01);
    }

  HdrPicture picture;
  picture.width = width;
  picture.height = height;
  for (const glm::dvec3 &l : light)
    picture.pixels.insert(picture.pixels.end(), {float(l.x), float(l.y), float(l.z)});
  return picture;
}
