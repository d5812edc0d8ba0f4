// Origin: written as a user would.
// The darkest pixel of a square, in place in a vector by turns, colours of four; one picture goes two ways through one kernel.
// RUN: %check %s --class Erosion --option=--images=textures --size width=21 --size height=1,9 -- -std=c++17
#include "erosion.h"

#include <algorithm>

void Erosion::kernel2D_Erode(const glm::vec4* from, glm::vec4* to, int width, int height, int radius) {
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      glm::vec4 least = from[row * width + column];
      for (int y = std::max(row - radius, 0); y <= std::min(row + radius, height - 1); y++)
        for (int x = std::max(column - radius, 0); x < std::min(column + radius + 1, width); x++)
          least = glm::min(least, from[y * width + x]);
      to[row * width + column] = least;
    }
  }
}

void Erosion::kernel2D_Edge(const glm::vec4* eroded, glm::vec4* picture, int width, int height) {
  for (int row = 0; row < height; row++) {
    for (int column = 0; column < width; column++) {
      if (picture[row * width + column].x - eroded[row * width + column].x > threshold_)
        picture[row * width + column] *= 0.5f;
    }
  }
}

void Erosion::Outline(glm::vec4* picture, glm::vec4* eroded, int width, int height) {
  kernel2D_Erode(picture, eroded, width, height, 1);
  kernel2D_Edge(eroded, picture, width, height);
  kernel2D_Erode(picture, eroded, width, height, 2);
}
