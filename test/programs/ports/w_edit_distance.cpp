// Origin: written as a user would, before its first translation, and changed as vkm1550 and vkm2002 say (the result is
// taken from the vector by a kernel with a loop).
// Edit distance by antidiagonals, of which three are kept.
// RUN: %check %s --class EditDistance --size a_length=1,12 --size b_length=1,20 --size a=12 --size b=20 --arg a=0..2 --arg b=0..2 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

class EditDistance {
public:
  virtual ~EditDistance() = default;

  virtual int Distance(const uint8_t *a, int a_length, const uint8_t *b, int b_length) {
    m_before.resize(a_length + 1);
    m_last.resize(a_length + 1);
    m_now.resize(a_length + 1);
    for (int diagonal = 0; diagonal <= a_length + b_length; diagonal++) {
      kernel1D_Diagonal(a, a_length, b, b_length, diagonal);
      m_before.swap(m_last);
      m_last.swap(m_now);
    }
    kernel1D_Result(a_length);
    return m_result;
  }

private:
  void kernel1D_Diagonal(const uint8_t *a, int a_length, const uint8_t *b, int b_length, int diagonal) {
    const int first = std::max(0, diagonal - b_length);
    const int last = std::min(diagonal, a_length);
    for (int i = first; i <= last; i++) {
      const int j = diagonal - i;
      if (i == 0 || j == 0) {
        m_now[i] = diagonal;
        continue;
      }
      const int replace = m_before[i - 1] + (a[i - 1] != b[j - 1] ? 1 : 0);
      m_now[i] = std::min({replace, m_last[i - 1] + 1, m_last[i] + 1});
    }
  }

  void kernel1D_Result(int a_length) {
    for (int i = a_length; i <= a_length; i++)
      m_result = m_last[i];
  }

  int m_result = 0;
  std::vector<int> m_before, m_last, m_now;
};
