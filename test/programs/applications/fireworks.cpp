// Origin: written by a newcomer from README.md and docs/Language.md alone.
// Particles with phases: an enum class in a structure of std::array, kept in a vector of the class; a census of phases.
// RUN: %check %s --class show::Fireworks --arg count=200 --size width=1,16,33 --size height=1,9,20 -- -std=c++17
#include "fireworks.h"

namespace show {

Fireworks::Fireworks(std::size_t count) : particles_(count) {
  float angle = 0.0f;
  for (auto &particle : particles_) {
    particle.position = {angle, 0.0f};
    particle.velocity = {0.5f - angle, 8.0f + angle};
    particle.fuel = 2.0f;
    particle.phase = angle > 0.5f ? Phase::Climbing : Phase::Waiting;
    angle = angle > 1.0f ? 0.0f : angle + 0.0625f;
  }
}

Phase Fireworks::next(Phase phase, const Particle &particle) noexcept {
  switch (phase) {
  case Phase::Waiting:
    return particle.age > 2 ? Phase::Climbing : Phase::Waiting;
  case Phase::Climbing:
    if (particle.velocity[1] > 0.0f)
      return Phase::Climbing;
    [[fallthrough]];
  case Phase::Burning:
    return particle.fuel > 0.0f ? Phase::Burning : Phase::Gone;
  case Phase::Gone:
    break;
  }
  return Phase::Gone;
}

void Fireworks::kernel1D_Step(float dt) {
  for (std::size_t i = 0; i < particles_.size(); ++i) {
    auto &particle = particles_[i];
    if (particle.phase == Phase::Gone)
      continue;
    auto &[x, y] = particle.position;
    auto &velocity = particle.velocity;
    ++particle.age;
    if (particle.phase != Phase::Waiting) {
      velocity[0] += wind_.at(y) * dt;
      velocity[1] += gravity_ * dt;
      x += velocity[0] * dt;
      y += velocity[1] * dt;
    }
    if (particle.phase == Phase::Burning)
      particle.fuel -= dt;
    particle.phase = next(particle.phase, particle);
  }
}

void Fireworks::kernel2D_Clear(float *image, int width, int height) {
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      Colour sum{};
      for (std::size_t k = 0; k < kPhases; ++k) {
        const auto &colour = kColours[k];
        const auto share = static_cast<float>((row + column + static_cast<int>(k)) % 4) * 0.25f;
        sum.r += colour.r * share;
        sum.g += colour.g * share;
        sum.b += colour.b * share;
      }
      float *pixel = image + 3 * (row * width + column);
      pixel[0] = sum.r;
      pixel[1] = sum.g;
      pixel[2] = sum.b;
    }
}

void Fireworks::kernel1D_Alive() {
  census_.fill(0);
  for (std::size_t i = 0; i < particles_.size(); ++i)
    census_[static_cast<std::size_t>(particles_[i].phase)]++;
}

void Fireworks::Step(float dt) { kernel1D_Step(dt); }

void Fireworks::Paint(float *image, int width, int height) { kernel2D_Clear(image, width, height); }

std::uint32_t Fireworks::Alive() {
  kernel1D_Alive();
  std::uint32_t alive = 0;
  for (std::size_t k = 0; k + 1 < kPhases; ++k)
    alive += census_[k];
  return alive;
}

} // namespace show
