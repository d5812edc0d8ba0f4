#pragma once

#include <cstdint>

/// Powers of numbers of all kinds, and constants that have names.
class Powers {
public:
  enum class Kind : uint8_t { Plain, Shifted = 4, Turned };
  static constexpr float Pi = 3.14159265f;
  static constexpr int Special = 6;

  virtual ~Powers() = default;
  virtual void Raise(const float *x, const double *y, float *powers, double *wide, int *kinds, unsigned count);

private:
  float Number(const float *x, unsigned i) const;
  void kernel1D_Raise(const float *x, float *powers, unsigned count);
  void kernel1D_Wide(const double *y, double *wide, unsigned count);
  void kernel1D_Choose(const float *x, int *kinds, unsigned count);
};
