// Origin: written as a user would, before its first translation.
// Objects that may be missing, calls behind a first one, and calls in loops beside totals, lists in order and combinations of the class's own.
// RUN: %check %s --class Stations --variants=virtual-switch,virtual-workgroup,virtual-sort --size n=1,1300 -- -std=c++17
// RUN: %check %s --class Rafts,Grinders --variants=virtual-switch,virtual-workgroup --variant="ordered=--virtual=workgroup --append=stable" --size n=1,1300 -- -std=c++17
// RUN: %check %s --class Prisms --variants=virtual-workgroup --size width=1,37 --size height=3,29 -- -std=c++17
// RUN: %check %s --class Hikers --variants=default,virtual-workgroup --size n=1,1300 -- -std=c++17
// What the two others write is an error with a remedy.
// RUN: not vkmorph %s --class Couriers -o %t -- -std=c++17 2>&1 | FileCheck --check-prefix=COURIERS %s
// COURIERS: error: this pointer expression does not denote an element of one known array [vkm1307]
// RUN: not vkmorph %s --class Lamps -o %t -- -std=c++17 2>&1 | FileCheck --check-prefix=LAMPS %s
// LAMPS: error: objects of 'Bulb' are reached both through 'Lamp' and through 'Bulb' [vkm1129]
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

//===--- Couriers: places in the list may be empty, and an order may have no object. ---===//

class Courier {
public:
  virtual ~Courier() = default;
  virtual int Fee(int weight) const = 0;
  virtual bool Takes(int weight) const { return weight < 50; }
};
class Bicycle : public Courier {
public:
  int Fee(int weight) const override { return 3 + weight; }
  bool Takes(int weight) const override { return weight < 9; }
};
class Van : public Courier {
public:
  explicit Van(int base) : m_base(base) {}
  int Fee(int weight) const override { return m_base + weight / 4; }

private:
  int m_base;
};
class Drone : public Courier {
public:
  int Fee(int weight) const override {
    int fee = 20;
    for (int part = weight; part > 2; part -= 3)
      fee += part;
    return fee;
  }
};

class Couriers {
public:
  Couriers() {
    m_couriers.resize(11);
    m_couriers[0] = std::make_unique<Bicycle>();
    m_couriers[2] = std::make_unique<Van>(30);
    m_couriers[3] = std::make_unique<Drone>();
    m_couriers[7] = std::make_unique<Van>(12);
    m_couriers[9] = std::make_unique<Bicycle>();
  }
  virtual ~Couriers() = default;
  virtual void Send(const uint32_t *orders, int *fees, uint32_t n) { kernel1D_Send(orders, fees, n); }

protected:
  const Courier *Find(uint32_t order) const {
    const Courier *courier = m_couriers[order % 11u].get();
    return courier ? courier : m_spare;
  }
  void kernel1D_Send(const uint32_t *orders, int *fees, uint32_t n) {
    m_undone = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t order = orders[i];
      const int weight = int(order >> 20) % 60;
      const Courier *courier = m_couriers[order % 11u].get();
      int fee = courier && courier->Takes(weight) ? courier->Fee(weight) : -1;
      if (const Courier *other = Find(order >> 4))
        fee += 2 * other->Fee(weight + 1);
      if (m_special != nullptr)
        fee += m_special->Fee(1);
      for (uint32_t k = 0; k < 4; ++k) {
        const auto &next = m_couriers[(order + k) % 11u];
        if (!next)
          continue;
        fee = std::max(fee, next->Fee(weight - int(k)));
      }
      if (fee < 0)
        ++m_undone;
      fees[i] = fee;
    }
  }

  std::vector<std::unique_ptr<Courier>> m_couriers;
  Courier *m_special = nullptr, *m_spare = nullptr;
  uint32_t m_undone = 0;
};

//===--- Stations: what a message is comes first, then it is handed from station to station. ---===//

class Codec {
public:
  virtual ~Codec() = default;
  virtual uint32_t Open(uint32_t message) const = 0;
};
class Plain : public Codec {
public:
  uint32_t Open(uint32_t message) const override { return message; }
};
class Caesar : public Codec {
public:
  explicit Caesar(uint32_t shift) : m_shift(shift) {}
  uint32_t Open(uint32_t message) const override { return message + m_shift * 0x01010101u; }

private:
  uint32_t m_shift;
};
class Mirrored : public Codec {
public:
  uint32_t Open(uint32_t message) const override {
    uint32_t result = 0;
    for (int bit = 0; bit < 32; ++bit)
      result |= ((message >> bit) & 1u) << (31 - bit);
    return result;
  }
};

class Station {
public:
  virtual ~Station() = default;
  virtual uint32_t Pass(uint32_t message, uint32_t hop) const = 0;
};
class Relay : public Station {
public:
  uint32_t Pass(uint32_t message, uint32_t hop) const override { return message * 3u + hop; }
};
class Filter : public Station {
public:
  uint32_t mask = 0x00ffff7fu;
  uint32_t Pass(uint32_t message, uint32_t) const override { return message & mask; }
};
class Sink : public Station {
public:
  uint32_t Pass(uint32_t message, uint32_t hop) const override { return hop > 3 ? 0u : message ^ 0x5a5au; }
};

class Stations {
public:
  virtual ~Stations() = default;
  virtual void Route(const uint32_t *messages, uint32_t *out, uint32_t n) { kernel1D_Route(messages, out, n); }

protected:
  void kernel1D_Route(const uint32_t *messages, uint32_t *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t message = m_codecs[messages[i] % 3u]->Open(messages[i]);
      uint32_t hop = 0;
      while (message != 0u && hop < 9u) {
        message = m_stations[(message >> 3) % 4u]->Pass(message, hop);
        if (message % 17u == 3u)
          break;
        ++hop;
      }
      if (message & 1u)
        message = m_codecs[hop % 3u]->Open(message);
      out[i] = message + hop;
    }
  }
  Plain m_plain;
  Caesar m_caesar = Caesar(5);
  Mirrored m_mirrored;
  std::array<const Codec *, 3> m_codecs = {&m_plain, &m_caesar, &m_mirrored};
  Relay m_relay;
  Filter m_wide, m_narrow;
  Sink m_sink;
  std::vector<const Station *> m_stations = {&m_relay, &m_wide, &m_narrow, &m_sink};
};

//===--- Rafts drift through stretches of a river; those that come through are listed as they started. ---===//

class Stretch {
public:
  virtual ~Stretch() = default;
  virtual float Drift(float x, float &speed) const = 0;
};
class Calm : public Stretch {
public:
  float Drift(float x, float &speed) const override {
    speed = speed * 0.5f + 0.25f;
    return x + speed;
  }
};
class Rapids : public Stretch {
public:
  explicit Rapids(float fall) : m_fall(fall) {}
  float Drift(float x, float &speed) const override {
    speed += m_fall;
    return x + 2.0f * speed;
  }

private:
  float m_fall;
};
class Whirl : public Stretch {
public:
  float Drift(float x, float &speed) const override {
    speed = -speed;
    return x > 4.0f ? x - 1.0f : x + 0.5f;
  }
};

class Rafts {
public:
  virtual ~Rafts() = default;
  virtual void Float(const uint32_t *rafts, uint32_t n) {
    m_through.clear();
    m_ends.clear();
    m_through.reserve(n);
    m_ends.reserve(n);
    kernel1D_Float(rafts, n);
  }

protected:
  void kernel1D_Float(const uint32_t *rafts, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      float x = 0.25f * float(rafts[i] % 8u), speed = 0.5f;
      bool sinks = false;
      for (uint32_t k = 0; k < 6u; ++k) {
        x = m_river[(rafts[i] >> (2u * k)) % 4u]->Drift(x, speed);
        if (speed > 4.0f) {
          sinks = true;
          break;
        }
      }
      if (!sinks && x > 2.0f) {
        m_through.push_back(i);
        m_ends.push_back(x);
      }
    }
  }
  Calm m_calm;
  Rapids m_rapids = Rapids(1.0f), m_fall = Rapids(1.5f);
  Whirl m_whirl;
  std::vector<const Stretch *> m_river = {&m_calm, &m_rapids, &m_whirl, &m_fall};
  std::vector<uint32_t> m_through;
  std::vector<float> m_ends;
};

//===--- Hikers: how long all of them took until each one arrived, a running total over walks of several paths. ---===//

class Path {
public:
  virtual ~Path() = default;
  virtual uint32_t Minutes(uint32_t step) const = 0;
};
class Road : public Path {
public:
  uint32_t Minutes(uint32_t) const override { return 5; }
};
class Climb : public Path {
public:
  explicit Climb(uint32_t height) : m_height(height) {}
  uint32_t Minutes(uint32_t step) const override { return 8 + m_height / (step + 1); }

private:
  uint32_t m_height;
};
class Ferry : public Path {
public:
  uint32_t Minutes(uint32_t step) const override { return step % 2 ? 20 : 35; }
};

class Hikers {
public:
  virtual ~Hikers() = default;
  virtual void Walk(const uint32_t *plans, uint32_t *arrivals, float *weights, uint32_t n) {
    kernel1D_Walk(plans, arrivals, n);
    kernel1D_Weigh(plans, weights, n);
  }

protected:
  void kernel1D_Walk(const uint32_t *plans, uint32_t *arrivals, uint32_t n) {
    uint32_t total = 0;
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t minutes = 0;
      for (uint32_t step = 0; step < plans[i] % 5u; ++step)
        minutes += m_paths[(plans[i] >> (4u * step)) % 4u]->Minutes(step);
      total += minutes;
      arrivals[i] = total;
    }
  }
  /// How often each path is walked, weighed by a number with a fraction.
  void kernel1D_Weigh(const uint32_t *plans, float *weights, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      weights[i] = 0.0f;
      for (uint32_t step = 0; step < plans[i] % 5u; ++step) {
        const uint32_t path = (plans[i] >> (4u * step)) % 4u;
        const uint32_t minutes = m_paths[path]->Minutes(step);
        weights[i] += 0.5f * float(minutes);
        m_wear[path] += 0.25f * float(minutes);
      }
    }
  }
  Road m_road;
  Climb m_hill = Climb(30), m_mountain = Climb(90);
  Ferry m_ferry;
  std::vector<std::shared_ptr<Path>> m_paths = {std::make_shared<Road>(), std::make_shared<Climb>(30),
                                                std::make_shared<Climb>(90), std::make_shared<Ferry>()};
  float m_wear[4] = {};
};

//===--- Grinders: the finest grain of all, and where it came from, by a function of the program's own. ---===//

struct Grain {
  float size = 1000.0f;
  uint32_t from = 0;
};
inline Grain Finer(const Grain &a, const Grain &b) { return b.size < a.size ? b : a; }

class Mill {
public:
  virtual ~Mill() = default;
  virtual float Grind(float size) = 0;
  int ground = 0;
};
class Stone : public Mill {
public:
  float Grind(float size) override { return size * 0.5f; }
};
class Roller : public Mill {
public:
  explicit Roller(float gap) : m_gap(gap) {}
  float Grind(float size) override { return size > m_gap ? m_gap : size; }

private:
  float m_gap;
};

class Grinders {
public:
  virtual ~Grinders() = default;
  virtual void Grind(const float *grains, const uint32_t *ways, uint32_t n) { kernel1D_Grind(grains, ways, n); }

protected:
  void kernel1D_Grind(const float *grains, const uint32_t *ways, uint32_t n) {
    m_finest = Grain();
    for (uint32_t i = 0; i < n; ++i) {
      float size = 1.0f + std::fabs(grains[i]);
      for (uint32_t way = ways[i] & 0xfffu; way != 0; way /= 3u)
        size = m_mills[way % 3u]->Grind(size);
      Grain grain;
      grain.size = size;
      grain.from = i;
      m_finest = Finer(m_finest, grain);
    }
  }
  std::vector<std::unique_ptr<Mill>> m_mills = MakeMills();
  Grain m_finest;

  static std::vector<std::unique_ptr<Mill>> MakeMills() {
    std::vector<std::unique_ptr<Mill>> mills;
    mills.push_back(std::make_unique<Stone>());
    mills.push_back(std::make_unique<Roller>(0.75f));
    mills.push_back(std::make_unique<Roller>(0.25f));
    return mills;
  }
};

//===--- Prisms in a volume: three dimensions, loops in loops, and an object that asks another one. ---===//

class Prism {
public:
  virtual ~Prism() = default;
  virtual int Bend(int colour, int depth) const = 0;
};
class Glass : public Prism {
public:
  int Bend(int colour, int) const override { return colour * 2 % 101; }
};
class Quartz : public Prism {
public:
  explicit Quartz(const Prism *core) : m_core(core) {}
  int Bend(int colour, int depth) const override { return colour + depth; }
  const Prism *m_core;
};
class Split : public Prism {
public:
  int Bend(int colour, int depth) const override {
    return depth % 2 == 0 ? colour / 2 : Fold(colour) + Fold(depth);
  }

private:
  int Fold(int x) const { return x % 3 == 0 ? x + 7 : x - 1; }
};

class Prisms {
public:
  virtual ~Prisms() = default;
  virtual void Shine([[vkmorph::size("width * height * 3")]] int *light, uint32_t width, uint32_t height) {
    kernel3D_Shine(light, width, height);
  }

protected:
  void kernel3D_Shine(int *light, uint32_t width, uint32_t height) {
    for (uint32_t z = 0; z < 3u; ++z)
      for (uint32_t y = 0; y < height; ++y)
        for (uint32_t x = 0; x < width; ++x) {
          int colour = int(x * 7u + y * 3u + z);
          for (int turn = 0; turn < 3; ++turn) {
            bool isDone = false;
            for (int depth = int(x + y) % 5; depth > 0; --depth) {
              colour = m_prisms[(colour + turn + depth) % 3]->Bend(colour, depth);
              if (colour % 19 == 4) {
                isDone = true;
                break;
              }
              if (colour % 7 == 1)
                break;
            }
            if (isDone)
              break;
            if (colour > 90)
              continue;
            colour += 1;
          }
          light[(z * height + y) * width + x] = colour;
        }
  }
  Glass m_glass;
  Quartz m_quartz = Quartz(&m_glass);
  Split m_split;
  std::vector<const Prism *> m_prisms = {&m_glass, &m_quartz, &m_split};
};

//===--- Lamps that kernels switch: methods change their objects, and one is called by its class's name before. ---===//

class Lamp {
public:
  virtual ~Lamp() = default;
  virtual void Press(int *hours, int day) = 0;
  virtual void Cost(int *cost, int day) const = 0;
  int state = 0;
};
class Bulb : public Lamp {
public:
  void Press(int *hours, int day) override {
    state = 1 - state;
    *hours += state * day;
  }
  void Cost(int *cost, int day) const override { *cost += 2 * day; }
};
class Dimmer : public Lamp {
public:
  int level = 3;
  void Press(int *hours, int day) override {
    state = (state + level) % 7;
    *hours += day % 3 + state;
  }
  void Cost(int *cost, int day) const override {
    cost[0] += level;
    cost[1] += day;
  }
};

class Lamps {
public:
  Lamps() {
    for (int i = 0; i < 1300; ++i)
      if (i % 3 == 0)
        m_lamps.push_back(std::make_unique<Dimmer>());
      else
        m_lamps.push_back(std::make_unique<Bulb>());
  }
  virtual ~Lamps() = default;
  virtual void Evening(int *hours, uint32_t n) {
    kernel1D_Test(n);
    kernel1D_Evening(hours, n);
  }

protected:
  void kernel1D_Test(uint32_t n) {
    m_used = 0;
    for (uint32_t i = 0; i < n; ++i) {
      int cost[2] = {0, 1};
      m_test->Cost(cost, int(i));
      m_lamps[i]->Cost(cost, 3);
      m_used += cost[0] % 5 + cost[1];
    }
  }
  void kernel1D_Evening(int *hours, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int sum = 0;
      for (int day = 0; day < int(i % 4u); ++day)
        m_lamps[i]->Press(&sum, day);
      hours[i] = sum;
    }
  }
  std::vector<std::unique_ptr<Lamp>> m_lamps;
  std::unique_ptr<Bulb> m_test = std::make_unique<Bulb>();
  int m_used = 0;
};
