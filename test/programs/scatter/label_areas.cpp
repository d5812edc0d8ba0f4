// Origin: written as a user would, before its first translation.
// Areas, weights and border lengths of the regions of a labelled picture.
// RUN: %check %s --class LabelAreas --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size width=1,41 --size height=1,23 -- -std=c++17 -Wno-attributes
#include <cstdint>

class LabelAreas {
public:
  virtual ~LabelAreas() = default;

  virtual void Measure(const uint8_t *labels, const int *weights, int width, int height,
                       [[vkmorph::size("256")]] int *area, [[vkmorph::size("256")]] int *weight,
                       [[vkmorph::size("256")]] unsigned *border) {
    for (int phase = 0; phase < 1; ++phase)
      kernel1D_Clear(area, weight, border);
    kernel2D_Measure(labels, weights, width, height, area, weight, border);
  }

private:
  void kernel1D_Clear(int *area, int *weight, unsigned *border) {
    for (int r = 0; r < 256; r++) {
      area[r] = 0;
      weight[r] = 0;
      border[r] = 0u;
    }
  }

  static bool IsBorder(const uint8_t *labels, int width, int height, int x, int y) {
    const uint8_t own = labels[y * width + x];
    return x == 0 || y == 0 || x == width - 1 || y == height - 1 || labels[y * width + x - 1] != own ||
           labels[y * width + x + 1] != own || labels[(y - 1) * width + x] != own || labels[(y + 1) * width + x] != own;
  }

  void kernel2D_Measure(const uint8_t *labels, const int *weights, int width, int height, int *area, int *weight,
                        unsigned *border) {
    for (int y = 0; y < height; y++)
      for (int x = 0; x < width; x++) {
        int label = labels[y * width + x];
        area[label]++;
        weight[label] += weights[y * width + x];
        if (IsBorder(labels, width, height, x, y))
          border[label]++;
      }
  }
};
