#pragma once

namespace stage {

constexpr int Channels = 3;

struct Layout {
  int dims[2];
  int margin;
};

/// A light mixer; how long its arrays are stands beside them.
class Mixer {
public:
  virtual ~Mixer() = default;

  virtual void Mix([[vkmorph::size("w*h")]] const int *levels, [[size("w", "h")]] int *mixed, int w, int h);
  virtual void Sparse(__attribute__((size("n"))) const int *values, [[vkmorph::size("n*Channels")]] int *chosen, int n);
  virtual void Scatter(const unsigned *order, const int *values, [[vkmorph::size("16*n")]] int *out, unsigned n);
  virtual void Patch([[vkmorph::size("layout.dims[0]*layout.dims[1]+layout.margin")]] int *board,
                     [[vkmorph::size("m_lamps[1]")]] const int *lamps, int n);
  virtual void Overwrite(const int *values, int *fresh, int n);

private:
  void kernel2D_Mix(const int *levels, int *mixed, int w, int h);
  void kernel1D_Sparse(const int *values, int *chosen, int n);
  void kernel1D_Scatter(const unsigned *order, const int *values, int *out, unsigned n);
  void kernel1D_Patch(int *board, const int *lamps);
  void kernel1D_Overwrite(const int *values, int *fresh, int n);

  Layout layout = {{8, 6}, 2};
  int m_lamps[3] = {4, 10, 20};
};

} // namespace stage
