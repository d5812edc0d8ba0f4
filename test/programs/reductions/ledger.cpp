// Origin: written as a user would, before its first translation.
// A total of every width in one loop, in every spelling: ++ and --, -=, m = x + m, x * m, choices, enumerations, wraps.
// RUN: %check %s --class Ledger --variants=default,vulkan10,tree-atomics,extra-dispatches -- -std=c++17
#include <algorithm>
#include <cstddef>
#include <cstdint>

class Ledger {
public:
  enum class Grade : uint8_t { Good, Late, Bad };
  virtual ~Ledger() = default;

  virtual void Post(const int *amounts, const float *rates, const uint8_t *flags, int n) {
    kernel1D_Post(amounts, rates, flags, n);
  }
  virtual void Audit(const int *amounts, const uint8_t *flags, size_t n) {
    kernel1D_Audit(amounts, flags, n);
  }

private:
  void kernel1D_Post(const int *amounts, const float *rates, const uint8_t *flags, int n) {
    for (int i = 0; i < n; ++i) {
      const int x = amounts[i];
      m_byte += flags[i];
      m_signedByte = m_signedByte - static_cast<int8_t>(x);
      m_short *= static_cast<int16_t>(x | 1);
      m_word -= static_cast<uint16_t>(x);
      m_int = x + m_int;
      m_unsigned -= x;
      m_long += static_cast<int64_t>(x) * x;
      m_bits ^= uint64_t(x) << (i & 31);
      m_rate += rates[i];
      m_exact += rates[i] * 0.5;
      m_letter = flags[i] > m_letter ? flags[i] : m_letter;
    }
  }

  void kernel1D_Audit(const int *amounts, const uint8_t *flags, size_t n) {
    m_seen = 0;
    m_worst = Grade::Good;
    for (size_t i = 0; i < n; i++) {
      m_seen++;
      --m_left;
      const Grade grade = amounts[i] < -20 ? Grade::Bad : amounts[i] < 0 ? Grade::Late : Grade::Good;
      if (grade > m_worst)
        m_worst = grade;
      if (grade != Grade::Good)
        ++m_bad;
      m_sign = (amounts[i] | 1) * m_sign;
      m_cap = std::min<int>(m_cap, flags[i]);
      m_top = amounts[i] > m_top ? amounts[i] : m_top;
      m_floor = m_floor < amounts[i] ? m_floor : amounts[i];
      m_any = m_any || (flags[i] & 128) != 0;
      m_all &= flags[i] < 255;
      m_mask &= uint16_t(flags[i] | 0xff00);
      m_union |= int8_t(flags[i]);
    }
    m_share = m_seen ? double(m_bad) / double(m_seen) : -1.0;
  }

  uint8_t m_byte = 250, m_cap = 255;
  int8_t m_signedByte = -128, m_union = 0;
  int16_t m_short = 3;
  uint16_t m_word = 7, m_mask = 0xffff;
  int m_int = 0, m_sign = 1, m_top = -1000000, m_floor = 1000000, m_left = 100;
  unsigned m_unsigned = 5, m_bad = 0;
  int64_t m_long = -1;
  uint64_t m_bits = 1;
  float m_rate = 0.25f;
  double m_exact = -1.0, m_share = 0.0;
  uint8_t m_letter = 'A';
  size_t m_seen = 0;
  Grade m_worst = Grade::Good;
  bool m_any = false, m_all = true;
};
