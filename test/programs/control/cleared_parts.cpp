// Origin: written as a user would, before its first translation.
// Parts of arrays that are cleared, in elements of all sizes, by loops, memset and constructors.
// RUN: %check %s --class Parts --size n=0,1,6,250 --arg value=-5..5 -- -std=c++17
#include <cstdint>
#include <cstring>
#include <vector>

class Parts {
public:
  Parts() : m_bytes(64), m_words(70), m_wide(33) {}
  virtual ~Parts() = default;

  virtual void Run(const int *a, int *out, int n, int value) {
    memset(m_words.data(), 0, m_words.size() * sizeof(int));
    std::vector<int> flags(n + 3, 0);
    kernel1D_Parts(value);
    kernel1D_Mark(a, flags.data(), n);
    kernel1D_Sum(flags.data(), out, n);
    kernel1D_Last(n);
  }

protected:
  virtual void kernel1D_Parts(int value) {
    for (int i = 0; i < 20; i++)
      m_words[i + 8] = value;
    for (unsigned i = 0; i < 64u; i++)
      m_bytes[i] = 0;
    for (size_t i = 0; i < m_wide.size(); i++)
      m_wide[i] = 0.0;
    for (int i = 3; i <= 9; i++)
      m_flat[i] = 3;
    for (int i = 0; i < 10; i += 2)
      m_flat[20 + i] = 1;
  }

  virtual void kernel1D_Mark(const int *a, int *flags, int n) {
    for (int i = 0; i < n; i++) {
      flags[i + 2] = a[i] & 7;
      m_total += m_words[i % 70];
    }
  }

  virtual void kernel1D_Sum(const int *flags, int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = flags[i] + m_bytes[i % 64] + m_words[i % 70] + int(m_wide[i % 33]) + m_flat[i % 32];
  }

  // Nothing waits for it but the next call.
  virtual void kernel1D_Last(int n) {
    for (int i = 0; i < 70; i++)
      m_words[i] = n;
  }

  std::vector<uint8_t> m_bytes;
  std::vector<int> m_words;
  std::vector<double> m_wide;
  int m_flat[32] = {};
  int m_total = 0;
};
