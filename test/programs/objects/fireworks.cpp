// Origin: written as a user would, before its first translation.
// Particles as a struct of several vectors that control functions resize, and a ring buffer.
// RUN: %check %s --class Fireworks --size count=1,70 --arg dt=0..0.5 -- -std=c++17
#include "fireworks.h"

Fireworks::Fireworks(int count) {
  particles.resize(count);
  history.slots.resize(4);
  for (int i = 0; i < count; ++i) {
    particles.velocity[i] = {float(i % 7) - 3.0f, float(i % 5) + 2.0f, float(i % 3) - 1.0f};
    particles.age[i] = float(i % 9) * 0.5f;
    particles.colour[i] = i * 12345;
  }
  for (int i = 0; i < 6; ++i)
    history.push(i * 0.5f);
}

void Fireworks::kernel1D_Move(float dt) {
  for (size_t i = 0; i < particles.size(); ++i) {
    if (!particles.isAlive(i))
      continue;
    Vec3 &velocity = particles.velocity[i];
    velocity.y += gravity * dt;
    if (particles.position[i].y < 0.0f)
      velocity.y = velocity.y * -0.5f;
    particles.move(i, dt);
  }
}

void Fireworks::kernel1D_Count() {
  alive = 0;
  for (size_t i = 0; i < particles.size(); ++i)
    if (particles.isAlive(i))
      alive++;
}

void Fireworks::kernel1D_Light(int count) {
  for (int i = 0; i < count; ++i) {
    particles.position[i] = {0.0f, 0.0f, 0.0f};
    particles.velocity[i] = {float(i % 5) - 2.0f, 8.0f + history.back(i % 4), float(i % 4) - 1.5f};
    particles.age[i] = 0.0f;
    particles.colour[i] = i % 256;
  }
}

void Fireworks::kernel1D_Draw(Vec3 *positions, int *colours, int count) {
  for (int i = 0; i < count; ++i) {
    const bool isShown = i < int(particles.size()) && particles.isAlive(i);
    positions[i] = isShown ? particles.position[i] : Vec3{0.0f, -1.0f, 0.0f};
    colours[i] = isShown ? particles.colour[i] : 0;
  }
}

void Fireworks::Restart(int count) {
  particles.resize(count);
  kernel1D_Light(count);
}

int Fireworks::Step(float dt) {
  kernel1D_Move(dt);
  kernel1D_Count();
  return alive;
}

void Fireworks::Draw(Vec3 *positions, int *colours, int count) { kernel1D_Draw(positions, colours, count); }
