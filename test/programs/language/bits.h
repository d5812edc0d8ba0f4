#ifndef BITS_H
#define BITS_H
#include <cstdint>

namespace pack {

/// Counts, finds and moves bits of integers of every width, zeros and all ones included.
class Bitmap {
public:
  virtual ~Bitmap() = default;
  virtual void Summarise(const uint32_t *words, const uint64_t *longs, uint32_t *sums, uint64_t *moved, int n);
  virtual int Room(unsigned size, const uint8_t *bytes, int *codes, int n);

private:
  void kernel1D_Words(const uint32_t *words, uint32_t *sums, int n);
  void kernel1D_Longs(const uint64_t *longs, uint64_t *moved, int n);
  void kernel1D_Bytes(const uint8_t *bytes, int *codes, int n);
  static uint32_t Spread(uint32_t word, int i);
};

} // namespace pack

#endif
