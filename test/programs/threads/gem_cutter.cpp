// Origin: written from README.md and docs/Language.md before its first translation.
// Kernels that call kernels, return bool, enumerations and structs, and write through several out-pointers; loops in each other
// that are left by one return; a template as base class.
// RUN: %check %s --class GemCutter --variants=default --variant='split=--kernels=split' --size w=1,21 --size h=1,12 -- -std=c++17
#include <array>
#include <cmath>
#include <cstdint>

enum class Facet : uint8_t { None, Table, Crown, Pavilion };

struct Cut {
  float depth;
  Facet facet;
};

/// The loops over the stones of a tray.
template <typename Derived> class Tray {
public:
  virtual ~Tray() = default;
  virtual void CutBlock(uint32_t w, uint32_t h, float *loss, uint8_t *facets, int *turns) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x)
        static_cast<Derived *>(this)->CutStone(x, y, w, loss, facets, turns);
  }
};

class GemCutter : public Tray<GemCutter> {
public:
  void CutStone(uint32_t tidX, uint32_t tidY, uint32_t width, float *loss, uint8_t *facets, int *turns) {
    float size, flaw;
    kernel_Inspect(tidX, tidY, &size, &flaw);
    int count = 0;
    float removed = 0.0f;
    for (const float angle : angles) {
      for (int turn = 0; turn < 6; ++turn) {
        for (int deeper = 0; deeper < 3; ++deeper) {
          const Cut cut = kernel_Try(tidX, tidY, angle, turn, deeper, size);
          count++;
          if (cut.facet == Facet::None)
            break;
          if (!kernel_Remove(tidX, tidY, cut, &removed, &size))
            continue;
          if (size < flaw) {
            // Nothing is left of it.
            kernel_Keep(tidX, tidY, width, removed, Facet::None, -count, loss, facets, turns);
            return;
          }
        }
      }
      if (removed > 0.8f)
        break;
    }
    kernel_Keep(tidX, tidY, width, removed, Facet::Table, count, loss, facets, turns);
  }

  std::array<float, 3> angles = {0.2f, 0.6f, 1.1f};

private:
  void kernel_Inspect(uint32_t tidX, uint32_t tidY, float *size, float *flaw) {
    *size = 1.0f + 0.1f * float(tidX % 7);
    *flaw = 0.15f * float(tidY % 6);
  }
  Cut kernel_Try(uint32_t tidX, uint32_t tidY, float angle, int turn, int deeper, float size) {
    Cut cut;
    kernel_Depth(tidX, tidY, angle * float(turn + 1), &cut.depth);
    cut.depth *= float(deeper + 1) * 0.03f * size;
    cut.facet = cut.depth < 0.01f ? Facet::None : angle < 0.5f ? Facet::Crown : Facet::Pavilion;
    return cut;
  }
  void kernel_Depth(uint32_t tidX, uint32_t tidY, float angle, float *depth) {
    *depth = std::fabs(std::sin(angle + float(tidX + tidY)));
  }
  bool kernel_Remove(uint32_t tidX, uint32_t tidY, const Cut &cut, float *removed, float *size) {
    if (cut.facet == Facet::Crown && (tidX + tidY) % 2 == 0)
      return false;
    *removed += cut.depth;
    *size -= cut.depth;
    return true;
  }
  void kernel_Keep(uint32_t tidX, uint32_t tidY, uint32_t width, float removed, Facet facet, int count, float *loss, uint8_t *facets, int *turns) {
    const uint32_t i = tidY * width + tidX;
    loss[i] = removed;
    facets[i] = static_cast<uint8_t>(facet);
    turns[i] = count;
  }
};
