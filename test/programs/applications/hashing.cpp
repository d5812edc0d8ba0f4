// Origin: written from README.md and docs/Language.md before its first translation.
// Products and shifts in 64 bits, bytes of structs, and reductions of what comes out.
// RUN: %check %s --class dedup::RecordHasher --arg salt=1234567890123 --size count=0,1,600 -- -std=c++17
#include "hashing.h"
#include <limits>

namespace dedup {

static constexpr uint64_t Prime = 0x100000001b3ull, Basis = 0xcbf29ce484222325ull;

static uint64_t Mix(uint64_t h) {
  h ^= h >> 33;
  h *= 0xff51afd7ed558ccdull;
  h ^= h >> 33;
  h *= 0xc4ceb9fe1a85ec53ull;
  return h ^ h >> 33;
}

template <typename T> static void Feed(uint64_t &hash, T value) {
  for (unsigned byte = 0; byte < sizeof(T); ++byte) {
    hash ^= uint8_t(value >> 8 * byte);
    hash *= Prime;
  }
}

uint64_t RecordHasher::Hash(const Record &record) const {
  uint64_t hash = Basis ^ m_salt;
  Feed(hash, record.key);
  Feed(hash, static_cast<uint32_t>(record.amount));
  Feed(hash, record.flags);
  for (uint8_t c : record.name)
    Feed(hash, c);
  return Mix(hash);
}

void RecordHasher::kernel1D_Hash(const Record *records, uint64_t *hashes, size_t count) {
  m_sum = m_xor = 0;
  m_smallest = std::numeric_limits<uint64_t>::max();
  for (unsigned &bucket : m_buckets)
    bucket = 0;
  for (size_t i = 0; i < count; ++i) {
    const uint64_t hash = Hash(records[i]);
    hashes[i] = hash;
    m_sum += hash;
    m_xor ^= hash;
    if (hash < m_smallest)
      m_smallest = hash;
    m_buckets[hash % Buckets]++;
  }
}

void RecordHasher::HashAll(const Record *records, uint64_t *hashes, size_t count) { kernel1D_Hash(records, hashes, count); }

} // namespace dedup
