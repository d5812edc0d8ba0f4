// Origin: written as a user would, before its first translation.
// The value of an option by random walks, a generator per path.
// RUN: %check %s --class MonteCarlo --size paths=1,300 --arg steps=4 --arg spot=90..110 --arg strike=95..105 --arg volatility=0.1..0.3 --arg rate=0.01..0.05 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>

class Random {
public:
  explicit Random(uint64_t seed) : m_state(seed * 6364136223846793005ull + 1442695040888963407ull) {}

  /// Uniform in (0, 1).
  float Uniform() {
    m_state = m_state * 6364136223846793005ull + 1442695040888963407ull;
    return (float(uint32_t(m_state >> 40)) + 0.5f) / 16777216.0f;
  }

  float Normal() {
    // Twelve uniform numbers minus 6 are near enough.
    float sum = -6.0f;
    for (int i = 0; i < 12; i++)
      sum += Uniform();
    return sum;
  }

private:
  uint64_t m_state;
};

class MonteCarlo {
public:
  struct Result {
    double mean, error;
  };

  virtual ~MonteCarlo() = default;

  virtual Result Price(uint32_t paths, int steps, float spot, float strike, float volatility, float rate) {
    kernel1D_Walk(paths, steps, spot, strike, volatility, rate);
    const double mean = m_sum / paths;
    const double variance = std::max(m_squares / paths - mean * mean, 0.0);
    return Result{mean, std::sqrt(variance / paths)};
  }

private:
  void kernel1D_Walk(uint32_t paths, int steps, float spot, float strike, float volatility, float rate) {
    const float dt = 1.0f / float(steps);
    m_sum = m_squares = 0.0;
    for (uint32_t path = 0; path < paths; path++) {
      Random random(path);
      float logPrice = std::log(spot);
      for (int step = 0; step < steps; step++)
        logPrice += (rate - 0.5f * volatility * volatility) * dt + volatility * std::sqrt(dt) * random.Normal();
      const double payoff = std::max(std::exp(logPrice) - strike, 0.0f) * std::exp(-rate);
      m_sum += payoff;
      m_squares += payoff * payoff;
    }
  }

  double m_sum = 0.0, m_squares = 0.0;
};
