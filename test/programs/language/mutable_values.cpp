// Origin: written with the part of the compiler that it tests.
// Mutable members of what is const: of parameters by value, of what functions and lambdas return by reference to const, of copies
// and temporaries. A change has to reach the object that C++ changes, and no other one.
// RUN: %check %s --class MutableValues --variants=default --size n=5 -- -std=c++17
#include <array>
#include <cstdint>
#include <utility>

/// It counts how often it is asked.
struct Meter {
  mutable int asked = 0;
  int Ask() const { return ++asked; }
};

struct Engine {
  Meter meter;
  int power = 1;
};

class MutableValues {
public:
  virtual ~MutableValues() = default;
  virtual void Run(uint32_t n, int *given, int *picked, int *copied) {
    kernel1D_Give(n, given);
    kernel1D_Pick(n, picked);
    kernel1D_Copy(n, copied);
  }

private:
  static int ByValue(const Engine engine) {
    engine.meter.Ask();
    return engine.meter.Ask() * 10 + engine.meter.asked;
  }
  static int ThroughReference(Engine engine) {
    const Engine &same = engine;
    same.meter.Ask();
    return engine.meter.asked;
  }
  static int OfArray(const std::array<Meter, 2> meters, uint32_t i) {
    meters[i & 1].Ask();
    return meters[0].asked * 10 + meters[1].asked;
  }
  static int OnTo(const Engine &engine) { return ByValue(engine) + engine.meter.Ask(); }
  static const Engine &Same(const Engine &engine) { return engine; }
  static const Engine &Choose(const Engine &a, const Engine &b, bool first) { return first ? a : b; }

  void kernel1D_Give(uint32_t n, int *given) {
    for (uint32_t i = 0; i < n; ++i) {
      const Engine engine;
      const std::array<Meter, 2> meters{};
      int sum = ByValue(engine) + 100 * engine.meter.asked;
      sum += 1000 * ThroughReference(engine) + 10000 * engine.meter.asked;
      sum += OfArray(meters, i) * 100000 + meters[i & 1].asked * 7;
      auto inner = [](const Engine e) { e.meter.Ask(); return e.meter.asked; };
      given[i] = sum + inner(engine) * 10000000 + OnTo(engine) + engine.meter.asked * 3;
    }
  }

  void kernel1D_Pick(uint32_t n, int *picked) {
    for (uint32_t i = 0; i < n; ++i) {
      const Engine a;
      const Engine b;
      Same(a).meter.Ask();
      const Engine &other = Same(b);
      other.meter.Ask();
      other.meter.Ask();
      Choose(a, b, (i & 1) != 0).meter.Ask();
      auto given = [](const Engine &e) -> const Engine & { return e; };
      auto held = [&]() -> const Engine & { return b; };
      given(a).meter.Ask();
      held().meter.Ask();
      picked[i] = a.meter.asked * 100 + b.meter.asked;
    }
  }

  void kernel1D_Copy(uint32_t n, int *copied) {
    for (uint32_t i = 0; i < n; ++i) {
      const Engine engine;
      Engine engines[3];
      int sum = 0;
      for (const Engine copy : engines) {
        copy.meter.Ask();
        sum += copy.meter.asked;
      }
      const Engine &temporary = Engine{};
      temporary.meter.Ask();
      sum += temporary.meter.asked * 10 + engines[0].meter.asked * 100;
      const auto [meter, power] = engine;
      meter.Ask();
      const std::pair<Engine, int> both{};
      both.first.meter.Ask();
      copied[i] = sum + meter.asked * 1000 + engine.meter.asked * 10000 + both.first.meter.asked * 100000 + power;
    }
  }
};
