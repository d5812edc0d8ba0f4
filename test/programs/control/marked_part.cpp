// Origin: written as a user would.
// A kernel goes as far as a search in front of it says, and sets a member before it begins.
// RUN: %check %s --size n=2,300
#include <algorithm>

class Ledger {
public:
  virtual ~Ledger() = default;
  virtual void Close([[vkmorph::size("n")]] const int *days, [[vkmorph::size("n")]] const int *paid,
                     [[vkmorph::size("n")]] int *due, int n) {
    const int first = int(std::adjacent_find(days, days + n) - days);
    kernel1D_Close(paid, due, std::clamp(first, 1, n));
  }

protected:
  void kernel1D_Close(const int *paid, int *due, int n) {
    m_month = m_start + 1;
    for (int i = 0; i < n; i++) {
      if (paid[n - 1 - i] > 20)
        continue;
      due[i] = paid[i] / 2;
    }
  }
  int m_start = 1, m_month = 0;
};
