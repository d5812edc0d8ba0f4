// Origin: written as a user would, before its first translation.
// Votes per party; the day, the number of counts and what came last stand beside the count.
// RUN: %check %s --size n=0,1,300,4099 --arg day=0..30 -- -std=c++17
class Ballots {
public:
  virtual ~Ballots() = default;

  virtual void Count(const unsigned *vote, int n, int day) {
    kernel1D_Empty();
    kernel1D_Count(vote, n, day);
  }

protected:
  void kernel1D_Empty() {
    for (int party = 0; party < 16; party++)
      m_votes[party] = 0;
    m_isCounted = false;
  }
  void kernel1D_Count(const unsigned *vote, int n, int day) {
    m_days[m_counts & 3] = day;
    m_counts++;
    for (int i = 0; i < n; i++)
      m_votes[vote[i] & 15u] += 1;
    m_isCounted = true;
  }

  int m_votes[16] = {};
  int m_days[4] = {};
  int m_counts = 0;
  bool m_isCounted = false;
};
