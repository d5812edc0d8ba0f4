#pragma once

// Sums by halving: each level adds the upper half of what is left to the lower half.
class FoldTree {
public:
  virtual ~FoldTree() = default;

  // The sum is in data[0].
  virtual void Sum([[vkmorph::size("n")]] int *data, unsigned n);
  // Weights each level; gives the number of levels.
  virtual int Levels([[vkmorph::size("n")]] int *data, unsigned n, int weight);

protected:
  void kernel1D_Fold(int *data, unsigned n, unsigned half) const;
  void kernel1D_Scale(int *data, unsigned n, int by) const;
};
