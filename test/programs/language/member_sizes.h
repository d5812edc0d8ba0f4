#pragma once
#include <cstddef>
#include <cstdint>

/// Products and windows of matrices whose sizes are members of type std::size_t.
class Matrices {
public:
  virtual ~Matrices() = default;
  virtual void Multiply(const int *a, const int *b, int *c) { kernel2D_Multiply(a, b, c); }
  virtual void Crop(const int *image, int *part) { kernel2D_Crop(image, part); }
  virtual void Tail(int *line) { kernel1D_Tail(line); }
  virtual void Reverse(const int *line, int *reversed) { kernel1D_Reverse(line, reversed); }
  virtual void Pick([[vkmorph::size("counts_[0]")]] const int *line, int *picked) { kernel1D_Pick(line, picked); }
  virtual void Hash(const uint32_t *salt, uint32_t *hashes) { kernel1D_Hash(salt, hashes); }

protected:
  struct Box {
    size_t left = 2, top = 1;
    struct {
      size_t width = 5, height = 3;
    } extent;
  };

  void kernel2D_Multiply(const int *a, const int *b, int *c);
  void kernel2D_Crop(const int *image, int *part);
  void kernel1D_Tail(int *line);
  void kernel1D_Reverse(const int *line, int *reversed);
  void kernel1D_Pick(const int *line, int *picked);
  void kernel1D_Hash(const uint32_t *salt, uint32_t *hashes);
  size_t At(size_t row, size_t column) const { return row * columns_ + column; }

  size_t rows_ = 7, columns_ = 9, depth_ = 4;
  Box box_;
  size_t counts_[3] = {11, 40, 3};
  size_t first_ = 5;
  uint64_t seed_ = 0x9E3779B97F4A7C15u, mask_ = ~uint64_t(0) / 3;
};
