#pragma once
#include <cstddef>
#include <cstdint>

// Plays things backwards.
class Rewinder {
public:
  explicit Rewinder(int lowest) : lowest_(lowest & 7) {}
  virtual ~Rewinder() = default;
  virtual void Rewind(const int *tape, int *a, int *b, uint32_t *c, int *d, int n);
  virtual void Columns(const int *image, int *flipped, int *sparse, unsigned width, unsigned height);
  int Sum() const { return sum_; }

private:
  void kernel1D_AtLeast(const int *tape, int *a, int n);
  void kernel1D_Above(const int *tape, int *b, int n);
  void kernel1D_Post(uint32_t *c, uint32_t n);
  void kernel1D_Every(const int *tape, int *d, int n);
  void kernel1D_Total(const int *tape, int n);
  void kernel2D_Flip(const int *image, int *flipped, unsigned width, unsigned height);
  void kernel2D_Sparse(const int *image, int *sparse, int width, int height);

  const int lowest_;
  int sum_ = 0;
};
