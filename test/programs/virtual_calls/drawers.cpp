// Origin: written as a user would, before its first translation.
// Structs with variants inside, and arrays of variants that callers have.
// RUN: %check %s --class=PostOffice,Garden,Shop,Planner,Exchange,Lights --size=n=300 -- -std=c++20
// RUN: %check %s --class=PostOffice,Shop --size=n=300 --variants=vulkan10,virtual-workgroup,virtual-sort -- -std=c++20
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

//===--- Parcels: a variant between two numbers; kernels read and change both. ---===//

struct Letter {};
struct Box {
  float width, height, depth;
};
struct Tube {
  float length, radius;
};

struct Parcel {
  std::variant<Letter, Box, Tube> shape;
  float weight = 0.5f;
  int stamps = 0;
};

class PostOffice {
public:
  PostOffice() {
    for (int i = 0; i < 900; ++i) {
      Parcel parcel;
      parcel.weight = 0.25f * float(i % 17);
      if (i % 3 == 1)
        parcel.shape = Box{float(i % 4), 2.0f, float(i % 5)};
      else if (i % 3 == 2)
        parcel.shape = Tube{float(i % 6), 0.5f};
      m_parcels.push_back(parcel);
    }
  }
  virtual ~PostOffice() = default;
  virtual void Stamp(float *postage, uint32_t n) {
    kernel1D_Stamp(postage, n);
    kernel1D_Squash(n);
  }

protected:
  static float Size(const Parcel &parcel) {
    return std::visit(overloaded{[](const Letter &) { return 0.0f; }, [](const Box &box) { return box.width + box.height + box.depth; },
                                 [](const Tube &tube) { return tube.length + 4.0f * tube.radius; }},
                      parcel.shape);
  }
  void kernel1D_Stamp(float *postage, uint32_t n) {
    m_total = 0;
    for (uint32_t i = 0; i < n; ++i) {
      Parcel &parcel = m_parcels[i];
      postage[i] = parcel.weight * 2.0f + Size(parcel);
      parcel.stamps = int(postage[i]) + int(parcel.shape.index());
      m_total += parcel.stamps;
    }
  }
  void kernel1D_Squash(uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      if (m_parcels[i].stamps > 9) {
        if (auto *box = std::get_if<Box>(&m_parcels[i].shape))
          box->height *= 0.5f;
        else if (std::holds_alternative<Tube>(m_parcels[i].shape))
          m_parcels[i].shape = Letter{};
      }
  }
  std::vector<Parcel> m_parcels;
  int m_total = 0;
};

//===--- Beds of a garden: plants in arrays in structs in structs; a struct and an array of structs as members. ---===//

struct Rose {
  int thorns;
  float colour[3];
};
struct Bean {
  float height;
};

struct Plant {
  int planted = 1;
  std::variant<std::monostate, Bean, Rose> what;
};

struct Bed {
  std::array<Plant, 3> plants;
  double area = 2.0;
  std::variant<float, int> soil[2];
};

class Garden {
public:
  Garden() {
    for (int b = 0; b < 5; ++b) {
      for (int p = 0; p < 3; ++p)
        if ((b + p) % 3 == 0)
          m_beds[b].plants[p].what = Bean{float(b + p)};
        else if ((b + p) % 3 == 1)
          m_beds[b].plants[p] = Plant{p, Rose{b, {0.5f, 0.25f, float(p)}}};
      m_beds[b].area = 1.5 + b;
      m_beds[b].soil[0] = b;
      m_beds[b].soil[1] = 0.5f * float(b);
    }
  }
  virtual ~Garden() = default;
  virtual void Rain(const uint32_t *drops, float *growth, uint32_t n) { kernel1D_Rain(drops, growth, n); }
  virtual void Season(float *heights) {
    kernel1D_Grow(heights);
    kernel1D_Keep();
  }

protected:
  static float Height(const Plant &plant) {
    if (std::holds_alternative<std::monostate>(plant.what))
      return 0.0f;
    if (const Rose *rose = std::get_if<Rose>(&plant.what))
      return float(rose->thorns) + rose->colour[2];
    return std::get<Bean>(plant.what).height;
  }
  void kernel1D_Rain(const uint32_t *drops, float *growth, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const Bed &bed = m_beds[drops[i] % 5u];
      float sum = float(bed.area);
      for (const Plant &plant : bed.plants)
        sum += Height(plant);
      for (int s = 0; s < 2; ++s)
        sum += std::visit([](auto value) { return float(value) * 2.0f; }, bed.soil[s]);
      growth[i] = sum;
    }
  }
  void kernel1D_Grow(float *heights) {
    for (int b = 0; b < 5; ++b) {
      Bed &bed = m_beds[b];
      heights[b] = 0.0f;
      for (int p = 0; p < 3; ++p) {
        std::visit(overloaded{[](std::monostate &) {}, [&](Bean &bean) { bean.height += float(bed.area); },
                              [](Rose &rose) {
                                rose.thorns++;
                                rose.colour[1] *= 0.5f;
                              }},
                   bed.plants[p].what);
        heights[b] = std::max(heights[b], Height(bed.plants[p]));
      }
      bed.soil[0] = heights[b];
    }
  }
  void kernel1D_Keep() {
    for (int p = 0; p < 3; ++p)
      m_best.plants[p] = m_beds[p + 1].plants[2 - p];
  }
  Bed m_beds[5];
  Bed m_best;
};

//===--- Goods whose price is private to them, in a struct with a base; values passed around. ---===//

struct Labelled {
  int label = 0;
  std::variant<int, float> size;
};

class Good : public Labelled {
public:
  struct Fixed {
    float price;
  };
  struct PerKilo {
    float price, kilos;
  };
  Good() = default;
  Good(int number, float price) {
    label = number;
    size = price;
    m_price = Fixed{price};
  }
  float Price() const {
    if (auto *fixed = std::get_if<Fixed>(&m_price))
      return fixed->price;
    const PerKilo &perKilo = std::get<PerKilo>(m_price);
    return perKilo.price * perKilo.kilos;
  }
  void Weigh(float kilos) { m_price = PerKilo{Price(), kilos}; }
  void Settle() {
    if (m_price.index() == 1)
      m_price.emplace<Fixed>(Fixed{Price()});
  }

private:
  std::variant<Fixed, PerKilo> m_price = Fixed{1.0f};
};

class Shop {
public:
  Shop() {
    for (int i = 0; i < 300; ++i) {
      m_goods.push_back(Good(i, 0.5f * float(i % 9)));
      if (i % 2)
        m_goods.back().Weigh(float(i % 4));
    }
  }
  virtual ~Shop() = default;
  virtual void Open(float *prices, int *labels, int n) { kernel1D_Open(prices, labels, n); }

protected:
  static Good Dearer(Good good, float by) {
    good.Weigh(by);
    good.label += 1000;
    return good;
  }
  void kernel1D_Open(float *prices, int *labels, int n) {
    for (int i = 0; i < n; ++i) {
      const Good dearer = Dearer(m_goods[i], 1.5f);
      prices[i] = dearer.Price() + m_goods[i].Price();
      labels[i] = dearer.label + (std::holds_alternative<float>(dearer.size) ? 1 : int(std::get<int>(dearer.size)));
      if (i % 3 == 0)
        m_goods[i] = dearer;
      else
        m_goods[i].Settle();
    }
  }
  std::vector<Good> m_goods;
};

//===--- Orders of the caller: read by a kernel, two kinds of them, one from the middle of its array. ---===//

struct Buy {
  int amount;
  float limit;
};
struct Sell {
  int amount;
};
struct Cancel {};
using Order = std::variant<Cancel, Buy, Sell>;

class Exchange {
public:
  virtual ~Exchange() = default;
  virtual void Match(const Order *orders, const Order *others, int *matched, int n) {
    kernel1D_Match(orders, others + 2, matched, n);
  }

protected:
  static int Amount(const Order &order) {
    if (auto *buy = std::get_if<Buy>(&order))
      return buy->limit > 0.0f ? buy->amount & 0xffff : 0;
    return std::holds_alternative<Sell>(order) ? -(std::get<Sell>(order).amount & 0xffff) : 0;
  }
  void kernel1D_Match(const Order *orders, const Order *others, int *matched, int n) {
    m_open = 0;
    for (int i = 0; i < n; ++i) {
      const int amount = Amount(orders[i]), other = Amount(others[i]);
      matched[i] = amount * other < 0 ? std::min(std::abs(amount), std::abs(other)) : 0;
      if (orders[i].index() != 0 && matched[i] == 0)
        m_open++;
    }
  }
  int m_open = 0;
};

//===--- Lamps of the caller: structs with variants, which kernels switch; and a list of what each one became. ---===//

struct Off {
  int since;
};
struct On {
  float brightness;
};
struct Blinking {
  float brightness;
  int period;
};

struct Lamp {
  int room;
  std::variant<Off, On, Blinking> state;
  float watts;
};

class Lights {
public:
  virtual ~Lights() = default;
  virtual void Evening(Lamp *lamps, float *used, uint32_t n, int hour) {
    kernel1D_Switch(lamps, n, hour);
    kernel1D_Use(lamps, used, n, hour);
  }

protected:
  void kernel1D_Switch(Lamp *lamps, uint32_t n, int hour) {
    for (uint32_t i = 0; i < n; ++i) {
      Lamp &lamp = lamps[i];
      if (lamp.room % 2 == 0 && std::holds_alternative<Off>(lamp.state))
        lamp.state = On{0.75f};
      else if (auto *on = std::get_if<On>(&lamp.state))
        on->brightness = on->brightness > 0.5f ? 0.5f : 0.25f;
      else if (lamp.room % 5 == 0)
        lamp.state = Off{hour};
    }
  }
  void kernel1D_Use(const Lamp *lamps, float *used, uint32_t n, int hour) {
    for (uint32_t i = 0; i < n; ++i)
      used[i] = lamps[i].watts * std::visit(overloaded{[](const Off &) { return 0.0f; }, [](const On &on) { return on.brightness; },
                                                       [&](const Blinking &lamp) { return hour % 2 ? lamp.brightness : 0.0f; }},
                                            lamps[i].state);
  }
};

//===--- Jobs that kernels append: structs with variants in vectors that grow. ---===//

struct Copy {
  int from, to;
};
struct Clear {
  int at;
};
struct Job {
  std::variant<Clear, Copy> what;
  int cost;
};

class Planner {
public:
  virtual ~Planner() = default;
  virtual void Plan(const int *cells, int n) {
    m_jobs.clear();
    kernel1D_Plan(cells, n);
  }
  virtual void Sum(int *costs, int n) { kernel1D_Sum(costs, n); }

protected:
  void kernel1D_Plan(const int *cells, int n) {
    for (int i = 0; i < n; ++i)
      if (cells[i] % 3 == 0)
        m_jobs.push_back(Job{Clear{i}, 1});
      else if (cells[i] % 3 == 1)
        m_jobs.push_back({Copy{i, cells[i] & 0xff}, 2});
  }
  void kernel1D_Sum(int *costs, int n) {
    for (int i = 0; i < n; ++i) {
      costs[i] = 0;
      for (const Job &job : m_jobs)
        if (std::visit(overloaded{[&](const Clear &clear) { return clear.at == i; }, [&](const Copy &copy) { return copy.to == i; }}, job.what))
          costs[i] += job.cost;
    }
  }
  std::vector<Job> m_jobs;
};

//===--- Messages in a struct of the caller's, given by reference, beside what the class holds. ---===//

struct Note {
  float pitch;
};
struct Rest {
  int beats;
};
using Event = std::variant<Note, Rest>;

struct Track {
  std::vector<Event> events;
  float volume = 1.0f;
};

class Player {
public:
  virtual ~Player() = default;
  virtual void Play(Track &track, float *samples, uint32_t n) { kernel1D_Play(track, samples, n); }

protected:
  void kernel1D_Play(Track &track, float *samples, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Event &event = track.events[i];
      if (auto *note = std::get_if<Note>(&event)) {
        samples[i] = note->pitch * track.volume;
        note->pitch *= 0.5f;
      } else {
        samples[i] = 0.0f;
        event = Note{float(std::get<Rest>(event).beats & 0xff)};
      }
    }
  }
};
