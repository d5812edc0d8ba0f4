// Distances to the nearest white pixel, by jump flooding.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

class DistanceField {
public:
  struct Seed {
    int16_t x = -1, y = -1;

    bool IsSet() const { return x >= 0; }
    int SquaredDistance(int px, int py) const { return (px - x) * (px - x) + (py - y) * (py - y); }
  };

  virtual ~DistanceField() = default;

  virtual float Compute(const uint8_t *mask, float *distances, int width, int height);

protected:
  virtual void kernel2D_Plant(const uint8_t *mask, int width, int height);
  virtual void kernel2D_Jump(int width, int height, int step);
  virtual void kernel2D_Measure(float *distances, int width, int height);

private:
  float m_farthest = 0.0f;
  std::vector<Seed> m_seeds, m_next;
};
