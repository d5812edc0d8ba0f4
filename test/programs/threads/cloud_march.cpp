// Origin: written from README.md and docs/Language.md before its first translation.
// Rays that march through a volume of densities, with a shadow ray at each step, until nothing is seen any more.
// RUN: %check %s --class CloudMarch --variants=default --variant='split=--kernels=split' --setup "object.Fill(12);" --size tid=0,1,390 --size w=30 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

class CloudMarch {
public:
  virtual ~CloudMarch() = default;

  void Fill(int size) {
    m_size = size;
    m_density.resize(size * size * size);
    for (int z = 0; z < size; ++z)
      for (int y = 0; y < size; ++y)
        for (int x = 0; x < size; ++x)
          m_density[(z * size + y) * size + x] = float((x * 7 + y * 5 + z * 3) % 11) * 0.05f;
  }

  /// All pixels of a picture of w columns; `tid` says how many there are.
  virtual void MarchBlock(uint32_t tid, uint32_t w, uint32_t *out_color, float *out_depth) {
#pragma omp parallel for
    for (uint32_t i = 0; i < tid; i++)
      March(i, w, out_color, out_depth);
  }

protected:
  virtual void March(uint32_t tid, uint32_t w, uint32_t *out_color, float *out_depth) {
    float position[3], direction[3];
    if (!kernel_Enter(tid, w, position, direction)) {
      kernel_Write(tid, 0.0f, 0.0f, 0.0f, out_color, out_depth);
      return;
    }
    float transmitted = 1.0f, light = 0.0f, depth = 0.0f;
    for (int step = 0; step < 40; ++step) {
      float density;
      if (!kernel_Sample(tid, position, &density))
        break;
      if (density > m_threshold) {
        float shadow;
        kernel_Shadow(tid, position, &shadow);
        kernel_Absorb(tid, density, shadow, &transmitted, &light);
        if (transmitted < 0.05f)
          break;
      } else if (density == 0.0f) {
        // Empty: twice the step.
        kernel_Advance(tid, direction, position, &depth);
      }
      kernel_Advance(tid, direction, position, &depth);
    }
    kernel_Write(tid, transmitted, light, depth, out_color, out_depth);
  }

  bool kernel_Enter(uint32_t tid, uint32_t w, float *position, float *direction) {
    const float u = float(tid % w) / float(w), v = float(tid / w) / 13.0f;
    position[0] = u;
    position[1] = v;
    position[2] = 0.0f;
    const float length = std::sqrt(1.0f + 0.01f + 0.0025f);
    direction[0] = 0.1f / length;
    direction[1] = 0.05f / length;
    direction[2] = 1.0f / length;
    // The corners of the picture see nothing.
    return (u - 0.5f) * (u - 0.5f) + (v - 0.5f) * (v - 0.5f) < 0.3f;
  }

  float DensityAt(const float *position) const {
    const int x = int(position[0] * float(m_size)), y = int(position[1] * float(m_size)), z = int(position[2] * float(m_size));
    if (x < 0 || y < 0 || z < 0 || x >= m_size || y >= m_size || z >= m_size)
      return -1.0f;
    return m_density[(z * m_size + y) * m_size + x];
  }

  bool kernel_Sample(uint32_t tid, const float *position, float *density) {
    *density = DensityAt(position);
    return *density >= 0.0f;
  }

  void kernel_Shadow(uint32_t tid, const float *position, float *shadow) {
    float at[3] = {position[0], position[1], position[2]};
    float sum = 0.0f;
    for (int i = 0; i < 16; ++i) {
      at[1] -= 0.06f;
      const float density = DensityAt(at);
      if (density < 0.0f)
        break;
      sum += density;
    }
    *shadow = std::exp(-sum);
  }

  void kernel_Absorb(uint32_t, float density, float shadow, float *transmitted, float *light) {
    *light += *transmitted * density * shadow;
    *transmitted *= std::exp(-density);
  }

  void kernel_Advance(uint32_t, const float *direction, float *position, float *depth) {
    for (int i = 0; i < 3; ++i)
      position[i] += direction[i] * m_step;
    *depth += m_step;
  }

  void kernel_Write(uint32_t tid, float transmitted, float light, float depth, uint32_t *out_color, float *out_depth) {
    const uint32_t grey = uint32_t(std::clamp(light * 40.0f, 0.0f, 255.0f)), alpha = uint32_t((1.0f - transmitted) * 255.0f);
    out_color[tid] = alpha << 24 | grey << 16 | grey << 8 | grey;
    out_depth[tid] = depth;
  }

private:
  int m_size = 0;
  float m_step = 0.0431f, m_threshold = 0.12f;
  std::vector<float> m_density;
};
