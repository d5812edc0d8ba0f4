// Origin: written as a user would, before its first translation.
// Three dimensions, drivers that the class does not have, cells outside, vectors that live across kernels, a method that returns early in a method.
// RUN: %check %s --class CoralReef --variants=all --size tidX=5,6 --size tidY=5 --size tidZ=3,4 --setup "object.Flood(6, 5, 4);" --arg m_most=1..4 -- -std=c++17
#include <cstddef>
#include <cstdint>
#include <vector>

class CoralReef {
public:
  virtual ~CoralReef() = default;
  void Flood(int width, int height, int depth) {
    m_width = width;
    m_height = height;
    m_depth = depth;
    const size_t cells = size_t(width) * height * depth;
    m_salt.resize(cells);
    m_generators.resize(cells);
    for (size_t i = 0; i < cells; ++i) {
      m_salt[i] = float(i % 11) * 0.125f;
      m_generators[i] = uint32_t(i) * 1099087573u + 12345u;
    }
  }

  /// One cell of the reef, once for each tide.
  void Grow(int tidX, int tidY, int tidZ, [[vkmorph::size("m_width * m_height * m_depth")]] float *mass,
            [[vkmorph::size("m_width * m_height * m_depth")]] int *branches) {
    if (!kernel_InWater(tidX, tidY, tidZ))
      return;
    float size = 1.0f;
    float flow[3] = {0.0f, 0.0f, 1.0f};
    int arms = 0;
    for (int arm = 0; arm < m_most; ++arm) {
      for (int tip = 0; tip <= arm; ++tip) {
        const float food = kernel_Catch(tidX, tidY, tidZ, flow, tip);
        if (food < 0.05f) {
          if (arms == 0)
            return;
          break;
        }
        Feed(tidX, tidY, tidZ, food, &size, flow);
        if (size > 6.0f) {
          kernel_Spawn(tidX, tidY, tidZ, size, mass);
          return;
        }
        ++arms;
      }
      if (kernel_Tired(tidX, tidY, tidZ, arms))
        break;
    }
    kernel_Settle(tidX, tidY, tidZ, size, arms, mass, branches);
  }

  int m_most = 3;

private:
  void Feed(int x, int y, int z, float food, float *size, float *flow) {
    if (food < 0.3f) {
      kernel_Shrink(x, y, z, size);
      return;
    }
    kernel_Swell(x, y, z, food, size);
    if (food > 0.9f)
      return;
    kernel_Turn(x, y, z, flow);
  }
  int Index(int x, int y, int z) const { return (z * m_height + y) * m_width + x; }

  bool kernel_InWater(int tidX, int tidY, int tidZ) { return m_salt[Index(tidX, tidY, tidZ)] > 0.3f; }
  float kernel_Catch(int tidX, int tidY, int tidZ, const float *flow, int tip) {
    uint32_t &state = m_generators[Index(tidX, tidY, tidZ)];
    state = state * 1664525u + 1013904223u;
    return float(state >> 24) / 256.0f * flow[(2 + tip) % 3 == 2 ? 2 : 0] + flow[1];
  }
  void kernel_Shrink(int tidX, int tidY, int tidZ, float *size) { *size *= 0.5f; }
  void kernel_Swell(int tidX, int tidY, int tidZ, float food, float *size) { *size += food * 2.0f; }
  void kernel_Turn(int tidX, int tidY, int tidZ, float *flow) {
    flow[0] = flow[2] * 0.5f;
    flow[1] = flow[0] * 0.25f;
  }
  void kernel_Spawn(int tidX, int tidY, int tidZ, float size, float *mass) { mass[Index(tidX, tidY, tidZ)] = -size; }
  bool kernel_Tired(int tidX, int tidY, int tidZ, int arms) { return arms > 3 + tidZ; }
  void kernel_Settle(int tidX, int tidY, int tidZ, float size, int arms, float *mass, int *branches) {
    mass[Index(tidX, tidY, tidZ)] = size;
    branches[Index(tidX, tidY, tidZ)] = arms;
  }

  int m_width = 0, m_height = 0, m_depth = 0;
  std::vector<float> m_salt;
  std::vector<uint32_t> m_generators;
};
