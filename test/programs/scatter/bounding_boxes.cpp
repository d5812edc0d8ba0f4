// Origin: written as a user would, before its first translation.
// Bounding boxes, centres and extreme values of labelled voxels.
// RUN: %check %s --class BoundingBoxes --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size nx=1,12 --size ny=1,9 --size nz=1,7 --size labels=100 -- -std=c++17 -Wno-attributes
#include <algorithm>
#include <climits>
#include <cstdint>
#include <vector>

struct Box {
  int lo[3];
  int hi[3];
  int64_t sum[3];
  int volume;
  float darkest, brightest;
};

class BoundingBoxes {
public:
  virtual ~BoundingBoxes() = default;

  virtual void Measure(const uint16_t *label, [[vkmorph::size("nx * ny * nz")]] const float *value, int nx, int ny,
                       int nz, int labels) {
    m_boxes.resize(labels);
    kernel1D_Reset();
    kernel3D_Measure(label, value, nx, ny, nz, labels);
  }

private:
  void kernel1D_Reset() {
    for (size_t i = 0; i < m_boxes.size(); i++) {
      Box &box = m_boxes[i];
      for (int d = 0; d < 3; d++) {
        box.lo[d] = INT_MAX;
        box.hi[d] = INT_MIN;
        box.sum[d] = 0;
      }
      box.volume = 0;
      box.darkest = 1e30f;
      box.brightest = -1e30f;
    }
  }

  void kernel3D_Measure(const uint16_t *label, const float *value, int nx, int ny, int nz, int labels) {
    for (int z = 0; z < nz; z++) {
      for (int y = 0; y < ny; y++) {
        for (int x = 0; x < nx; x++) {
          const int at = (z * ny + y) * nx + x;
          const int own = label[at] % labels;
          if (own == 0)
            continue;
          Box &box = m_boxes[own];
          box.lo[0] = std::min(box.lo[0], x);
          box.lo[1] = std::min(box.lo[1], y);
          box.lo[2] = std::min(box.lo[2], z);
          box.hi[0] = std::max(box.hi[0], x);
          box.hi[1] = std::max(box.hi[1], y);
          box.hi[2] = std::max(box.hi[2], z);
          box.sum[0] += x;
          box.sum[1] += y;
          box.sum[2] += z;
          box.volume++;
          if (value[at] < box.darkest)
            box.darkest = value[at];
          if (value[at] > box.brightest)
            box.brightest = value[at];
        }
      }
    }
  }

  std::vector<Box> m_boxes;
};
