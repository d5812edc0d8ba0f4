// Origin: written with the part of the compiler that it tests.
// Lists that take turns in many rounds: what they may have at most doubles with each, what they have does not.
// RUN: %check %s --size n=1,40 --arg a=0..60 --arg limit=20..50 -- -std=c++17
#include <vector>

class RoundsInPieces {
public:
  virtual ~RoundsInPieces() = default;

  // The host looks at a sum in each round.
  virtual int Watched([[vkmorph::size("n")]] int *a, int n, int limit) {
    kernel1D_Start(a, n, limit);
    int rounds = 0;
    do {
      kernel1D_Next(a, n);
      kernel1D_Back();
      kernel1D_Sum(a, n);
      rounds++;
    } while (m_sum < 3000 * n && rounds < 26);
    return rounds;
  }

  // It looks when all rounds are over.
  virtual int Alone([[vkmorph::size("n")]] int *a, int n, int limit) {
    kernel1D_Start(a, n, limit);
    for (int round = 0; round < 26; round++) {
      kernel1D_Next(a, n);
      kernel1D_Back();
    }
    kernel1D_Sum(a, n);
    if (m_sum > 20 * n)
      return int(m_current.size());
    kernel1D_Start(a, n, limit);
    return -int(m_current.size());
  }

  // Some rounds give the list a size themselves.
  virtual int Cut([[vkmorph::size("n")]] int *a, int n, int limit) {
    kernel1D_Start(a, n, limit);
    for (int round = 0; m_current.size() != 0 && round < 20; round++) {
      if (round % 7 == 3)
        m_current.assign(m_current.size() + 3, round % n);
      kernel1D_Next(a, n);
      kernel1D_Back();
      kernel1D_Back();
    }
    kernel1D_Sum(a, n);
    return m_sum;
  }

protected:
  void kernel1D_Start(const int *a, int n, int limit) {
    m_current.clear();
    for (int i = 0; i < n; i++)
      if (a[i] > limit)
        m_current.push_back(i);
  }
  void kernel1D_Next(const int *a, int n) {
    m_next.clear();
    for (unsigned i = 0; i < m_current.size(); i++) {
      if (m_current[i] + 1 < n && (a[m_current[i]] & 1))
        m_next.push_back(m_current[i] + 1);
      if (m_current[i] > 0 && (a[m_current[i]] & 7) == 6)
        m_next.push_back(m_current[i] - 1);
    }
  }
  void kernel1D_Back() {
    m_current.clear();
    for (unsigned i = 0; i < m_next.size(); i++)
      m_current.push_back(m_next[i]);
  }
  void kernel1D_Sum(int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++) {
      a[i] += 1;
      m_sum += a[i];
    }
  }
  std::vector<int> m_current, m_next;
  int m_sum = 0;
};
