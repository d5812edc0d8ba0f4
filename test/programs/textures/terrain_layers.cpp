// Origin: written as a user would, before its first translation.
// Layers of ground, each with textures of its own, owned by pointers, and blended by weights.
// RUN: %check %s --class TerrainLayers --arg layers=0..5 --size n=0,1,65,257 -- -std=c++17
#include "texture.h"

#include <cstdint>
#include <memory>
#include <string>

struct Layer {
  std::string name;
  float scale = 1.0f;
  Texture2D<Color> color;
  Texture2D<float> height;
  std::vector<float> ramp;

  float Weight(float u, float v) const {
    const float h = height.Sample(u * scale, v * scale);
    const int last = int(ramp.size()) - 1;
    int i = int(h * float(last));
    i = i < 0 ? 0 : (i > last ? last : i);
    return ramp[size_t(i)];
  }
};

struct Place {
  float u, v;
};

class TerrainLayers {
public:
  explicit TerrainLayers(int layers = 3) {
    for (int i = 0; i < layers; i++) {
      auto layer = std::make_unique<Layer>();
      layer->name = "layer";
      layer->scale = 1.0f + 0.5f * float(i);
      layer->color = Texture2D<Color>(3 + i, 2, Address::Wrap);
      layer->height = Texture2D<float>(2, 3 + i, Address::Mirror);
      for (int x = 0; x < 3 + i; x++) {
        layer->color.At(x, 0) = {0.25f * float(x), 0.125f * float(i), 0.5f};
        layer->color.At(x, 1) = {0.5f, 0.25f * float(x), 0.125f * float(i)};
        layer->height.At(0, x) = 0.25f * float(x % 4);
        layer->height.At(1, x) = 0.125f * float(x % 8);
      }
      for (int k = 0; k <= i; k++)
        layer->ramp.push_back(0.25f + 0.25f * float(k));
      m_layers.push_back(std::move(layer));
    }
  }
  virtual ~TerrainLayers() = default;

  virtual void Cover(const Place *places, uint32_t n, Color *out) { kernel1D_Cover(places, n, out); }

  void kernel1D_Cover(const Place *places, uint32_t n, Color *out) {
    for (uint32_t i = 0; i < n; i++) {
      Color sum;
      float weights = 0.0f;
      for (const auto &layer : m_layers) {
        const float weight = layer->Weight(places[i].u, places[i].v);
        sum = sum + layer->color.Sample(places[i].u * layer->scale, places[i].v * layer->scale) * weight;
        weights += weight;
      }
      out[i] = weights > 0.0f ? sum * (1.0f / weights) : Color{};
    }
  }

private:
  std::vector<std::unique_ptr<Layer>> m_layers;
};
