// Origin: written as a user would.
// Representations: memcpy and std::bit_cast of scalars, sizeof and alignof, the three kinds of casts, tricks with bits.
// RUN: %check %s --class digest::Encoder -- -std=c++20
#include "bit_casts.h"
#include <bit>

namespace digest {

static uint32_t Spread(uint32_t v) {
  v &= 0xffffu;
  v = (v | (v << 8)) & 0x00ff00ffu;
  v = (v | (v << 4)) & 0x0f0f0f0fu;
  v = (v | (v << 2)) & 0x33333333u;
  return (v | (v << 1)) & 0x55555555u;
}

static uint32_t Fnv(uint32_t hash, uint32_t word) {
  for (unsigned b = 0; b < sizeof(word); ++b)
    hash = (hash ^ static_cast<uint8_t>(word >> (8 * b))) * 16777619u;
  return hash;
}

static int Exponent(float x) { return int((BitCast<uint32_t>(x) >> 23) & 0xffu) - 127; }

void Encoder::kernel1D_Hash(const float *values, const uint32_t *keys, uint32_t *hashes, uint32_t n) {
  for (uint32_t i = 0; i < n; ++i) {
    uint32_t word;
    std::memcpy(&word, &values[i], sizeof word);
    uint32_t key = keys[i] * 2654435761u;
    int32_t asInt;
    memcpy(&asInt, &key, sizeof(int32_t));
    uint32_t h = Fnv(Fnv(seed_, word), key);
    h += Spread(key) | (Spread(key >> 16) << 1);
    h ^= static_cast<uint32_t>(asInt >> 5) + uint32_t(Exponent(values[i]));
    h += uint32_t(__builtin_popcount(word)) * 3u + uint32_t(__builtin_clz(key | 1u)) * 5u;
    h += uint32_t(__builtin_ctz(key | 0x80000000u)) * 7u + uint32_t(__builtin_parity(word)) * 11u;
    h = std::rotl(h, 7) + std::rotr(word, 3) + uint32_t(std::popcount(key)) + uint32_t(std::countl_zero(key));
    h += uint32_t(sizeof(double) * 10 + alignof(uint16_t) + sizeof(values[0]) + sizeof(uint8_t[3]));
    hashes[i] = h ^ (uint32_t)(int8_t)key ^ uint32_t(uint16_t(word));
  }
}

void Encoder::kernel1D_Nudge(const float *values, float *nudged, uint32_t n) {
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t bits = std::bit_cast<uint32_t>(values[i]);
    // The next number away from zero, with the sign turned for every third.
    float next = std::bit_cast<float>(bits + 1u);
    if (i % 3 == 0)
      next = BitCast<float>(BitCast<uint32_t>(next) ^ 0x80000000u);
    float magnitude = BitCast<float>(bits & 0x7fffffffu);
    nudged[i] = magnitude > 1.0f ? next : BitCast<float>((bits & 0x007fffffu) | 0x3f800000u);
  }
}

void Encoder::kernel1D_Wide(const double *values, uint64_t *hashes, double *scaled, uint32_t n) {
  for (uint32_t i = 0; i < n; ++i) {
    uint64_t bits = BitCast<uint64_t>(values[i]);
    uint64_t h = 14695981039346656037ull;
    for (int b = 0; b < 8; ++b)
      h = (h ^ ((bits >> (8 * b)) & 0xff)) * 1099511628211ull;
    h += uint64_t(__builtin_popcountll(bits)) << 56;
    h ^= uint64_t(std::countr_zero(bits | (1ull << 63))) + (unsigned long)(__builtin_clzll(bits | 1u));
    hashes[i] = h ^ uint64_t(std::bit_cast<int64_t>(bits) >> 3);
    // Times four by the exponent; zero has none.
    uint64_t fourfold = values[i] == 0.0 ? bits : bits + (2ull << 52);
    std::memcpy(&scaled[i], &fourfold, sizeof(double));
  }
}

void Encoder::Hash(const float *values, const uint32_t *keys, uint32_t *hashes, float *nudged, uint32_t n) {
  kernel1D_Hash(values, keys, hashes, n);
  kernel1D_Nudge(values, nudged, n);
}

void Encoder::Wide(const double *values, uint64_t *hashes, double *scaled, uint32_t n) {
  kernel1D_Wide(values, hashes, scaled, n);
}

} // namespace digest
