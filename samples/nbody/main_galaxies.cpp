// Makes up galaxies and draws them.
#include "main_galaxies.h"

#include <algorithm>
#include <cmath>
#include <random>

using astro::Star;

static const double Turn = 6.283185307179586;

std::vector<Star> MakeGalaxies(int count, unsigned seed) {
  std::mt19937 random(seed);
  const auto unit = [&] { return double(random()) / 4294967296.0; };
  std::vector<Star> stars;
  for (int galaxy = 0; galaxy < 2; galaxy++) {
    const int members = galaxy == 0 ? count / 2 : count - count / 2;
    const float side = galaxy == 0 ? -1.0f : 1.0f;
    const Star middle = {{side * 1.3f, side * 0.7f, 0.0f}, 1.0f, {side * -0.45f, 0.0f, 0.0f}};
    const double starMass = 0.2 / std::max(members, 1);
    for (int i = 0; i < members; i++) {
      if (i == 0) {
        stars.push_back(middle);
        continue;
      }
      // As many stars at each distance; all on circles around the middle.
      const double distance = 0.15 + 0.85 * unit(), angle = Turn * unit();
      const double speed = std::sqrt((1.0 + 0.2 * (distance - 0.15)) / distance);
      const glm::vec3 outwards(std::cos(angle), std::sin(angle), 0.0);
      const glm::vec3 ahead(-outwards.y, outwards.x, 0.0);
      const glm::vec3 above(0.0, 0.0, 0.06 * (unit() - 0.5));
      stars.push_back({middle.position + float(distance) * outwards + above, float(starMass),
                       middle.velocity + float(speed) * ahead});
    }
  }
  return stars;
}

Picture Photograph(const std::vector<Star> &stars, int width, int height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  std::vector<glm::dvec3> light(size_t(width) * size_t(height));
  const double scale = height / 3.6, radius = std::max(height / 320.0, 0.7);
  for (size_t i = 0; i < stars.size(); i++) {
    const glm::dvec3 colour =
        i < stars.size() / 2 ? glm::dvec3(1.0, 0.75, 0.4) : glm::dvec3(0.4, 0.7, 1.0);
    const double size = stars[i].mass >= 1.0f ? 3.0 * radius : radius;
    const double column = 0.5 * width + scale * double(stars[i].position.x);
    const double row = 0.5 * height - scale * double(stars[i].position.y);
    const double reach = 3.0 * size;
    if (!(column > -reach && column < width + reach && row > -reach && row < height + reach))
      continue;
    for (int y = std::max(int(row - reach), 0); y < std::min(int(row + reach) + 1, height); y++)
      for (int x = std::max(int(column - reach), 0); x < std::min(int(column + reach) + 1, width);
           x++) {
        const double dx = (x - column) / size, dy = (y - row) / size;
        light[size_t(y) * size_t(width) + size_t(x)] += std::exp(-dx * dx - dy * dy) * colour;
      }
  }
  for (const glm::dvec3 &l : light)
    picture.pixels.push_back(
        Pixel(1.0 - std::exp(-l.x), 1.0 - std::exp(-l.y), 1.0 - std::exp(-l.z)));
  return picture;
}
