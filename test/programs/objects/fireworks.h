// A particle system, one array for each property.
#pragma once
#include <cstddef>
#include <vector>

struct Vec3 {
  float x, y, z;
};

// The particles of a system, one array for each property.
struct Particles {
  std::vector<Vec3> position, velocity;
  std::vector<float> age;
  std::vector<int> colour;

  void resize(size_t count) {
    position.resize(count);
    velocity.resize(count);
    age.resize(count);
    colour.resize(count);
  }
  size_t size() const { return position.size(); }
  bool isAlive(size_t i) const { return age[i] < 4.0f; }
  void move(size_t i, float dt) {
    position[i].x += velocity[i].x * dt;
    position[i].y += velocity[i].y * dt;
    position[i].z += velocity[i].z * dt;
    age[i] += dt;
  }
};

// The last values of something, the oldest of which is overwritten.
template <class T> struct RingBuffer {
  std::vector<T> slots;
  unsigned next = 0;

  const T &back(unsigned age) const { return slots[(next + unsigned(slots.size()) - 1u - age) % unsigned(slots.size())]; }
  void push(T value) {
    slots[next] = value;
    next = (next + 1u) % unsigned(slots.size());
  }
};

class Fireworks {
public:
  explicit Fireworks(int count = 50);
  virtual ~Fireworks() = default;

  virtual void Restart(int count);
  virtual int Step(float dt);
  virtual void Draw(Vec3 *positions, int *colours, int count);

protected:
  void kernel1D_Move(float dt);
  void kernel1D_Count();
  void kernel1D_Light(int count);
  void kernel1D_Draw(Vec3 *positions, int *colours, int count);

private:
  Particles particles;
  RingBuffer<float> history;
  float gravity = -9.75f;
  int alive = 0;
};
