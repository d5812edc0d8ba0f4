#pragma once

#include <cstddef>
#include <cstdint>

namespace census {

class Counter {
 public:
  Counter(unsigned rows, short cols) : rows_(rows % 40u), cols_(short(cols & 31)) {}
  virtual ~Counter() = default;

  virtual void Wide(const uint32_t* in, uint64_t* a, uint32_t* b, int64_t* c, std::size_t n);
  virtual void Short(const uint32_t* in, uint32_t* d, uint32_t* e, uint16_t count, int limit);
  virtual void Block(int64_t* grid);

 private:
  void kernel1D_Int64(const uint32_t* in, uint64_t* a, int64_t n);
  void kernel1D_Unsigned(const uint32_t* in, uint32_t* b, std::size_t n);
  void kernel1D_Long(const uint32_t* in, int64_t* c, std::size_t n);
  void kernel1D_Uint16(const uint32_t* in, uint32_t* d, uint16_t count);
  void kernel1D_Mixed(const uint32_t* in, uint32_t* e, int limit);
  void kernel2D_Block(int64_t* grid);

  const unsigned rows_;
  const short cols_;
  const std::size_t skip_ = 2;
  static constexpr uint64_t kBig = 0x100000001b3ull;
};

}  // namespace census
