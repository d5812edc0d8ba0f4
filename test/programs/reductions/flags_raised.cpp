// Origin: written as a user would, before its first translation.
// Bools and bits: any, all, parity, constants stored under conditions, shifts, functions with side effects that always run.
// RUN: %check %s --class FlagsRaised --arg Scan.words=-51..51 --variants=default,vulkan10,tree-atomics,extra-dispatches -- -std=c++17
#include <cstdint>

class FlagsRaised {
public:
  virtual ~FlagsRaised() = default;
  virtual bool Scan(const int *words, const bool *marks, int n) {
    kernel1D_Scan(words, marks, n);
    return m_any && !m_all;
  }
  virtual void Bits(const uint32_t *words, int n) { kernel1D_Bits(words, n); }

private:
  bool Hit(int x) {
    m_tests++;
    return (x & 3) == 3;
  }
  void kernel1D_Scan(const int *words, const bool *marks, int n) {
    m_any = m_odd = m_found = false;
    m_all = m_clean = true;
    for (int i = 0; i < n; i++) {
      m_any |= words[i] > 50;
      m_all = m_all && words[i] > -50;
      m_odd ^= marks[i];
      // The function runs each time: it stands on the left.
      m_hit = Hit(words[i]) || m_hit;
      if (words[i] == 7)
        m_found = true;
      if (!marks[i])
        m_clean = false;
      m_none = m_none & !(marks[i] && words[i] < 0);
      m_xor = m_xor != marks[i];
    }
  }
  void kernel1D_Bits(const uint32_t *words, int n) {
    for (int i = 0; i < n; i++) {
      m_seen |= uint64_t(1) << (words[i] & 63);
      m_common &= ~(1u << (words[i] >> 27));
      m_hash ^= words[i] * 2654435761u >> (i % 7);
      m_narrow |= uint8_t(1 << (words[i] & 7));
      m_both = words[i] & m_both;
      m_sign = m_sign ^ int(words[i]);
      if (words[i] & 1)
        m_counts[words[i] >> 30]++;
    }
  }

  bool m_any = false, m_all = true, m_odd = false, m_hit = false, m_found = false, m_clean = true, m_none = true;
  bool m_xor = false;
  int m_tests = 0, m_sign = 0;
  uint64_t m_seen = 0;
  uint32_t m_common = ~0u, m_hash = 0, m_both = ~0u;
  uint8_t m_narrow = 0;
  int m_counts[4] = {};
};
