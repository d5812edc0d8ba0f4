// Origin: written with the part of the compiler that it tests.
// Members of type std::size_t as sizes: of grids and of loops over subscripts, in subscripts, where loops start, parts of
// structs and arrays; beside them 64-bit numbers that are no sizes and stay what they are.
// RUN: %check %s --class Matrices --size salt=7 --variants=default,vulkan10 -- -std=c++17 -Wno-unknown-attributes
#include "member_sizes.h"

void Matrices::kernel2D_Multiply(const int *a, const int *b, int *c) {
  for (size_t i = 0; i < rows_; ++i)
    for (size_t j = 0; j < columns_; ++j) {
      int sum = 0;
      for (size_t k = 0; k < depth_; ++k)
        sum += a[k * rows_ + i] * b[k * columns_ + j];
      c[At(i, j)] = sum + static_cast<int>(columns_ / 2);
    }
}

void Matrices::kernel2D_Crop(const int *image, int *part) {
  for (size_t y = 0; y < box_.extent.height; ++y)
    for (size_t x = 0; x < box_.extent.width; ++x)
      part[y * box_.extent.width + x] = image[(y + box_.top) * columns_ + x + box_.left];
}

void Matrices::kernel1D_Tail(int *line) {
  for (size_t i = first_; i < counts_[1]; ++i)
    line[i] = static_cast<int>(i * 3 - first_);
}

void Matrices::kernel1D_Reverse(const int *line, int *reversed) {
  for (size_t i = counts_[1]; i-- > 0;)
    reversed[i] = line[counts_[1] - 1 - i];
}

// The largest window that fits; `counts_[2]` is no size but a number in a sum.
void Matrices::kernel1D_Pick(const int *line, int *picked) {
  for (size_t i = 0; i < counts_[0]; ++i) {
    int most = 0;
    for (size_t k = i; k < counts_[0] && k < i + 4; ++k)
      most = line[k] > most ? line[k] : most;
    picked[i] = most + static_cast<int>(counts_[2] * 0x100000001u >> 32);
  }
}

void Matrices::kernel1D_Hash(const uint32_t *salt, uint32_t *hashes) {
  for (size_t i = 0; i < counts_[0]; ++i) {
    uint64_t hash = (i + seed_) & mask_;
    hash ^= hash >> 33;
    hashes[i] = static_cast<uint32_t>(hash >> 20) + salt[(seed_ >> 3) % 7];
  }
}
