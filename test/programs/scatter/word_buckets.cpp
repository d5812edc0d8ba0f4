// Origin: written as a user would, before its first translation.
// Words of a text, given by where they begin, are hashed to buckets: how many, how long, which letters begin and occur in them.
// RUN: %check %s --class WordBuckets --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size length=8,3000 --size words=1,400 -- -std=c++17 -Wno-attributes
#include <cstdint>

class WordBuckets {
public:
  virtual ~WordBuckets() = default;

  virtual void Fill([[vkmorph::size("length")]] const char *text, int length, const uint16_t *starts, int words) {
    kernel1D_Clear();
    kernel1D_Hash(text, length, starts, words);
  }

  struct Bucket {
    uint32_t words = 0;
    uint32_t letters = 0;
    uint32_t mask = 0;  // of the letters
    uint32_t check = 0; // of all hashes
    int shortest = 1000, longest = 0;
  };
  Bucket m_buckets[128];

private:
  void kernel1D_Clear() {
    for (int b = 0; b < 128; ++b) {
      m_buckets[b].words = 0;
      m_buckets[b].letters = 0;
      m_buckets[b].mask = 0;
      m_buckets[b].check = 0;
      m_buckets[b].shortest = 1000;
      m_buckets[b].longest = 0;
    }
  }

  void kernel1D_Hash(const char *text, int length, const uint16_t *starts, int words) {
    for (int w = 0; w < words; ++w) {
      uint32_t hash = 2166136261u, mask = 0;
      int size = 0;
      // A word has at most 12 letters, and ends at a multiple of 5.
      for (int at = starts[w] % length; at < length && size < 12; ++at) {
        const unsigned char letter = (unsigned char)text[at];
        if (letter % 5 == 0)
          break;
        hash = (hash ^ letter) * 16777619u;
        mask |= 1u << (letter % 26);
        ++size;
      }
      const uint32_t b = (hash >> 7) & 127;
      m_buckets[b].words++;
      m_buckets[b].letters += size;
      m_buckets[b].mask |= mask;
      m_buckets[b].check ^= hash;
      if (size < m_buckets[b].shortest)
        m_buckets[b].shortest = size;
      if (size > m_buckets[b].longest)
        m_buckets[b].longest = size;
    }
  }
};
