// Origin: written as a user would.
// Two fields that react and spread, stepped back and forth in a loop; the picture wraps around, walls are 32-bit integers.
// RUN: %check %s --class Reaction --option=--images=textures --arg steps=0..5 --setup "object.Resize(17, 11);" -- -std=c++17
#include "reaction.h"

void Reaction::kernel2D_Step(const glm::vec2* now, glm::vec2* next, const uint32_t* walls) {
  for (unsigned y = 0; y < height_; y++) {
    for (unsigned x = 0; x < width_; x++) {
      const unsigned left = (x + width_ - 1) % width_, right = (x + 1) % width_;
      const unsigned above = (y + height_ - 1) % height_, below = (y + 1) % height_;
      const glm::vec2 here = now[y * width_ + x];
      const glm::vec2 around = now[y * width_ + left] + now[y * width_ + right] + now[above * width_ + x] + now[below * width_ + x];
      const glm::vec2 spread = 0.25f * around - here;
      const float met = here.x * here.y * here.y;
      glm::vec2 changed = here + glm::vec2(0.2f * spread.x - met + 0.04f * (1.0f - here.x), 0.1f * spread.y + met - 0.1f * here.y);
      if ((walls[y * width_ + x] & 1u) != 0u && walls[y * width_ + right] % 3u == 0u)
        changed = here;
      next[y * width_ + x] = glm::clamp(changed, glm::vec2(0.0f), glm::vec2(1.0f));
    }
  }
}

void Reaction::Run(const uint32_t* walls, int steps) {
  for (int step = 0; step < steps; step++) {
    if (step % 2 == 0)
      kernel2D_Step(now_.data(), next_.data(), walls);
    else
      kernel2D_Step(next_.data(), now_.data(), walls);
  }
}
