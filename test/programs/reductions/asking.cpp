// Origin: written as a user would.
// Extremes whose comparison is a function.
// RUN: %check %s --size n=1,300,3000 --arg distances=-90..-8
#include <cmath>

struct Bid {
  int price, bidder;
};

static bool isBetter(const Bid &a, const Bid &b) { return a.price > b.price; }
static bool isCloser(float a, float b) { return a < b; }

class Auction {
public:
  virtual ~Auction() = default;
  virtual int Run(const int *prices, const float *distances, int n) {
    kernel1D_Best(prices, n);
    kernel1D_Closest(distances, n);
    kernel1D_Cheapest(prices, n);
    return m_best.bidder;
  }
  Bid m_best;
  float m_distance = 0;
  int m_closest = 0, m_cheapest = 0;

protected:
  void kernel1D_Best(const int *prices, int n) {
    m_best = {-1, -1};
    for (int i = 0; i < n; i++) {
      const Bid bid = {prices[i] & 1023, i};
      if (isBetter(bid, m_best))
        m_best = bid;
    }
  }
  void kernel1D_Closest(const float *distances, int n) {
    m_distance = 1e30f;
    m_closest = -1;
    for (int i = 0; i < n; i++)
      if (isCloser(std::fabs(distances[i]), m_distance)) {
        m_distance = std::fabs(distances[i]);
        m_closest = i;
      }
  }
  bool isCheaper(int a, int b) const { return a < b; }
  void kernel1D_Cheapest(const int *prices, int n) {
    m_cheapest = 0;
    for (int i = 0; i < n; i++)
      if (isCheaper(prices[i], prices[m_cheapest]))
        m_cheapest = i;
  }
};
