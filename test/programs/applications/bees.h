#pragma once
#include <cstdint>

namespace swarm {

template <typename T, int N> struct Vec {
  T v[N] = {};

  T &operator[](int a_index) { return v[a_index]; }
  const T &operator[](int a_index) const { return v[a_index]; }
  Vec &operator+=(const Vec &a_other) {
    for (int k = 0; k < N; k++)
      v[k] += a_other.v[k];
    return *this;
  }
  friend Vec operator*(Vec a_vec, T a_scale) {
    for (T &each : a_vec.v)
      each *= a_scale;
    return a_vec;
  }
  T Dot(const Vec &a_other) const {
    T sum = T(0);
    for (int k = 0; k < N; k++)
      sum += v[k] * a_other.v[k];
    return sum;
  }
};

using Vec3 = Vec<float, 3>;

struct Bee {
  Vec3 position;
  Vec3 speed;
  uint16_t visits;
  bool asleep;
};

class Bees {
public:
  explicit Bees(float a_step = 0.125f) : m_step(a_step) {}
  virtual ~Bees() = default;
  virtual void Fly(Bee *a_bees, const float *a_wind, uint32_t a_count, uint32_t a_gusts);
  virtual void kernel1D_Push(Bee *a_bees, const float *a_wind, uint32_t a_count, uint32_t a_gusts);
  virtual void kernel1D_Move(Bee *a_bees, uint32_t a_count);

  float m_energy = 0.0f;
  int m_asleep = 0;

protected:
  float m_step;
  Vec3 m_low, m_high;

  static Vec3 &SpeedOf(Bee *a_bees, uint32_t a_index) { return a_bees[a_index].speed; }
};

} // namespace swarm
