// Sizes in members, numbers of 64 bits that the host keeps within 32, ask the device for no integers of 64 bits: shaders
// declare two words and read the low one. One that computes with 64 bits declares numbers.
// RUN: vkmorph %s --class Sizes --emit=glsl -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Sizes --emit=glsl --target=vulkan10 -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class Sizes --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HOST
// RUN: vkmorph %s --class Mixed --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=MIXED
// RUN: vkmorph %s --class Mixed --emit=host -- -std=c++17 | FileCheck %s --check-prefix=MIXED-HOST
// CHECK-NOT: int64
// CHECK: struct Box {
// CHECK-NEXT: uvec2 width;
// CHECK: uvec2 rows_;
// CHECK: columns_.x
// CHECK-NOT: int64
// HOST: Sizes_Generated::RequiredFeatures()
// HOST-NOT: shaderInt64
// MIXED: uint64_t seed_;
// MIXED: uint64_t count_;
// MIXED-HOST: shaderInt64
#include <cstddef>
#include <cstdint>

class Sizes {
public:
  virtual ~Sizes() = default;
  virtual void Run(const int *in, int *out) { kernel2D_Turn(in, out); }

protected:
  struct Box {
    size_t width = 2;
    int shift = 1;
    size_t height = 3;
  };
  void kernel2D_Turn(const int *in, int *out) {
    for (size_t y = 0; y < rows_; ++y)
      for (size_t x = 0; x < columns_; ++x)
        out[x * rows_ + y] = in[y * columns_ + x] + static_cast<int>(boxes_[1].width) + boxes_[0].shift;
  }
  size_t rows_ = 3, columns_ = 5;
  Box boxes_[2];
  uint64_t untouched_ = 1;
};

class Mixed {
public:
  virtual ~Mixed() = default;
  virtual void Run(uint32_t *out) { kernel1D_Hash(out); }

protected:
  void kernel1D_Hash(uint32_t *out) {
    for (size_t i = 0; i < count_; ++i)
      out[i] = static_cast<uint32_t>((seed_ * (i + 1)) >> 40);
  }
  uint64_t seed_ = 0x9E3779B97F4A7C15u;
  size_t count_ = 5;
};
