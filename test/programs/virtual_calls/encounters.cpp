// Origin: written as a user would, before its first translation.
// Variants where a program has them: in structs, in arrays of the caller, two visited at a time, and parts of them by reference.
// Where one is not translated yet, what says so, and what to do, is stated.
// RUN: %check %s --class=Billiards,Orchard,Ledger --size=n=1000 -- -std=c++17
// RUN: not vkmorph %s --class Letters -o %t -- -std=c++17 2>&1 | FileCheck --check-prefix=LETTERS %s
// LETTERS: error: parameter 'events' of control function 'Book' is a std::vector [vkm1117]
// LETTERS: note: kernels and control functions take numbers, pointers to arrays, and objects with std::vectors by reference
// RUN: not vkmorph %s --class Mixer -o %t -- -std=c++17 2>&1 | FileCheck --check-prefix=MIXER %s
// MIXER: error: std::visit that gives a reference is not translated [vkm1138]
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

//===--- Bodies that touch each other: what happens depends on the shapes of both. ---===//

struct Disc {
  float x, y, radius;
};
struct Square {
  float x, y, half;
};
struct Wall {
  float y;
};
using Shape = std::variant<Disc, Square, Wall>;

/// How far two shapes are apart, less than 0 where they overlap.
struct Gap {
  float operator()(const Disc &a, const Disc &b) const {
    return std::fabs(a.x - b.x) + std::fabs(a.y - b.y) - a.radius - b.radius;
  }
  float operator()(const Disc &a, const Square &b) const {
    return std::max(std::fabs(a.x - b.x), std::fabs(a.y - b.y)) - a.radius - b.half;
  }
  float operator()(const Square &a, const Disc &b) const { return (*this)(b, a); }
  float operator()(const Square &a, const Square &b) const {
    return std::max(std::fabs(a.x - b.x), std::fabs(a.y - b.y)) - a.half - b.half;
  }
  float operator()(const Wall &a, const Wall &b) const { return a.y == b.y ? 0.0f : 1.0f; }
  template <class Other> float operator()(const Wall &a, const Other &b) const { return std::fabs(b.y - a.y) - 0.5f; }
  template <class Other> float operator()(const Other &a, const Wall &b) const { return (*this)(b, a); }
};

class Billiards {
public:
  Billiards() {
    for (int i = 0; i < 24; ++i)
      if (i % 3 == 0)
        m_shapes.push_back(Disc{float(i % 7), float(i % 5), 0.5f});
      else if (i % 3 == 1)
        m_shapes.push_back(Square{float(i % 4), float(i % 6), 0.75f});
      else
        m_shapes.push_back(Wall{float(i) * 0.25f});
  }
  virtual ~Billiards() = default;
  virtual void Touch(const uint32_t *pairs, float *gaps, int *touches, uint32_t n) { kernel1D_Touch(pairs, gaps, touches, n); }

protected:
  void kernel1D_Touch(const uint32_t *pairs, float *gaps, int *touches, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const Shape &a = m_shapes[pairs[i] % 24u];
      const Shape &b = m_shapes[(pairs[i] >> 8) % 24u];
      const float gap = std::visit(Gap(), a, b);
      gaps[i] = gap;
      int sum = 0;
      for (uint32_t k = 0; k < (pairs[i] >> 16) % 6u; ++k)
        std::visit(overloaded{[&](const Disc &, const Disc &) { sum += 1; },
                              [&](const Wall &wall, const auto &) { sum += int(wall.y); },
                              [&](const auto &, const auto &) { sum += 10; }},
                   m_shapes[(pairs[i] + k) % 24u], a);
      touches[i] = sum;
    }
  }
  std::vector<Shape> m_shapes;
};

//===--- Letters to a class of the caller's: events in a vector, which a program has read from somewhere. ---===//

struct Deposit {
  int amount;
};
struct Transfer {
  int amount, fee;
};
struct Closing {};
using Event = std::variant<Deposit, Transfer, Closing>;

class Letters {
public:
  virtual ~Letters() = default;
  virtual void Book(const std::vector<Event> &events, int *balance, uint32_t n) {
    kernel1D_Book(events.data(), balance, n, uint32_t(events.size()));
  }

protected:
  void kernel1D_Book(const Event *events, int *balance, uint32_t n, uint32_t count) {
    for (uint32_t i = 0; i < n; ++i) {
      if (i >= count)
        continue;
      const Event &event = events[i];
      if (auto *deposit = std::get_if<Deposit>(&event))
        balance[i] += deposit->amount;
      else if (auto *transfer = std::get_if<Transfer>(&event))
        balance[i] -= transfer->amount + transfer->fee;
      else
        balance[i] = 0;
    }
  }
};

//===--- Trees of an orchard: a struct with numbers and a variant, in a vector of the class. ---===//

struct Apple {
  float crop;
  int variety;
};
struct Cherry {
  float crop;
};
struct Stump {};

struct Tree {
  float height = 1.0f;
  std::variant<Stump, Apple, Cherry> kind;
  int year = 0;
};

class Orchard {
public:
  Orchard() {
    for (int i = 0; i < 1300; ++i) {
      Tree tree;
      tree.height = 1.0f + 0.25f * float(i % 9);
      if (i % 4 == 1)
        tree.kind = Apple{0.5f * float(i % 3), i % 5};
      else if (i % 4 == 2)
        tree.kind = Cherry{float(i % 6)};
      m_trees.push_back(tree);
    }
  }
  virtual ~Orchard() = default;
  virtual void Year(float *crop, uint32_t n, float rain) {
    kernel1D_Grow(n, rain);
    kernel1D_Pick(crop, n);
  }

protected:
  void kernel1D_Grow(uint32_t n, float rain) {
    for (uint32_t i = 0; i < n; ++i) {
      Tree &tree = m_trees[i];
      tree.height += 0.25f * rain;
      ++tree.year;
      if (auto *apple = std::get_if<Apple>(&tree.kind))
        apple->crop += 1.0f;
      else if (auto *cherry = std::get_if<Cherry>(&tree.kind))
        cherry->crop *= 0.5f;
      if (tree.height > 2.75f)
        tree.kind = Stump{};
    }
  }
  void kernel1D_Pick(float *crop, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      crop[i] = m_trees[i].height * std::visit(overloaded{[](const Stump &) { return 0.0f; },
                                                          [](const Apple &apple) { return apple.crop * float(apple.variety); },
                                                          [](const Cherry &cherry) { return cherry.crop; }},
                                               m_trees[i].kind);
  }
  std::vector<Tree> m_trees;
};

//===--- A ledger of prices: entries by pointer from the caller, which kernels change. ---===//

struct Fixed {
  float price;
};
struct Rising {
  float price, rate;
  int years;
};
using Price = std::variant<Fixed, Rising>;

class Ledger {
public:
  virtual ~Ledger() = default;
  virtual void Close(Price *prices, float *sums, uint32_t n) {
    kernel1D_Age(prices, n);
    kernel1D_Sum(prices, sums, n);
  }

protected:
  void kernel1D_Age(Price *prices, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      if (Rising *rising = std::get_if<Rising>(&prices[i])) {
        rising->price += rising->rate;
        if (++rising->years > 3)
          prices[i] = Fixed{rising->price};
      }
  }
  void kernel1D_Sum(const Price *prices, float *sums, uint32_t n) {
    m_rising = 0;
    for (uint32_t i = 0; i < n; ++i) {
      sums[i] = std::visit([](const auto &one) { return one.price; }, prices[i]);
      if (std::holds_alternative<Rising>(prices[i]))
        m_rising++;
    }
  }
  uint32_t m_rising = 0;
};

//===--- A mixer whose channels have one volume each, wherever it stands: std::visit gives a reference to it. ---===//

struct Mono {
  float volume;
};
struct Stereo {
  float balance, volume;
};
struct Muted {
  int since;
  float volume;
};
using Channel = std::variant<Mono, Stereo, Muted>;

class Mixer {
public:
  Mixer() {
    for (int i = 0; i < 1300; ++i)
      if (i % 3 == 0)
        m_channels.push_back(Mono{float(i % 8)});
      else if (i % 3 == 1)
        m_channels.push_back(Stereo{0.5f, float(i % 10)});
      else
        m_channels.push_back(Muted{i, float(i % 6)});
  }
  virtual ~Mixer() = default;
  virtual void Fade(float *levels, uint32_t n) { kernel1D_Fade(levels, n); }

protected:
  static float &Volume(Channel &channel) {
    return std::visit([](auto &one) -> float & { return one.volume; }, channel);
  }
  void kernel1D_Fade(float *levels, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Channel &channel = m_channels[i];
      float &volume = Volume(channel);
      volume *= 0.5f;
      if (volume > 2.0f)
        volume -= 0.25f;
      levels[i] = volume + (channel.index() == 2 ? 100.0f : 0.0f);
    }
  }
  std::vector<Channel> m_channels;
};
