// Hashes of records, in 64 bits.
#pragma once
#include <cstddef>
#include <cstdint>

namespace dedup {

struct Record {
  uint64_t key;
  int32_t amount;
  uint16_t flags;
  uint8_t name[6];
};

class RecordHasher {
public:
  static constexpr int Buckets = 16;

  explicit RecordHasher(uint64_t salt) : m_salt(salt) {}
  virtual ~RecordHasher() = default;

  /// A hash for each record; the sum, the exclusive or, the least of all, and how many fall into each bucket.
  virtual void HashAll(const Record *records, uint64_t *hashes, size_t count);

  uint64_t Combined() const { return m_sum ^ m_xor; }
  uint64_t Smallest() const { return m_smallest; }
  unsigned InBucket(int i) const { return m_buckets[i]; }

private:
  void kernel1D_Hash(const Record *records, uint64_t *hashes, size_t count);
  uint64_t Hash(const Record &record) const;

  uint64_t m_salt, m_sum = 0, m_xor = 0, m_smallest = 0;
  unsigned m_buckets[Buckets] = {};
};

} // namespace dedup
