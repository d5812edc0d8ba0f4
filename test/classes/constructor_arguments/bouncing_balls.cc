// Implementation of BouncingBalls.
#include "bouncing_balls.h"

#include <cmath>

BouncingBalls::BouncingBalls(float dt, float gravity, float restitution, int shelf_count)
    : dt_(dt),
      gravity_(gravity),
      restitution_(restitution),
      shelves_per_metre_(1.0f / 0.5f),
      shelf_count_(shelf_count) {}

BouncingBalls::BouncingBalls(int shelf_count) : BouncingBalls(0.01f, 9.81f, 0.75f, shelf_count) {}

BouncingBalls::~BouncingBalls() = default;

void BouncingBalls::AdvanceFrame(float* height, float* velocity, uint32_t n) {
  kernel1D_Step(height, velocity, n);
  kernel1D_Step(height, velocity, n);
}

void BouncingBalls::FindShelves(const float* height, int* shelf, uint32_t n) {
  kernel1D_FindShelves(height, shelf, n);
}

float BouncingBalls::TotalEnergy(const float* height, const float* velocity, uint32_t n) {
  kernel1D_Energy(height, velocity, n);
  return energy_;
}

int BouncingBalls::ShelfOf(float height) const {
  if (height <= 0.0f) {
    return 0;
  }
  int shelf = static_cast<int>(height * shelves_per_metre_);
  if (shelf >= shelf_count_) {
    return shelf_count_ - 1;
  }
  return shelf;
}

void BouncingBalls::kernel1D_Step(float* height, float* velocity, uint32_t n) {
  const float dv = gravity_ * dt_;
  bounces_ = 0;
  fastest_ = 0.0f;

  for (uint32_t i = 0; i < n; ++i) {
    float v = velocity[i] - dv;
    float h = height[i] + v * dt_;
    if (h < 0.0f) {
      // Mirror the part of the way that lies below the floor.
      h = -h * restitution_;
      v = -v * restitution_;
      ++bounces_;
    }
    height[i] = h;
    velocity[i] = v;
    fastest_ = std::fmax(fastest_, std::fabs(v));
  }

  time_ += dt_;
  ++steps_;
  bounces_ever_ += bounces_;
}

void BouncingBalls::kernel1D_FindShelves(const float* height, int* shelf, uint32_t n) {
  highest_shelf_ = -1;
  for (uint32_t i = 0; i < n; ++i) {
    int s = ShelfOf(height[i]);
    shelf[i] = s;
    highest_shelf_ = s > highest_shelf_ ? s : highest_shelf_;
  }
}

void BouncingBalls::kernel1D_Energy(const float* height, const float* velocity, uint32_t n) {
  energy_ = 0.0f;
  for (uint32_t i = 0; i < n; ++i) {
    float kinetic = 0.5f * velocity[i] * velocity[i];
    float potential = gravity_ * height[i];
    energy_ += kinetic + potential;
  }
}
