// Origin: written from README.md and docs/Language.md before its first translation.
// A Monte-Carlo pricer of barrier options: random generators of the threads in a member vector, two outputs, early exit of paths.
// RUN: %check %s --class BarrierOptionPricer --variants=default --variant='split=--kernels=split' --setup "object.Reserve(300);" --size numThreads=1,300 --size rounds=1,3 --arg strikes=0.5..1.5 --arg price=0..1 --arg knocked=0..4 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <vector>

/// Xorshift with a second value of each pair of normal numbers kept.
struct NormalGenerator {
  uint32_t state = 1;
  float kept = 0.0f;
  bool hasKept = false;

  uint32_t Next() {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state;
  }
  float Uniform() { return float((Next() >> 8) + 1u) * (1.0f / 16777217.0f); }
  float Normal() {
    if (hasKept) {
      hasKept = false;
      return kept;
    }
    const float radius = std::sqrt(-2.0f * std::log(Uniform())), angle = 6.2831853f * Uniform();
    kept = radius * std::sin(angle);
    hasKept = true;
    return radius * std::cos(angle);
  }
};

class BarrierOptionPricer {
public:
  virtual ~BarrierOptionPricer() = default;

  void Reserve(uint32_t threads) {
    m_generators.resize(threads);
    for (uint32_t i = 0; i < threads; ++i)
      m_generators[i].state = 2463534242u + 101u * i;
  }

  /// Each thread prices its own strike; call it several times for better estimates.
  virtual void PriceBlock(uint32_t numThreads, const float *strikes, float *price, uint32_t *knocked, uint32_t rounds) {
    for (uint32_t thread = 0; thread < numThreads; ++thread)
      for (uint32_t round = 0; round < rounds; ++round)
        Price(thread, strikes, price, knocked);
  }

  float spot = 1.0f, rate = 0.02f, volatility = 0.3f, barrier = 0.7f;
  int steps = 12, paths = 4;

private:
  void Price(uint32_t tid, const float *strikes, float *price, uint32_t *knocked) {
    float sum = 0.0f;
    uint32_t lost = 0;
    for (int path = 0; path < paths; ++path) {
      float value = spot;
      bool isAlive = true;
      for (int step = 0; step < steps && isAlive; ++step) {
        float normal = 0.0f;
        kernel_Draw(tid, &normal);
        isAlive = kernel_Move(tid, normal, &value);
      }
      if (!isAlive) {
        lost++;
        continue;
      }
      kernel_Payoff(tid, value, strikes, &sum);
    }
    kernel_Keep(tid, sum, lost, price, knocked);
  }

  void kernel_Draw(uint32_t tid, float *normal) {
    NormalGenerator generator = m_generators[tid];
    *normal = generator.Normal();
    m_generators[tid] = generator;
  }
  bool kernel_Move(uint32_t, float normal, float *value) {
    const float time = 1.0f / float(steps);
    *value *= 1.0f + rate * time + volatility * std::sqrt(time) * normal;
    return *value > barrier;
  }
  void kernel_Payoff(uint32_t tid, float value, const float *strikes, float *sum) {
    *sum += std::fmax(value - strikes[tid], 0.0f);
  }
  void kernel_Keep(uint32_t tid, float sum, uint32_t lost, float *price, uint32_t *knocked) {
    price[tid] += sum / float(paths);
    knocked[tid] += lost;
  }

  std::vector<NormalGenerator> m_generators;
};
