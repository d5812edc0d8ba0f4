#pragma once

#include <cstdint>

class Comb {
public:
  virtual ~Comb() {}
  virtual void Fill(int *a, int *b, uint8_t *c, int16_t n);

protected:
  void kernel1D_bytes(int *a);
  void kernel1D_shorts(int *b, int16_t n);
  void kernel2D_both(uint8_t *c, int16_t n);
};
