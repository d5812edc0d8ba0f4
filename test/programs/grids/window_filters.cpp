// Origin: written as a user would.
// Filters with windows: loops in loops, with weights that all rows share, edges, several channels, and conditions.
// RUN: %check %s --class WindowFilters --variants=default --size width=0,1,35 --size height=1,2,29 --size radius=0,1,3 -- -std=c++17 -Wno-unknown-attributes
// RUN: %check %s --class WindowFilters --variant="small=--workgroup-size=16" --size width=41 --size height=1030 --size radius=1 -- -std=c++17 -Wno-unknown-attributes
#include <algorithm>

struct Colour {
  float r, g, b;
};

class WindowFilters {
public:
  virtual ~WindowFilters() {}
  virtual void Clamped(const float *in, [[vkmorph::size("(2 * radius + 1) * (2 * radius + 1)")]] const float *weights, float *out, int width, int height, int radius) {
    kernel2D_Clamped(in, weights, out, width, height, radius);
  }
  virtual void Inside(const Colour *in, const float *weights, Colour *out, int width, int height, int radius) {
    kernel2D_Inside(in, weights, out, width, height, radius);
  }
  virtual void Interior(const int *in, const int *weights, int *out, int width, int height, int radius) {
    kernel2D_Interior(in, weights, out, width, height, radius);
  }
  virtual void Channels(const float *in, const float *weights, float *out, int width, int height) {
    kernel2D_Channels(in, weights, out, width, height);
  }

protected:
  void kernel2D_Clamped(const float *in, const float *weights, float *out, int width, int height, int radius) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        float sum = 0.0f;
        int tap = 0;
        for (int dy = -radius; dy <= radius; dy++) {
          const int row = std::clamp(y + dy, 0, height - 1);
          for (int dx = -radius; dx <= radius; dx++) {
            const int column = std::clamp(x + dx, 0, width - 1);
            sum += weights[tap++] * in[row * width + column];
          }
        }
        out[y * width + x] = sum;
      }
    }
  }

  // Pixels outside of the picture do not count.
  void kernel2D_Inside(const Colour *in, const float *weights, Colour *out, int width, int height, int radius) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        Colour sum = {0, 0, 0};
        float all = 0;
        for (int dy = -radius; dy <= radius; dy++) {
          for (int dx = -radius; dx <= radius; dx++) {
            if (x + dx < 0 || x + dx >= width)
              continue;
            const float weight = weights[(dy + radius) * (2 * radius + 1) + dx + radius];
            if (y + dy >= 0 && y + dy < height) {
              const Colour &pixel = in[(y + dy) * width + x + dx];
              sum.r += weight * pixel.r;
              sum.g += weight * pixel.g;
              sum.b += weight * pixel.b;
              all += weight;
            }
          }
        }
        out[y * width + x] = {sum.r + all, sum.g - all, sum.b * 2};
      }
    }
  }

  // Only where the whole window is inside.
  void kernel2D_Interior(const int *in, const int *weights, int *out, int width, int height, int radius) {
    for (int y = 1; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int value = -7;
        if (x >= radius && x + radius < width) {
          value = 0;
          for (int dx = -radius; dx <= radius; dx++) {
            const int weight = weights[dx + radius] * 3;
            value += weight * in[y * width + x + dx];
          }
        }
        out[y * width + x] = value;
      }
    }
  }

  // Four channels of results side by side, in a small array.
  void kernel2D_Channels(const float *in, const float *weights, float *out, int width, int height) {
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        float values[4] = {};
        for (int k = 0; k < 5; k++) {
          const float pixel = in[(y * width + x) * 5 + k];
          for (int c = 0; c < 4; c++)
            values[c] += weights[k * 4 + c] * pixel;
        }
        for (int c = 0; c < 4; c++)
          out[(y * width + x) * 4 + c] = values[c];
      }
    }
  }
};
