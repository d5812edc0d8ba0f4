// Origin: written from README.md and docs/ before its first translation.
// What is left of the numbers from 2 on, when round by round the multiples of a prime go.
// RUN: %check_many %s --size n=0,1,50,3000 --arg rounds=0..8 -- -std=c++17
#include <utility>
#include <vector>

class PrimeRounds {
public:
  virtual ~PrimeRounds() = default;

  virtual int Count(int n, int rounds) {
    m_left.clear();
    kernel1D_Fill(n);
    for (int round = 0; round < rounds; round++) {
      kernel1D_Strike(kPrimes[round]);
      std::swap(m_left, m_kept);
    }
    return int(m_left.size());
  }
  virtual int Largest() {
    kernel1D_Largest();
    return m_largest;
  }

protected:
  static constexpr int kPrimes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

  void kernel1D_Fill(int n) {
    for (int i = 2; i < n; i++)
      m_left.push_back(i);
  }
  void kernel1D_Strike(int prime) {
    m_kept.clear();
    for (unsigned i = 0; i < m_left.size(); i++)
      if (m_left[i] == prime || m_left[i] % prime != 0)
        m_kept.push_back(m_left[i]);
  }
  void kernel1D_Largest() {
    m_largest = 0;
    for (unsigned i = 0; i < m_left.size(); i++)
      if (m_left[i] > m_largest)
        m_largest = m_left[i];
  }

  std::vector<int> m_left, m_kept;
  int m_largest = 0;
};
