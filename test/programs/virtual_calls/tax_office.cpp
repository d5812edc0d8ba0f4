// Origin: written as a user would, before its first translation.
// Tax rules as variants: one that is a member, and one for each region, visited by overload sets and function objects.
// RUN: %check %s --class tax::TaxOffice --variants=default,virtual-sort -- -std=c++17
#include <cstdint>
#include <variant>
#include <vector>

namespace tax {

struct Exempt {
  int code = 0;
};
struct Flat {
  float rate;
};
struct Bands {
  float limits[3];
  float rates[4];
};

using Rule = std::variant<Exempt, Flat, Bands>;

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

/// What is due by a rule.
struct Due {
  float income;
  float operator()(const Exempt &) const { return 0.0f; }
  float operator()(const Flat &flat) const { return income * flat.rate; }
  float operator()(const Bands &bands) const {
    float due = 0.0f, from = 0.0f;
    for (int i = 0; i < 3; ++i) {
      if (income > from)
        due += ((income < bands.limits[i] ? income : bands.limits[i]) - from) * bands.rates[i];
      from = bands.limits[i];
    }
    return income > from ? due + (income - from) * bands.rates[3] : due;
  }
};

class TaxOffice {
public:
  TaxOffice() {
    m_regions = {Flat{0.125f}, Exempt{3}, Bands{{0.25f, 0.5f, 0.75f}, {0.0f, 0.125f, 0.25f, 0.5f}}, Flat{0.25f}};
  }
  virtual ~TaxOffice() = default;

  void SetFederal(const Rule &rule) { m_federal = rule; }

  virtual void Assess(const float *incomes, const uint32_t *regions, uint32_t n, float *due, int *forms) {
    kernel1D_Assess(incomes, regions, n, due, forms);
  }

  void kernel1D_Assess(const float *incomes, const uint32_t *regions, uint32_t n, float *due, int *forms) {
    for (uint32_t i = 0; i < n; ++i) {
      const float income = incomes[i];
      const Rule &local = m_regions[regions[i] % 4u];
      float sum = std::visit(Due{income}, m_federal);
      sum += std::visit(Due{income * 0.5f}, local);
      int form = 0;
      std::visit(overloaded{[&](const Exempt &exempt) { form = exempt.code; },
                            [&](const Flat &) { form = 10; },
                            [&](const auto &) { form = income > 0.5f ? 21 : 20; }},
                 local);
      if (std::holds_alternative<Bands>(m_federal))
        form += 100;
      due[i] = sum;
      forms[i] = form;
    }
  }

private:
  Rule m_federal = Bands{{0.125f, 0.375f, 0.5f}, {0.0f, 0.25f, 0.375f, 0.5f}};
  std::vector<Rule> m_regions;
};

} // namespace tax
