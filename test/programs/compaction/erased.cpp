// Origin: written as a user would.
// Numbers that kernels count decide what control functions do next: elements are erased, added behind others, folded to one value.
// RUN: %check %s --class Basket,Signal,Hands --size n=1,300,3000 -- -std=c++20
#include <algorithm>
#include <iterator>
#include <numeric>
#include <vector>

class Basket {
public:
  virtual ~Basket() = default;
  virtual int Sort(const int *prices, int n, int limit) {
    m_prices.resize(n);
    kernel1D_Take(prices, n);
    m_dropped = (int)std::erase_if(m_prices, [limit](int price) { return price > limit; });
    m_free = (int)std::erase(m_prices, 0);
    m_prices.reserve(3 * n + 1);
    std::copy(prices, prices + n, std::back_inserter(m_prices));
    std::remove_copy_if(prices, prices + n, std::back_inserter(m_prices), [](int price) { return price % 3 == 0; });
    kernel1D_Discount(2);
    return m_dropped + m_free;
  }
  std::vector<int> m_prices;
  int m_dropped = 0, m_free = 0;

protected:
  void kernel1D_Take(const int *prices, int n) {
    for (int i = 0; i < n; i++)
      m_prices[i] = prices[i] / 4;
  }
  void kernel1D_Discount(int amount) {
    for (size_t i = 0; i < m_prices.size(); i++)
      m_prices[i] -= amount;
  }
};

class Signal {
public:
  virtual ~Signal() = default;
  virtual float Run(const float *in, [[vkmorph::size("n")]] float *out, int n) {
    kernel1D_Copy(in, out, n);
    const float mean = std::accumulate(out, out + n, 0.0f) / n;
    kernel1D_Shift(out, n, mean);
    const float power = std::inner_product(out, out + n, out, 0.0f);
    m_loud = (int)std::count_if(out, out + n, [](float x) { return x > 0.5f || x < -0.5f; });
    m_peak = std::accumulate(out, out + n, 0.0f, [](float a, float b) { return std::max(a, b); });
    return power;
  }
  int m_loud = 0;
  float m_peak = 0;

protected:
  void kernel1D_Copy(const float *in, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = 2 * in[i];
  }
  void kernel1D_Shift(float *out, int n, float by) {
    for (int i = 0; i < n; i++)
      out[i] -= by;
  }
};

/// Each thread has a few numbers of its own.
class Hands {
public:
  virtual ~Hands() = default;
  virtual void Play(const int *cards, [[vkmorph::size("n")]] int *points, [[vkmorph::size("n")]] int *first, int n) {
    kernel1D_Play(cards, points, first, n);
  }
  std::vector<int> m_ranks = {0, 2, 3, 5, 7, 11, 13};

protected:
  void kernel1D_Play(const int *cards, int *points, int *first, int n) {
    for (int i = 0; i < n; i++) {
      int hand[8];
      for (int k = 0; k < 8; k++)
        hand[k] = (cards[i] >> (3 * k)) & 7;
      int *end = std::remove(hand, hand + 8, 3);
      end = std::remove_if(hand, end, [](int card) { return card > 6; });
      std::sort(hand, end);
      end = std::unique(hand, end);
      points[i] = int(end - hand);
      int odd[8] = {};
      const int count = int(std::copy_if(hand, end, odd, [](int card) { return card % 2 == 1; }) - odd);
      std::nth_element(odd, odd + 1, odd + 8);
      const auto rank = std::lower_bound(m_ranks.begin(), m_ranks.end(), points[i] + count);
      first[i] = odd[1] * 100 + int(rank - m_ranks.begin()) * 10 + (rank == m_ranks.end() ? 9 : *rank % 9);
    }
  }
};
