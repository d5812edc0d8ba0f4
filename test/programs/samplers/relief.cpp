// Origin: written as a user would, before its first translation.
// Heights of a landscape and what grows there: each map says how it goes on behind its edges.
// RUN: %check %s --class Relief --config=%S/Inputs/relief.yaml --option=--textures=samplers --arg edges=0..2 --size n=0,1,500 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <vector>

enum class Edge : uint8_t { Stop = 0, Tile = 1, Fold = 2 };

struct Walker {
  float x, y;
};

struct Reading {
  float height, slope, plants;
};

template <class Value> struct Texture2D {
  int w = 0, h = 0;
  Edge edge = Edge::Stop;
  std::vector<Value> data;

  Texture2D(int columns, int rows, Edge how) : w(columns), h(rows), edge(how), data(size_t(columns * rows)) {}

  int Place(int i, int n) const {
    switch (edge) {
    case Edge::Tile:
      return ((i % n) + n) % n;
    case Edge::Fold: {
      const int k = ((i % (2 * n)) + 2 * n) % (2 * n);
      return k < n ? k : 2 * n - 1 - k;
    }
    default:
      return i < 0 ? 0 : (i > n - 1 ? n - 1 : i);
    }
  }
  Value Read(int i, int j) const { return data[size_t(Place(j, h) * w + Place(i, w))]; }

  Value Smooth(float u, float v) const {
    const float x = u * float(w) - 0.5f, y = v * float(h) - 0.5f;
    const int i = int(std::floor(x)), j = int(std::floor(y));
    const float s = x - std::floor(x), t = y - std::floor(y);
    return (Read(i, j) * (1.0f - s) + Read(i + 1, j) * s) * (1.0f - t) +
           (Read(i, j + 1) * (1.0f - s) + Read(i + 1, j + 1) * s) * t;
  }
  Value Closest(float u, float v) const { return Read(int(std::floor(u * float(w))), int(std::floor(v * float(h)))); }
};

class Relief {
public:
  explicit Relief(int edges = 1) : m_heights(7, 5, Edge(edges)), m_plants(4, 4, Edge::Tile) {
    for (int i = 0; i < 35; i++)
      m_heights.data[size_t(i)] = 0.25f * float((i * 11) % 7);
    for (int i = 0; i < 16; i++)
      m_plants.data[size_t(i)] = float(i % 5);
  }
  virtual ~Relief() = default;

  virtual void Survey(const Walker *walkers, uint32_t n, Reading *readings) { kernel1D_Survey(walkers, n, readings); }

  void kernel1D_Survey(const Walker *walkers, uint32_t n, Reading *readings) {
    for (uint32_t i = 0; i < n; i++) {
      const Walker &at = walkers[i];
      readings[i].height = m_heights.Smooth(at.x, at.y);
      readings[i].slope = m_heights.Smooth(at.x + 0.0625f, at.y) - m_heights.Smooth(at.x - 0.0625f, at.y);
      readings[i].plants = m_plants.Closest(at.x, at.y) + m_heights.Closest(at.y, at.x);
    }
  }

private:
  Texture2D<float> m_heights, m_plants;
};
