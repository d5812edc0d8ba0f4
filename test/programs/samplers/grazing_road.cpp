// Origin: written by a reader of the docs, before its first translation.
// A road seen at a grazing angle: two taps along the longer axis of each pixel's footprint, at the level of the shorter one.
// RUN: %check %s --class GrazingRoad --config=%S/Inputs/grazing_road.yaml --option=--textures=samplers --size w=16 --size h=8 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <vector>

struct MapLevel {
  uint16_t columns, rows;
  std::vector<float> gray;

  float at(int x, int y) const {
    const int c = int(columns), r = int(rows);
    return gray[(x < 0 ? 0 : (x < c ? x : c - 1)) + (y < 0 ? 0 : (y < r ? y : r - 1)) * c];
  }
};

class GrayMap {
public:
  void add(MapLevel level) { chain.push_back(level); }
  float sample(float s, float t, float lambda) const {
    int last = int(chain.size()) - 1;
    if (lambda <= 0.0f)
      return between(chain[0], s, t);
    if (lambda >= float(last))
      return between(chain[last], s, t);
    const int k = int(lambda);
    const float w = lambda - float(k);
    return (1.0f - w) * between(chain[k], s, t) + w * between(chain[k + 1], s, t);
  }

private:
  static float between(const MapLevel &level, float s, float t) {
    const float x = s * level.columns - 0.5f, y = t * level.rows - 0.5f;
    const int i = int(floorf(x)), j = int(floorf(y));
    const float a = x - i, b = y - j;
    const float top = level.at(i, j) + (level.at(i + 1, j) - level.at(i, j)) * a;
    const float bottom = level.at(i, j + 1) + (level.at(i + 1, j + 1) - level.at(i, j + 1)) * a;
    return top + (bottom - top) * b;
  }

  std::vector<MapLevel> chain;
};

class GrazingRoad {
public:
  GrazingRoad() {
    for (int k = 0; k < 4; k++) {
      MapLevel level;
      level.columns = uint16_t(8 >> k);
      level.rows = uint16_t(16 >> k);
      for (int i = 0; i < level.columns * level.rows; i++)
        level.gray.push_back(0.125f * float((i * 5 + k) % 7));
      asphalt.add(level);
    }
  }
  virtual ~GrazingRoad() = default;

  virtual void Draw(uint32_t w, uint32_t h, float *picture) { kernel2D_Draw(w, h, picture); }

  void kernel2D_Draw(uint32_t w, uint32_t h, float *picture) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float distance = 1.0f + 4.0f * float(h - y) / float(h);
        const float s = (float(x) + 0.5f) / float(w), t = 1.0f / distance;
        const float across = 0.25f * distance, along = 0.25f * distance * distance;
        const float level = std::log2(std::fmax(across, along / 2.0f));
        const float step = 0.25f * along / 16.0f;
        picture[y * w + x] = 0.5f * (asphalt.sample(s, t - step, level) + asphalt.sample(s, t + step, level));
      }
  }

private:
  GrayMap asphalt;
};
