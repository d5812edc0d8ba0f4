// Origin: written as a user would, before its first translation.
// A book of instruments as a vector of variants, priced by std::visit with one generic lambda.
// RUN: %check %s --class OptionsBook -- -std=c++17
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

struct Forward {
  float strike;
  float Payoff(float spot) const { return spot - strike; }
};

struct Call {
  float strike;
  uint32_t lots;
  float Payoff(float spot) const { return spot > strike ? (spot - strike) * float(lots) : 0.0f; }
};

class Corridor {
public:
  Corridor(float low, float high, double coupon) : m_low(low), m_high(high), m_coupon(coupon) {}
  float Payoff(float spot) const { return spot >= m_low && spot < m_high ? float(m_coupon) : 0.0f; }
  float Width() const { return m_high - m_low; }

private:
  float m_low, m_high;
  double m_coupon;
};

using Instrument = std::variant<Forward, Call, Corridor>;

/// What a book is worth in each scenario.
class OptionsBook {
public:
  OptionsBook() {
    Add(Forward{100.0f});
    Add(Call{0.5f, 10});
    Add(Corridor(-0.5f, 2.5f, 7.5));
    Add(Call{0.75f, 2});
  }
  virtual ~OptionsBook() = default;

  void Add(const Instrument &instrument) { m_book.push_back(instrument); }

  virtual void Value(const float *spots, uint32_t scenarios, float *values, uint32_t *calls) {
    kernel1D_Value(spots, scenarios, values);
    kernel1D_Count(spots, scenarios, calls);
  }

  void kernel1D_Value(const float *spots, uint32_t scenarios, float *values) {
    for (uint32_t s = 0; s < scenarios; ++s) {
      const float spot = spots[s];
      float sum = 0.0f;
      for (const Instrument &instrument : m_book)
        sum += std::visit([&](const auto &one) { return one.Payoff(spot); }, instrument);
      values[s] = sum;
    }
  }

  /// How many calls are in the money, and how wide the corridors are.
  void kernel1D_Count(const float *spots, uint32_t scenarios, uint32_t *calls) {
    for (uint32_t s = 0; s < scenarios; ++s) {
      uint32_t count = 0;
      for (size_t i = 0; i < m_book.size(); ++i) {
        if (std::holds_alternative<Call>(m_book[i])) {
          if (std::get<Call>(m_book[i]).Payoff(spots[s]) > 0.0f)
            count += std::get<1>(m_book[i]).lots;
        } else if (const Corridor *corridor = std::get_if<Corridor>(&m_book[i])) {
          count += corridor->Width() > 1.0f ? 100u : 1u;
        } else if (m_book[i].index() == 0) {
          count += 1000u;
        }
      }
      calls[s] = count;
    }
  }

private:
  std::vector<Instrument> m_book;
};
