// Origin: written as a user would, before its first translation.
// Tables of votes that are cleared in front of each count, between loops, and behind them.
// RUN: %check %s --class Votes --size n=0,1,5,300 --arg rounds=0..3 -- -std=c++17
#include <algorithm>
#include <vector>

class Votes {
public:
  Votes() : m_weights(40), m_seen(40), m_shares(16) {}
  virtual ~Votes() = default;

  virtual void Count(const int *ballots, float *out, int n, int rounds) {
    std::fill(m_weights.begin(), m_weights.end(), 0.5f);
    m_sums.assign(16, 0.0);
    for (int round = 0; round < rounds; round++) {
      kernel1D_Clear(int(m_seen.size()));
      kernel1D_Tally(ballots, n);
      kernel1D_Weigh(ballots, n);
    }
    kernel1D_Share(out, n);
  }

protected:
  virtual void kernel1D_Clear(int count) {
    for (int i = 0; i < count; i++)
      m_seen[i] = -1;
  }

  // The votes of a round.
  virtual void kernel1D_Tally(const int *ballots, int n) {
    for (int i = 0; i < 16; i++)
      m_votes[i] = 0;
    for (int i = 0; i < n; i++)
      m_votes[ballots[i] & 15]++;
    for (int i = 0; i < 16; i++)
      m_sums[i] += m_votes[i];
  }

  virtual void kernel1D_Weigh(const int *ballots, int n) {
    for (int i = 0; i < n; i++)
      m_seen[ballots[i] & 31] = 7;
  }

  // What has been read is cleared again.
  virtual void kernel1D_Share(float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_weights[i % 40] + float(m_sums[i % 16]) + float(m_seen[i % 40]) + m_shares[i % 16];
    for (int i = 0; i < 16; i++)
      m_shares[i] = 1.0f;
    for (int i = 0; i < 40; i++)
      m_weights[i] = 0.25f;
  }

  int m_votes[16] = {};
  std::vector<float> m_weights;
  std::vector<int> m_seen;
  std::vector<double> m_sums;
  std::vector<float> m_shares;
};
