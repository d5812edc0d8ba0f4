// A class without virtual functions and without a namespace, for the tests of the host printer.
#pragma once

#include <cstdint>

struct Cell {
  float heat;
  int kind;
};

class Heat {
public:
  void Diffuse(float *src, float *dst, uint32_t width, uint32_t height, int passes);
  void Fill(float *cells, uint32_t n, float value) const;
  void Fill(Cell *cells, uint32_t n);
  void Total(const float *cells, uint32_t n, float &total);
  enum Mode { Explicit, Implicit };
  void Reset();
  void Run(const float *p, uint64_t size, Mode mode);
  void Unknown(const float *cells, const int *index, uint32_t n);

private:
  float m_total = 0.0f;
  int m_passes = 0;
};
