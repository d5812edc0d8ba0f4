// Origin: written as a user would, before its first translation.
// Two variants visited at a time, of one type and of two: what happens depends on what both hold.
// RUN: %check %s --class=Floor,Laboratory,Fares,Rounds --variants=default,virtual-workgroup,virtual-sort --size=n=500 -- -std=c++20
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

//===--- Tiles of a floor that meet: the bond of two neighbours, the weakest bond of all. ---===//

struct Oak {
  float grain, age;
};
struct Stone {
  float weight;
};
struct Gap {};
using Tile = std::variant<Gap, Oak, Stone>;

class Floor {
public:
  Floor() {
    for (int i = 0; i < 700; ++i)
      if (i % 5 == 0)
        m_tiles.push_back(Oak{0.5f * float(i % 7), float(i % 11)});
      else if (i % 5 < 4)
        m_tiles.push_back(Stone{1.0f + float(i % 13)});
      else
        m_tiles.push_back(Gap{});
  }
  virtual ~Floor() = default;
  virtual void Lay(float *bonds, uint32_t n) { kernel1D_Bond(bonds, n); }

protected:
  static float Bond(const Tile &left, const Tile &right) {
    return std::visit(overloaded{[](const Oak &a, const Oak &b) { return a.grain * b.grain + 0.25f * (a.age + b.age); },
                                 [](const Oak &a, const Stone &b) { return a.grain - 0.5f * b.weight; },
                                 [](const Stone &a, const Oak &b) { return b.grain - 0.25f * a.weight; },
                                 [](const Stone &a, const Stone &b) { return std::min(a.weight, b.weight); },
                                 [](const auto &, const auto &) { return 0.0f; }},
                      left, right);
  }
  void kernel1D_Bond(float *bonds, uint32_t n) {
    m_weakest = 1000.0f;
    for (uint32_t i = 0; i < n; ++i) {
      bonds[i] = Bond(m_tiles[i], m_tiles[i + 1]);
      m_weakest = std::min(m_weakest, bonds[i]);
    }
  }
  std::vector<Tile> m_tiles;
  float m_weakest = 0.0f;
};

//===--- Flasks that are poured together: both change, and one may become something else. ---===//

struct Acid {
  float volume, strength;
};
struct Base {
  float volume;
};
struct Water {
  float volume;
};
using Liquid = std::variant<Water, Acid, Base>;

/// Pours the second into the first.
struct Pour {
  float heat;
  float operator()(Acid &into, Base &from) {
    const float moved = std::min(into.volume, from.volume);
    into.volume += moved;
    from.volume -= moved;
    into.strength *= 0.5f;
    return heat * moved;
  }
  float operator()(Base &into, Acid &from) { return -(*this)(from, into); }
  template <class Into> float operator()(Into &into, Water &from) {
    into.volume += from.volume;
    from.volume = 0.0f;
    return 0.0f;
  }
  template <class Into, class From> float operator()(Into &into, From &from) {
    std::swap(into.volume, from.volume);
    return 1.0f;
  }
};

class Laboratory {
public:
  Laboratory() {
    for (int i = 0; i < 600; ++i) {
      m_left.push_back(i % 3 == 0 ? Liquid(Acid{float(i % 4), 2.0f}) : i % 3 == 1 ? Liquid(Base{float(i % 6)}) : Liquid(Water{float(i % 5)}));
      m_right.push_back(i % 7 < 3 ? Liquid(Water{float(i % 3)}) : i % 7 < 5 ? Liquid(Acid{float(i % 8), 4.0f}) : Liquid(Base{1.0f}));
    }
  }
  virtual ~Laboratory() = default;
  virtual void Mix(float *heats, uint32_t n, float heat) { kernel1D_Mix(heats, n, heat); }

protected:
  void kernel1D_Mix(float *heats, uint32_t n, float heat) {
    for (uint32_t i = 0; i < n; ++i) {
      heats[i] = std::visit(Pour{heat}, m_left[i], m_right[i]);
      if (std::visit([](const auto &a, const auto &b) { return a.volume + b.volume; }, m_left[i], m_right[i]) > 9.0f)
        m_right[i] = Water{heats[i]};
    }
  }
  std::vector<Liquid> m_left, m_right;
};

//===--- Fares: a passenger and a train, of two types of variants, with what the class knows; local variants. ---===//

struct Child {
  int age;
};
struct Adult {};
struct Group {
  int heads;
  float discount;
};
using Passenger = std::variant<Adult, Child, Group>;

struct Local {
  int stops;
};
struct Express {
  float kilometres;
};
using Train = std::variant<Local, Express>;

class Fares {
public:
  Fares() {
    for (int i = 0; i < 9; ++i)
      m_passengers.push_back(i % 3 == 0 ? Passenger(Child{i}) : i % 3 == 1 ? Passenger(Group{i, 0.125f * float(i)}) : Passenger(Adult{}));
  }
  virtual ~Fares() = default;
  virtual void Sell(const int *stops, double *fares, int *free, int n) { kernel1D_Sell(stops, fares, free, n); }

protected:
  static Train Pick(int stops) {
    if (stops % 4 == 0)
      return Express{float(stops % 100) * 7.5f};
    return Local{stops % 100};
  }
  float Price(const Local &train) const { return m_perStop * float(train.stops); }
  float Price(const Express &train) const { return 5.0f + 0.25f * train.kilometres; }

  void kernel1D_Sell(const int *stops, double *fares, int *free, int n) {
    for (int i = 0; i < n; ++i) {
      const Train train = Pick(stops[i] & 0xffff);
      const Passenger &passenger = m_passengers[(stops[i] & 0xff) % 9];
      fares[i] = std::visit<double>(overloaded{[this](const Adult &, const auto &on) { return Price(on); },
                                               [this](const Child &child, const auto &on) { return child.age < 4 ? 0.0f : 0.5f * Price(on); },
                                               [this](const Group &group, const Express &on) {
                                                 return float(group.heads) * Price(on) * (1.0f - group.discount);
                                               },
                                               [this](const Group &group, const Local &on) { return float(group.heads) * Price(on); }},
                                    passenger, train);
      int rides = 0;
      std::visit(
          [&](const auto &who, const auto &on) {
            if (fares[i] == 0.0)
              rides += 1 + int(sizeof(who) > sizeof(on));
          },
          passenger, train);
      free[i] = rides;
    }
  }
  std::vector<Passenger> m_passengers;
  float m_perStop = 0.75f;
};

//===--- Three at a time: a hand, a card on the table, and the rule of the round. ---===//

struct Number {
  int value;
};
struct Joker {};
using Card = std::variant<Number, Joker>;

struct HighWins {};
struct TrumpWins {
  int trump;
};
using Rule = std::variant<HighWins, TrumpWins>;

class Rounds {
public:
  Rounds() {
    for (int i = 0; i < 52; ++i)
      m_deck[i] = i % 13 == 12 ? Card(Joker{}) : Card(Number{i % 13});
  }
  virtual ~Rounds() = default;
  virtual void Play(const uint32_t *draws, int *points, int n) { kernel1D_Play(draws, points, n); }

protected:
  void kernel1D_Play(const uint32_t *draws, int *points, int n) {
    m_won = 0;
    for (int i = 0; i < n; ++i) {
      const Rule rule = draws[i] % 3u == 0u ? Rule(TrumpWins{int(draws[i] >> 24) % 13}) : Rule(HighWins{});
      points[i] = std::visit(overloaded{[](const Number &mine, const Number &other, const HighWins &) { return mine.value > other.value ? mine.value : 0; },
                                        [](const Number &mine, const Number &other, const TrumpWins &by) {
                                          return mine.value == by.trump ? 20 : other.value == by.trump ? 0 : 1;
                                        },
                                        [](const Joker &, const auto &, const auto &) { return 30; },
                                        [](const Number &, const Joker &, const auto &) { return -1; }},
                             m_deck[draws[i] % 52u], m_deck[(draws[i] >> 8) % 52u], rule);
      if (points[i] > 0)
        m_won++;
    }
  }
  Card m_deck[52];
  int m_won = 0;
};
