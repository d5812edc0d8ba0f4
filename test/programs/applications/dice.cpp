// Origin: written by a newcomer from README.md and docs/Language.md alone.
// Hashes of byte blocks and random numbers: 64-bit integers, functions of bits, bit casts by memcpy, bytes in and out.
// RUN: %check %s --class Dice -- -std=c++17
#include "dice.h"
#include <cstring>

namespace {

template <int Bits> constexpr uint64_t Rotl(uint64_t a_value) {
  static_assert(Bits > 0 && Bits < 64, "a rotation");
  return (a_value << Bits) | (a_value >> (64 - Bits));
}

struct Xoshiro {
  uint64_t state[2];

  explicit Xoshiro(uint64_t a_seed) : state{Mix(a_seed), Mix(a_seed ^ 0x9e3779b97f4a7c15ull)} {}

  uint64_t operator()() {
    uint64_t &a = state[0];
    uint64_t &b = state[1];
    const uint64_t result = Rotl<17>(a + b) + a;
    b ^= a;
    a = Rotl<49>(a) ^ b ^ (b << 21);
    b = Rotl<28>(b);
    return result;
  }

  static uint64_t Mix(uint64_t a_value) {
    a_value = (a_value ^ (a_value >> 30)) * 0xbf58476d1ce4e5b9ull;
    a_value = (a_value ^ (a_value >> 27)) * 0x94d049bb133111ebull;
    return a_value ^ (a_value >> 31);
  }
};

float UnitFloat(uint64_t a_bits) {
  const uint32_t pattern = uint32_t(a_bits >> 41) | 0x3f800000u;
  float value;
  std::memcpy(&value, &pattern, sizeof(value));
  return value - 1.0f;
}

} // namespace

void Dice::kernel1D_Hash(const uint8_t *a_bytes, uint64_t *a_hashes, size_t a_blocks) {
  m_check = 0;
  m_longest = 0;
  for (size_t block = 0; block < a_blocks; block++) {
    uint64_t hash = m_salt;
    for (const uint8_t *byte = a_bytes + block * kBlock, *end = byte + kBlock; byte < end; byte++) {
      hash ^= *byte;
      hash *= kPrime;
    }
    a_hashes[block] = hash;
    m_check += hash & 0xffffffffu;
    const auto zeros = static_cast<uint8_t>(hash == 0 ? 64 : __builtin_clzll(hash));
    if (zeros > m_longest)
      m_longest = zeros;
  }
}

void Dice::kernel1D_Roll(float *a_rolls, uint8_t *a_faces, size_t a_count, uint64_t a_seed) {
  m_sixes = 0;
  for (size_t i = 0; i < a_count; i++) {
    Xoshiro random(a_seed + i);
    for (int k = __builtin_popcountll(a_seed) & 3; k >= 0; --k)
      random();
    const float roll = UnitFloat(random());
    a_rolls[i] = roll;
    const uint8_t face = uint8_t(1 + random() % 6);
    a_faces[i] = face;
    m_sixes += face == 6;
  }
}

void Dice::Fingerprint(const uint8_t *a_bytes, uint64_t *a_hashes, size_t a_blocks) {
  kernel1D_Hash(a_bytes, a_hashes, a_blocks);
}

uint32_t Dice::Throw(float *a_rolls, uint8_t *a_faces, size_t a_count, uint64_t a_seed) {
  kernel1D_Roll(a_rolls, a_faces, a_count, a_seed);
  return m_sixes;
}
