// Origin: written as a user would, before its first translation.
// The slide that a setter gives, by a pointer; a tray of slides by pointers; the mask that not every projector has.
// RUN: %check %s --class SlideProjector --arg slide=0..2 --size w=0,4,40 --size h=4,16 -- -std=c++17
#include "texture.h"

#include <cstdint>

class SlideProjector {
public:
  explicit SlideProjector(int slide = 0) : m_beach(6, 4), m_forest(3, 5, Address::Mirror), m_mask(4, 4) {
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 6; x++)
        m_beach.At(x, y) = {0.125f * float(x), 0.25f * float(y), 1.0f};
    for (int y = 0; y < 5; y++)
      for (int x = 0; x < 3; x++)
        m_forest.At(x, y) = {0.0f, 0.25f * float(x + y), 0.125f};
    for (int y = 0; y < 4; y++)
      for (int x = 0; x < 4; x++)
        m_mask.At(x, y) = float((x + y) % 2);
    m_tray = {&m_forest, &m_beach, &m_forest};
    SetSlide(slide == 0 ? &m_beach : &m_forest);
    if (slide == 2)
      SetMask(&m_mask);
  }
  virtual ~SlideProjector() = default;

  void SetSlide(const Texture2D<Color> *slide) { m_slide = slide; }
  void SetMask(const Texture2D<float> *mask) { m_shade = mask; }

  virtual void Project(uint32_t w, uint32_t h, Color *out) { kernel2D_Project(w, h, out); }
  /// All slides side by side.
  virtual void Overview(uint32_t w, uint32_t h, Color *out) { kernel2D_Overview(w, h, out); }

  void kernel2D_Project(uint32_t w, uint32_t h, Color *out) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const float u = (float(x) + 0.5f) / float(w), v = (float(y) + 0.5f) / float(h);
        Color color = m_slide->Sample(u * m_zoom, v * m_zoom);
        if (m_shade != nullptr)
          color = color * m_shade->Nearest(u, v);
        out[y * w + x] = color;
      }
  }

  void kernel2D_Overview(uint32_t w, uint32_t h, Color *out) {
    for (uint32_t y = 0; y < h; y++)
      for (uint32_t x = 0; x < w; x++) {
        const uint32_t count = uint32_t(m_tray.size()), which = x * count / w;
        const Texture2D<Color> *slide = m_tray[which];
        out[y * w + x] = slide->Sample(float(x * count % w) / float(w), float(y) / float(h));
      }
  }

private:
  Texture2D<Color> m_beach, m_forest;
  Texture2D<float> m_mask;
  const Texture2D<Color> *m_slide = nullptr;
  const Texture2D<float> *m_shade = nullptr;
  std::vector<const Texture2D<Color> *> m_tray;
  float m_zoom = 1.25f;
};
