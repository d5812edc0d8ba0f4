// Origin: written as a user would, before its first translation.
// Hands of cards: records of a key and a payload, sorted by rules that the object has, and by a function object with a value.
// RUN: %check %s --class Cards --size n=0,1,40,520,1041 --arg trump=0..3 --setup "object.Shuffle(520);" -- -std=c++17
#include <algorithm>
#include <array>
#include <vector>

struct Card {
  unsigned char suit, rank;
  std::array<float, 5> worth;
};

struct CloserTo {
  int middle;
  bool operator()(int a, int b) const {
    const int left = a < middle ? middle - a : a - middle;
    const int right = b < middle ? middle - b : b - middle;
    return left < right;
  }
};

class Cards {
public:
  virtual ~Cards() = default;

  void Shuffle(int n) {
    m_cards.resize(n);
    for (int i = 0; i < n; i++)
      m_cards[i] = {static_cast<unsigned char>(i * 7 % 4), static_cast<unsigned char>(i * 29 % 13), {float(i), 1.0f}};
  }

  // Trumps first, then by rank, as the weights of this table say.
  virtual float Sort(int trump) {
    m_trump = trump;
    kernel1D_Value(trump);
    auto comesFirst = [this](const Card &a, const Card &b) {
      const bool isTrump = a.suit == m_trump, isOther = b.suit == m_trump;
      if (isTrump != isOther)
        return isTrump;
      return m_weights[a.rank] > m_weights[b.rank];
    };
    std::stable_sort(m_cards.begin(), m_cards.end(), comesFirst);
    kernel1D_Count();
    return m_total;
  }

  virtual void Around(int *numbers, int n, int middle) {
    kernel1D_Shift(numbers, n);
    std::sort(numbers, numbers + n, CloserTo{middle});
    std::sort(numbers, numbers + n / 2, [middle](int a, int b) { return a + middle > b + middle; });
  }

protected:
  void kernel1D_Value(int trump) {
    for (unsigned i = 0; i < m_cards.size(); i++)
      m_cards[i].worth[2] = m_cards[i].suit == trump ? 2.0f : 1.0f;
  }
  void kernel1D_Count() {
    m_total = 0.0f;
    for (unsigned i = 0; i < m_cards.size(); i++)
      if (i % 2 == 0)
        m_total += m_cards[i].worth[2];
  }
  void kernel1D_Shift(int *numbers, int n) {
    for (int i = 0; i < n; i++)
      numbers[i] = numbers[i] % 50 + i % 2;
  }

  std::vector<Card> m_cards;
  std::array<int, 13> m_weights = {13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 10, 12};
  int m_trump = 0;
  float m_total = 0.0f;
};
