// Origin: written as a user would, before its first translation.
// The smallest and the largest with what belongs to them, ties as the source decides them: <, <=, by index, from the end, in
// strides, with the comparison written the other way around or negated.
// RUN: %check %s --class Tournament --variants=all -- -std=c++17
#include <cstdint>

class Tournament {
public:
  struct Player {
    int score;
    uint8_t age;
    float wins;
  };
  virtual ~Tournament() = default;
  virtual int First(const Player *players, int n) {
    kernel1D_First(players, n);
    return m_first.at * 100 + m_last.at;
  }
  virtual void Index(const Player *players, int n) { kernel1D_Index(players, n); }
  virtual void Backwards(const Player *players, int n) { kernel1D_Backwards(players, n); }

private:
  struct Best {
    int score = -1000, at = -1;
  };
  void kernel1D_First(const Player *players, int n) {
    m_first = Best();
    m_last = Best();
    for (int i = 0; i < n; i++) {
      const int score = players[i].score / 20;
      if (score > m_first.score)
        m_first = {score, i};
      if (!(score < m_last.score)) {
        m_last.at = i;
        m_last.score = score;
      }
      if (m_worst > score) {
        m_worst = score;
        m_worstPlayer = players[i];
      }
    }
  }

  void kernel1D_Index(const Player *players, int n) {
    m_where = 0;
    m_whereLeast = 0;
    for (int i = 1; i < n; i++) {
      if (players[i].score > players[m_where].score)
        m_where = i;
      if (players[m_whereLeast].wins >= players[i].wins)
        m_whereLeast = i;
    }
  }

  void kernel1D_Backwards(const Player *players, int n) {
    m_wins = -1e30f;
    for (int i = n - 1; i >= 0; i -= 2) {
      const float wins = players[i].wins > 0 ? 1.0f : float(players[i].age % 3);
      if (wins > m_wins) {
        m_wins = wins;
        m_winner = i;
        m_winnerAge = players[i].age;
      }
    }
  }

  Best m_first, m_last;
  int m_worst = 1 << 30, m_where = 0, m_whereLeast = 0, m_winner = -1;
  Player m_worstPlayer{};
  float m_wins = 0;
  uint8_t m_winnerAge = 0;
};
