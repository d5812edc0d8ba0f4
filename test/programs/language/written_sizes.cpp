// Origin: written with the part of the compiler that it tests.
// Members of type std::size_t that control functions and kernels assign: from parameters, which the host checks, by
// quotients, which fit, and by sums and products, which need all 64 bits.
// RUN: %check %s --class Halves --size n=1,5,700 -- -std=c++17 -Wno-unknown-attributes
#include "written_sizes.h"

void Halves::kernel1D_Fill(int *out) {
  for (size_t i = 0; i < used_; ++i)
    out[i] = static_cast<int>(i + used_ * 2 + stride_);
}

void Halves::kernel1D_Halve() {
  half_ = used_ / 2;
  used_ %= 100;
  for (int i = 0; i < 1; ++i)
    stride_ = 1;
}

void Halves::kernel1D_Count(const int *in, size_t n) {
  positive_ = 0;
  for (size_t i = 0; i < n; ++i)
    if (in[i] > 0)
      positive_++;
}

void Halves::kernel1D_Mark(int *out) {
  for (size_t i = 0; i < positive_; ++i)
    out[i] = static_cast<int>(i) - static_cast<int>(positive_);
}

void Halves::kernel1D_Double() {
  doubled_ *= 2;
  for (int i = 0; i < 1; ++i)
    stride_ = 1;
}

void Halves::kernel1D_Squares(int *out) {
  for (size_t i = 0; i < doubled_; ++i)
    out[i] += static_cast<int>(i * i);
}

void Halves::Fill(int *out, size_t n) {
  used_ = n;
  kernel1D_Fill(out);
}

void Halves::Shrink(int *out, size_t n) {
  used_ = n;
  kernel1D_Halve();
  kernel1D_Fill(out);
}

void Halves::Count(const int *in, int *out, size_t n) {
  kernel1D_Count(in, n);
  kernel1D_Mark(out);
}

void Halves::Grow(int *out, size_t n) {
  doubled_ = n;
  kernel1D_Double();
  kernel1D_Double();
  kernel1D_Squares(out);
}
