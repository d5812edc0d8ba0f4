#pragma once
#include <cstddef>
#include <cstdint>

/// Members of type std::size_t that control functions and kernels assign.
class Halves {
public:
  virtual ~Halves() = default;
  virtual void Fill([[vkmorph::size("n")]] int *out, size_t n);
  virtual void Shrink([[vkmorph::size("n")]] int *out, size_t n);
  virtual void Count(const int *in, [[vkmorph::size("n")]] int *out, size_t n);
  virtual void Grow([[vkmorph::size("4 * n")]] int *out, size_t n);

protected:
  void kernel1D_Fill(int *out);
  void kernel1D_Halve();
  void kernel1D_Count(const int *in, size_t n);
  void kernel1D_Mark(int *out);
  void kernel1D_Double();
  void kernel1D_Squares(int *out);

  size_t used_ = 3, half_ = 1, stride_ = 1;
  size_t positive_ = 0;
  size_t doubled_ = 1;
};
