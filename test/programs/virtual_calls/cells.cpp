// Origin: written as a user would, before its first translation.
// A cellular automaton whose rule is one shared object, and plots of land as variants that kernels change.
// RUN: %check %s --class Cells -- -std=c++17
// RUN: %check %s --class Farm --variants=virtual-switch,virtual-sort -- -std=c++17
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

class Rule {
public:
  virtual ~Rule() = default;
  virtual uint8_t Next(uint8_t self, int neighbours) const = 0;
};

class Life : public Rule {
public:
  uint8_t Next(uint8_t self, int neighbours) const override {
    return neighbours == 3 || (self && neighbours == 2) ? 1 : 0;
  }
};

class Table : public Rule {
public:
  Table(uint16_t born, uint16_t survives) : m_born(born), m_survives(survives) {}
  uint8_t Next(uint8_t self, int neighbours) const override {
    return uint8_t(((self ? m_survives : m_born) >> neighbours) & 1);
  }

private:
  uint16_t m_born, m_survives;
};

class Cells {
public:
  Cells() : m_rule(std::make_shared<Table>(0x48, 0x0c)) {}
  virtual ~Cells() = default;
  void UseLife() { m_rule = std::make_shared<Life>(); }

  virtual void Evolve(const uint8_t *from, uint8_t *to, int w, int h) { kernel2D_Evolve(from, to, w, h); }

  void kernel2D_Evolve(const uint8_t *from, uint8_t *to, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        int neighbours = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const int nx = x + dx, ny = y + dy;
            if ((dx != 0 || dy != 0) && nx >= 0 && ny >= 0 && nx < w && ny < h)
              neighbours += from[ny * w + nx] & 1;
          }
        to[y * w + x] = m_rule->Next(from[y * w + x] & 1, neighbours);
      }
  }

private:
  std::shared_ptr<Rule> m_rule;
};

struct Field {
  float grain;
  float yield;
};
struct Pasture {
  int cows;
  float grass;
};
struct Pond {
  float level;
};

/// Plots of land change from year to year.
class Farm {
public:
  using Plot = std::variant<Field, Pasture, Pond>;

  Farm() {
    for (int i = 0; i < 40; ++i) {
      if (i % 3 == 0)
        m_plots.push_back(Field{0.0f, 1.0f + float(i)});
      else if (i % 3 == 1)
        m_plots.emplace_back(Pasture{i, 10.0f});
      else
        m_plots.emplace_back(std::in_place_type<Pond>, Pond{float(i)});
    }
  }
  virtual ~Farm() = default;

  virtual void Year(float rain, int years) {
    for (int i = 0; i < years % 5; ++i)
      kernel1D_Year(rain);
    kernel1D_Sum();
  }

  void kernel1D_Year(float rain) {
    for (size_t i = 0; i < m_plots.size(); ++i) {
      Plot &plot = m_plots[i];
      if (auto *field = std::get_if<Field>(&plot)) {
        field->grain += field->yield * rain;
      } else if (auto *pasture = std::get_if<Pasture>(&plot)) {
        pasture->grass += rain - 0.125f * float(pasture->cows);
        if (pasture->grass < 0.0f)
          pasture->cows = 0;
      } else {
        auto &pond = std::get<Pond>(plot);
        pond.level += rain;
      }
    }
  }
  void kernel1D_Sum() {
    m_fields = 0;
    m_stock = 0;
    for (size_t i = 0; i < m_plots.size(); ++i) {
      if (std::holds_alternative<Field>(m_plots[i]))
        m_fields++;
      m_stock += std::visit([](const auto &plot) { return Worth(plot); }, m_plots[i]);
    }
  }
  int Fields() const { return m_fields; }

private:
  static int Worth(const Field &field) { return int(field.grain); }
  static int Worth(const Pasture &pasture) { return 10 * pasture.cows; }
  static int Worth(const Pond &) { return 1; }

  std::vector<Plot> m_plots;
  int m_fields = 0;
  int m_stock = 0;
};
