// Origin: written from README.md and docs/Language.md before its first translation.
// Crystals that grow in voxels: three indices, two buffers of the class that are swapped after each pass, several outputs.
// RUN: %check %s --class VoxelGrowth --variants=default --variant='split=--kernels=split' --setup "object.Resize(9, 7, 5);" --size passes=0,1,3 -- -std=c++17
#include <cstdint>
#include <utility>
#include <vector>

class VoxelGrowth {
public:
  virtual ~VoxelGrowth() = default;

  void Resize(int w, int h, int d) {
    m_w = w;
    m_h = h;
    m_d = d;
    m_now.assign(w * h * d, 0);
    m_next.assign(w * h * d, 0);
    for (int i = 0; i < w * h * d; i += 17)
      m_now[i] = uint8_t(1 + i % 3);
  }

  virtual void GrowBlock(uint32_t *changes, float *heat, uint32_t passes) {
    for (uint32_t pass = 0; pass < passes; ++pass) {
      for (int z = 0; z < m_d; ++z) {
        for (int y = 0; y < m_h; ++y) {
          for (int x = 0; x < m_w; ++x) {
            Grow(x, y, z, pass, changes, heat);
          }
        }
      }
      std::swap(m_now, m_next);
    }
  }

private:
  void Grow(int tidX, int tidY, int tidZ, uint32_t pass, uint32_t *changes, float *heat) {
    uint8_t kind;
    kernel_Look(tidX, tidY, tidZ, &kind);
    if (kind != 0) {
      kernel_Stay(tidX, tidY, tidZ, kind);
      return;
    }
    int neighbours = 0;
    for (int axis = 0; axis < 3; ++axis) {
      for (int side = -1; side <= 1; side += 2) {
        if (!kernel_HasNeighbour(tidX, tidY, tidZ, axis, side, &kind))
          continue;
        neighbours++;
        if (neighbours > 1) {
          kernel_Freeze(tidX, tidY, tidZ, kind, pass, changes, heat);
          return;
        }
      }
    }
    if (neighbours == 1 && (tidX + tidY + tidZ + int(pass)) % 2 == 0)
      kernel_Freeze(tidX, tidY, tidZ, kind, pass, changes, heat);
    else
      kernel_Stay(tidX, tidY, tidZ, 0);
  }

  void kernel_Look(int tidX, int tidY, int tidZ, uint8_t *kind) const { *kind = m_now[(tidZ * m_h + tidY) * m_w + tidX]; }
  void kernel_Stay(int tidX, int tidY, int tidZ, uint8_t kind) { m_next[(tidZ * m_h + tidY) * m_w + tidX] = kind; }
  bool kernel_HasNeighbour(int tidX, int tidY, int tidZ, int axis, int side, uint8_t *kind) const {
    const int x = tidX + (axis == 0 ? side : 0), y = tidY + (axis == 1 ? side : 0), z = tidZ + (axis == 2 ? side : 0);
    if (x < 0 || y < 0 || z < 0 || x >= m_w || y >= m_h || z >= m_d)
      return false;
    const uint8_t there = m_now[(z * m_h + y) * m_w + x];
    if (there == 0)
      return false;
    *kind = there;
    return true;
  }
  void kernel_Freeze(int tidX, int tidY, int tidZ, uint8_t kind, uint32_t pass, uint32_t *changes, float *heat) {
    const int i = (tidZ * m_h + tidY) * m_w + tidX;
    m_next[i] = kind;
    changes[i] += pass + 1;
    heat[i] = 0.5f * heat[i] + float(kind);
  }

  int m_w = 0, m_h = 0, m_d = 0;
  std::vector<uint8_t> m_now, m_next;
};
