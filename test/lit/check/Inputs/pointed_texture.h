// A pointer to a texture that kernels write by its name.
#pragma once
#include <vector>

struct Texture {
  int width = 0;
  std::vector<float> texels;
};

class Pointed {
public:
  Pointed() {
    m_light.width = 4;
    m_light.texels.resize(4);
    m_shown = &m_light;
  }
  virtual ~Pointed() = default;

  virtual void Run(float *out, int n) {
    kernel1D_Bake();
    kernel1D_Show(out, n);
  }
  void kernel1D_Bake() {
    for (int i = 0; i < m_light.width; i++)
      m_light.texels[i] = float(i);
  }
  void kernel1D_Show(float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_shown->texels[i % m_shown->width];
  }

  Texture m_light;
  const Texture *m_shown = nullptr;
};
