#pragma once
#include <cstddef>
#include <cstdint>

class Dice {
public:
  virtual ~Dice() = default;
  virtual void Fingerprint(const uint8_t *a_bytes, uint64_t *a_hashes, size_t a_blocks);
  virtual uint32_t Throw(float *a_rolls, uint8_t *a_faces, size_t a_count, uint64_t a_seed);
  virtual void kernel1D_Hash(const uint8_t *a_bytes, uint64_t *a_hashes, size_t a_blocks);
  virtual void kernel1D_Roll(float *a_rolls, uint8_t *a_faces, size_t a_count, uint64_t a_seed);

  uint32_t m_sixes = 0;
  uint64_t m_check = 0;
  uint8_t m_longest = 0;

private:
  static constexpr uint64_t kPrime = 0x100000001b3ull;
  static constexpr size_t kBlock = 8;
  uint64_t m_salt = 0xcbf29ce484222325ull;
};
