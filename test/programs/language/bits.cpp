// Origin: written with the part of the compiler that it tests.
// Functions on bits: of <bit> for 8 to 64 bits, of the compiler, also in code that runs on the host.
// RUN: %check %s --class pack::Bitmap -- -std=c++20
#include "bits.h"
#include <bit>
#include <numeric>
#include <strings.h>

namespace pack {

// Zeros, all ones, single bits and what lies between.
uint32_t Bitmap::Spread(uint32_t word, int i) {
  switch (i % 5) {
  case 0:
    return word * 2654435761u;
  case 1:
    return 1u << (word % 32u);
  case 2:
    return ~(word * 40503u);
  case 3:
    return 0u;
  default:
    return ~0u << (word % 32u);
  }
}

void Bitmap::kernel1D_Words(const uint32_t *words, uint32_t *sums, int n) {
  for (int i = 0; i < n; ++i) {
    const uint32_t x = Spread(words[i], i);
    uint32_t h = std::popcount(x) + 37u * std::countl_zero(x) + 41u * std::countr_zero(x);
    h += 43u * std::countl_one(x) + 47u * std::countr_one(x) + 53u * (std::has_single_bit(x) ? 1u : 0u);
    h = h * 31u + uint32_t(std::bit_width(x)) + std::bit_floor(x) + std::bit_ceil(x >> 1);
    h = h * 31u + std::rotl(x, i) + std::rotr(x, 5 - i) + std::rotl(x, 32);
    h ^= __builtin_bswap32(x) + uint32_t(__builtin_ffs(int(x)) * 3 + __builtin_parity(x) * 5);
    h += uint32_t(__builtin_clrsb(int(x)) * 7 + ffs(int(x >> 3)));
    if (x != 0)
      h += uint32_t(__builtin_clz(x) * 11 + __builtin_ctz(x) * 13);
    sums[i] = h;
  }
}

void Bitmap::kernel1D_Longs(const uint64_t *longs, uint64_t *moved, int n) {
  for (int i = 0; i < n; ++i) {
    const uint64_t low = Spread(uint32_t(longs[i]), i), high = Spread(uint32_t(longs[i]) + 7u, i / 5);
    const uint64_t x = low | high << 32;
    uint64_t h = uint64_t(std::popcount(x)) + 37u * std::countl_zero(x) + 41u * std::countr_zero(x);
    h += 43u * std::countl_one(x) + 47u * std::countr_one(x) + (std::has_single_bit(x) ? 53u : 0u);
    h = h * 31u + uint64_t(std::bit_width(x)) + std::bit_floor(x) + std::bit_ceil(x >> 1);
    h = h * 31u + std::rotl(x, i) + std::rotr(x, 5 - i);
    h ^= __builtin_bswap64(x) + uint64_t(__builtin_ffsll(int64_t(x)) * 3 + __builtin_parityll(x) * 5);
    if (x != 0)
      h += uint64_t(__builtin_clzll(x) * 11 + __builtin_ctzl(x) * 13 + __builtin_clrsbll(int64_t(x)));
    moved[i] = h;
  }
}

void Bitmap::kernel1D_Bytes(const uint8_t *bytes, int *codes, int n) {
  for (int i = 0; i < n; ++i) {
    const uint8_t b = bytes[i] & uint8_t(Spread(bytes[i], i));
    const uint16_t s = uint16_t(b * 771 + i);
    int h = std::popcount(b) + 3 * std::countl_zero(b) + 5 * std::countr_zero(b) + 7 * std::countl_one(b);
    h += 11 * std::countr_one(b) + 13 * int(std::bit_floor(b)) + 17 * int(std::bit_ceil(uint8_t(b >> 1)));
    h = h * 3 + int(std::rotl(b, i)) + int(std::rotr(b, 3)) + int(std::rotl(s, -5)) + int(__builtin_bswap16(s));
    h += int(std::countl_zero(s)) + int(std::countl_one(s)) + int(std::bit_width(s));
    codes[i] = h + std::midpoint(i, int(b)) + int(std::midpoint(b, uint8_t(200))) - std::midpoint(-3, i);
  }
}

void Bitmap::Summarise(const uint32_t *words, const uint64_t *longs, uint32_t *sums, uint64_t *moved, int n) {
  kernel1D_Words(words, sums, n);
  kernel1D_Longs(longs, moved, n);
}

// The host counts bits, too.
int Bitmap::Room(unsigned size, const uint8_t *bytes, int *codes, int n) {
  const int room = int(std::bit_ceil(size + 1u)) + std::countl_zero(size) * 1000 + std::countr_zero(size) * 100000;
  kernel1D_Bytes(bytes, codes, n);
  return room + __builtin_ctzll(uint64_t(size) << 20 | 1ull << 40);
}

} // namespace pack
