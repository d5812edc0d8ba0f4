// Origin: written as a user would.
// Grids that count down: >, >=, !=, --, steps other than one, `i-- > 0`, and the mixture in two dimensions.
// RUN: %check %s --class Rewinder -- -std=c++17
#include "loops_down.h"

void Rewinder::kernel1D_AtLeast(const int *tape, int *a, int n) {
  for (int i = n - 1; i >= 0; --i)
    a[i] = tape[i] * 2 - i;
}

void Rewinder::kernel1D_Above(const int *tape, int *b, int n) {
  for (int left = n; left > 0; left--)
    b[n - left] = tape[left - 1] + left;
}

void Rewinder::kernel1D_Post(uint32_t *c, uint32_t n) {
  for (uint32_t i = n; i-- > 0;)
    c[i] = (i ^ (n - i)) * 7u;
}

void Rewinder::kernel1D_Every(const int *tape, int *d, int n) {
  for (int i = n - 1; i >= lowest_; i -= 3)
    d[i] = tape[i] + 1000;
  for (int i = n - 2; i > lowest_ + 1; i = i - 3)
    d[i] = tape[i] + tape[i - 1] * 2 + 3000;
}

void Rewinder::kernel1D_Total(const int *tape, int n) {
  sum_ = lowest_;
  for (int i = n; i != 0; --i)
    sum_ += (tape[i - 1] & 63) * (i % 4 + 1);
}

void Rewinder::kernel2D_Flip(const int *image, int *flipped, unsigned width, unsigned height) {
  for (unsigned y = height; y-- > 0u;)
    for (unsigned x = 0; x < width; x++)
      flipped[y * width + x] = image[y * width + (width - 1 - x)] * 3 + int(y);
}

void Rewinder::kernel2D_Sparse(const int *image, int *sparse, int width, int height) {
  for (int y = height - 1; y >= 1; y -= 2)
    for (int x = width - 1; x > 0; x -= 5)
      sparse[y * width + x] = image[(y - 1) * width + x - 1] - x * y;
}

void Rewinder::Rewind(const int *tape, int *a, int *b, uint32_t *c, int *d, int n) {
  kernel1D_AtLeast(tape, a, n);
  kernel1D_Above(tape, b, n);
  kernel1D_Post(c, static_cast<uint32_t>(n));
  kernel1D_Every(tape, d, n);
  kernel1D_Total(tape, n);
}

void Rewinder::Columns(const int *image, int *flipped,
                       [[vkmorph::size("width*height")]] int *sparse, unsigned width,
                       unsigned height) {
  kernel2D_Flip(image, flipped, width, height);
  kernel2D_Sparse(image, sparse, int(width), int(height));
}
