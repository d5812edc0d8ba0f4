// Origin: written as a user would, before its first translation.
// Classes whose iterations call methods of objects again and again, and sum up, count, compare or list what comes of it in members.
// RUN: %check %s --class PathTracer --variants=virtual-workgroup --size width=3,40 --size height=1,30 -- -std=c++17
// RUN: %check %s --class Neutrons,Prospector,Postage,Ladder,Weather,Pinball,Salmon,Robots,Turns,Cases --variants=virtual-workgroup --size n=1,1300 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

//===--- A path tracer that sums up the light of all paths, and counts those that got away. ---===//

struct Colour {
  float r = 0.0f, g = 0.0f, b = 0.0f;
};

struct Ray {
  float x, y, dx, dy;
};

class Surface {
public:
  virtual ~Surface() = default;
  /// Sends the ray on; false where it is absorbed.
  virtual bool Reflect(Ray &ray, Colour &weight, uint32_t &seed) const = 0;
  virtual float Glow() const { return 0.0f; }
};

class Chalk : public Surface {
public:
  bool Reflect(Ray &ray, Colour &weight, uint32_t &seed) const override {
    seed = seed * 747796405u + 2891336453u;
    ray.dx = 0.0625f * float(int(seed >> 28) - 8);
    ray.dy = 0.0625f * float(int((seed >> 24) & 15u) - 7);
    weight.r *= 0.75f;
    weight.g *= 0.5f;
    weight.b *= 0.5f;
    return true;
  }
};

class Mirror : public Surface {
public:
  bool Reflect(Ray &ray, Colour &weight, uint32_t &) const override {
    ray.dx = -ray.dx;
    weight.b *= 0.875f;
    return true;
  }
};

class Lamp : public Surface {
public:
  explicit Lamp(float power) : m_power(power) {}
  bool Reflect(Ray &, Colour &, uint32_t &) const override { return false; }
  float Glow() const override { return m_power; }

private:
  float m_power;
};

class PathTracer {
public:
  PathTracer() {
    for (int i = 0; i < 7; ++i)
      if (i == 4)
        m_surfaces.push_back(std::make_unique<Lamp>(8.0f));
      else if (i % 2 == 0)
        m_surfaces.push_back(std::make_unique<Chalk>());
      else
        m_surfaces.push_back(std::make_unique<Mirror>());
  }
  virtual ~PathTracer() = default;
  virtual void Render(Colour *image, uint32_t width, uint32_t height) { kernel2D_Render(image, width, height); }

  double Energy() const { return m_energy; }
  uint32_t Escaped() const { return m_escaped; }

protected:
  void kernel2D_Render(Colour *image, uint32_t width, uint32_t height) {
    m_energy = 0.0;
    m_escaped = 0;
    m_longest = 0;
    for (uint32_t y = 0; y < height; ++y) {
      for (uint32_t x = 0; x < width; ++x) {
        Ray ray = {float(x), float(y), 0.5f, 0.25f};
        Colour weight = {1.0f, 1.0f, 1.0f}, light;
        uint32_t seed = y * 977u + x;
        int length = 0;
        bool isInside = true;
        while (length < m_maxDepth) {
          ray.x += 3.0f * ray.dx;
          ray.y += 3.0f * ray.dy;
          if (ray.x < -2.0f || ray.y < -2.0f || ray.x > 38.0f || ray.y > 29.0f) {
            isInside = false;
            break;
          }
          const auto &surface = m_surfaces[(uint32_t(ray.x + 2.0f) * 3u + uint32_t(ray.y + 2.0f)) % m_surfaces.size()];
          const float glow = surface->Glow();
          light.r += weight.r * glow;
          light.g += weight.g * glow;
          light.b += weight.b * glow;
          ++length;
          if (!surface->Reflect(ray, weight, seed))
            break;
        }
        if (!isInside)
          ++m_escaped;
        m_energy += double(light.r) + double(light.g) + double(light.b);
        m_longest = std::max(m_longest, length);
        image[y * width + x] = light;
      }
    }
  }

  std::vector<std::unique_ptr<Surface>> m_surfaces;
  int m_maxDepth = 9;
  double m_energy = 0.0;
  uint32_t m_escaped = 0;
  int m_longest = 0;
};

//===--- Neutrons that lose energy to the nuclei they meet: totals of absorbed and leaked energy, inside of the walk. ---===//

struct Nucleus {
  virtual ~Nucleus() = default;
  /// What is left of the energy; 0 where the neutron is captured.
  virtual float Scatter(float energy, uint32_t dice) const = 0;
};
struct Hydrogen : Nucleus {
  float Scatter(float energy, uint32_t dice) const override { return dice % 16u == 0 ? 0.0f : energy * 0.5f; }
};
struct Carbon : Nucleus {
  float loss = 0.125f;
  float Scatter(float energy, uint32_t) const override { return energy - energy * loss; }
};
struct Cadmium : Nucleus {
  float Scatter(float energy, uint32_t dice) const override { return energy < 4.0f || dice % 4u == 0 ? 0.0f : energy - 1.0f; }
};

class Neutrons {
public:
  virtual ~Neutrons() = default;
  virtual void Fire(const uint32_t *seeds, uint32_t n) { kernel1D_Fire(seeds, n); }

protected:
  void kernel1D_Fire(const uint32_t *seeds, uint32_t n) {
    m_absorbed = m_leaked = 0.0f;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t seed = seeds[i];
      float energy = 16.0f, depth = 0.0f;
      for (int meeting = 0; meeting < 12; ++meeting) {
        seed = seed * 1664525u + 1013904223u;
        depth += float(seed >> 29);
        if (depth > kThickness) {
          m_leaked += energy;
          break;
        }
        const uint32_t layer = uint32_t(depth) % 3u;
        const float left = m_core[layer]->Scatter(energy, seed >> 8);
        m_absorbed += energy - left;
        if (left <= 0.0f) {
          m_captures[layer]++;
          break;
        }
        energy = left;
      }
    }
  }

  Hydrogen m_water;
  Carbon m_graphite;
  Cadmium m_rod;
  Nucleus *m_core[3] = {&m_water, &m_graphite, &m_rod};
  static constexpr float kThickness = 30.0f;
  float m_absorbed = 0.0f, m_leaked = 0.0f;
  uint32_t m_captures[3] = {0, 0, 0};
};

//===--- A prospector walks over ground of several kinds: the best place, where it is, and the last dry one. ---===//

class Ground {
public:
  virtual ~Ground() = default;
  virtual int Gold(int x) const = 0;
  virtual int Next(int x) const { return x * 5 + 3; }
};
class Sand : public Ground {
public:
  int Gold(int x) const override { return x % 4; }
};
class Gravel : public Ground {
public:
  Gravel(int grain) : m_grain(grain) {}
  int Gold(int x) const override { return x % m_grain; }
  int Next(int x) const override { return x * 3 + m_grain; }

private:
  int m_grain;
};
class Vein : public Ground {
public:
  int Gold(int x) const override { return 20 + (x & 15); }
  int Next(int x) const override { return x / 2 + 7; }
};

class Prospector {
public:
  Prospector() : m_grounds{new Sand, new Gravel(9), new Vein, new Gravel(13), new Sand} {}
  virtual ~Prospector() {
    for (Ground *ground : m_grounds)
      delete ground;
  }
  virtual void Search(const int *starts, int n) { kernel1D_Search(starts, n); }

protected:
  int Dig(int x) const {
    int found = 0;
    do {
      const Ground *ground = m_grounds[x % 5];
      found += ground->Gold(x);
      x = ground->Next(x) % 1000;
    } while (found < m_wanted && x % 11 != 0);
    return found;
  }

  void kernel1D_Search(const int *starts, int n) {
    m_best = -1;
    m_where = -1;
    m_poorest = 1 << 20;
    for (int i = 0; i < n; i++) {
      const int found = Dig(starts[i] & 1023);
      if (found > m_best) {
        m_best = found;
        m_where = i;
      }
      if (found == 0)
        m_lastEmpty = i;
      m_poorest = std::min(m_poorest, found);
    }
  }

  std::vector<Ground *> m_grounds;
  int m_wanted = 60;
  int m_best = 0, m_where = 0, m_lastEmpty = -1, m_poorest = 0;
};

//===--- Postage: one call for each letter, no loop; the letters' prices are all that is wanted. ---===//

struct Tariff {
  virtual ~Tariff() = default;
  virtual uint32_t Price(uint32_t grams) const = 0;
};
struct Inland : Tariff {
  uint32_t Price(uint32_t grams) const override { return grams < 20 ? 85 : grams < 50 ? 100 : 160 + grams / 10; }
};
struct Europe : Tariff {
  uint32_t zone = 2;
  uint32_t Price(uint32_t grams) const override { return 110 * zone + grams / 5; }
};
struct Overseas : Tariff {
  uint32_t Price(uint32_t grams) const override {
    uint32_t price = 200;
    for (uint32_t rest = grams; rest > 100; rest -= 100)
      price += 50;
    return price;
  }
};

class Postage {
public:
  virtual ~Postage() = default;
  virtual void Weigh(const uint32_t *letters, uint32_t n) { kernel1D_Weigh(letters, n); }
  uint64_t Turnover() const { return m_turnover; }

protected:
  void kernel1D_Weigh(const uint32_t *letters, uint32_t n) {
    m_turnover = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t letter = letters[i];
      const uint32_t price = m_tariffs[letter % 3]->Price((letter >> 4) % 1000u);
      m_turnover += price;
      if (price > 300)
        m_dear += 1;
    }
  }

  Inland m_inland;
  Europe m_europe;
  Overseas m_overseas;
  std::vector<Tariff *> m_tariffs = {&m_inland, &m_europe, &m_overseas};
  uint64_t m_turnover = 0;
  int m_dear = 0;
};

//===--- A ladder of filters, visited as variants: signal in, sum of the differences out. ---===//

struct Gain {
  float factor;
  float Apply(float x, float) const { return x * factor; }
};
struct Clip {
  float limit;
  float Apply(float x, float) const { return x > limit ? limit : x < -limit ? -limit : x; }
};
struct Mix {
  float share, rest;
  float Apply(float x, float dry) const { return share * x + rest * dry; }
};

class Ladder {
public:
  Ladder() : m_filters{Gain{0.5f}, Clip{2.0f}, Mix{0.25f, 0.75f}, Gain{2.0f}, Clip{0.5f}} {}
  virtual ~Ladder() = default;
  virtual void Play(const float *in, const uint8_t *chain, float *out, unsigned n) { kernel1D_Play(in, chain, out, n); }

  float Change() const { return m_change; }

protected:
  void kernel1D_Play(const float *in, const uint8_t *chain, float *out, unsigned n) {
    m_change = 0.0f;
    m_loudest = 0.0f;
    for (unsigned i = 0; i < n; ++i) {
      float x = in[i];
      uint32_t code = chain[i] + 1u;
      while (code != 0) {
        const auto &filter = m_filters[code % 5u];
        x = std::visit([&](const auto &f) { return f.Apply(x, in[i]); }, filter);
        code /= 3u;
      }
      m_change += std::fabs(x - in[i]);
      m_loudest = std::fmax(m_loudest, x);
      out[i] = x;
    }
  }

  std::vector<std::variant<Gain, Clip, Mix>> m_filters;
  float m_change = 0.0f, m_loudest = 0.0f;
};

//===--- Weather by hours: a sum in a local variable over a loop of calls, moments in a struct, a flag for all. ---===//

class Sky {
public:
  virtual ~Sky() = default;
  virtual float Heat(int hour, float ground) const = 0;
};
class Clear : public Sky {
public:
  float Heat(int hour, float) const override { return hour > 6 && hour < 18 ? 2.0f : -1.0f; }
};
class Overcast : public Sky {
public:
  explicit Overcast(float cover) : m_cover(cover) {}
  float Heat(int hour, float ground) const override { return (hour > 6 && hour < 18 ? 1.0f : -0.25f) * m_cover - 0.0625f * ground; }

private:
  float m_cover;
};
class Storm : public Sky {
public:
  float Heat(int, float ground) const override { return -0.25f * ground; }
};

struct Moments {
  float sum = 0.0f, squares = 0.0f;
  int days = 0;
};

class Weather {
public:
  virtual ~Weather() = default;
  virtual void Forecast(const uint32_t *patterns, const int *lengths, float *heat, int n) {
    kernel1D_Forecast(patterns, lengths, heat, n);
  }

protected:
  float Warm(uint32_t pattern, int first, int hours) const {
    float sum = 0.0f;
    for (int hour = 0; hour < hours; ++hour)
      sum += m_skies[(pattern >> (hour % 24)) % 3u]->Heat((first + hour) % 24, 8.0f);
    return sum;
  }

  void kernel1D_Forecast(const uint32_t *patterns, const int *lengths, float *heat, int n) {
    m_moments = Moments();
    m_isAllWarm = true;
    for (int i = 0; i < n; ++i) {
      const float warmth = Warm(patterns[i], i % 7, lengths[i] & 31);
      heat[i] = warmth;
      m_moments.sum += warmth;
      m_moments.squares += warmth * warmth;
      if (warmth > 0.0f)
        m_moments.days++;
      m_isAllWarm = m_isAllWarm && warmth > -40.0f;
    }
  }

  Clear m_clear;
  Overcast m_overcast = Overcast(0.5f);
  Storm m_storm;
  std::vector<const Sky *> m_skies = {&m_clear, &m_overcast, &m_storm};
  Moments m_moments;
  bool m_isAllWarm = true;
};

//===--- Pinballs fall past pins of several kinds: a histogram of where they land, and the hits of each pin. ---===//

class Pin {
public:
  virtual ~Pin() = default;
  virtual int Deflect(int x, uint32_t dice) const = 0;
};
class Nail : public Pin {
public:
  int Deflect(int x, uint32_t dice) const override { return dice & 1u ? x + 1 : x; }
};
class Spring : public Pin {
public:
  explicit Spring(int reach) : m_reach(reach) {}
  int Deflect(int x, uint32_t dice) const override { return dice & 1u ? x + m_reach : x - m_reach; }

private:
  int m_reach;
};
class Hole : public Pin {
public:
  int Deflect(int, uint32_t) const override { return -1000; }
};

class Pinball {
public:
  virtual ~Pinball() = default;
  virtual void Drop(const uint32_t *seeds, [[vkmorph::size("40")]] uint32_t *slots, uint32_t n) {
    kernel1D_Drop(seeds, slots, n);
  }

protected:
  void kernel1D_Drop(const uint32_t *seeds, uint32_t *slots, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t dice = seeds[i];
      int x = 16;
      for (int row = 0; row < 8 && x >= 0; ++row) {
        const uint32_t pin = (uint32_t(x) + uint32_t(row) * 3u) % 7u;
        m_hits[pin]++;
        x = m_pins[pin]->Deflect(x, dice);
        dice = dice * 1664525u + 1013904223u;
        dice ^= dice >> 16;
      }
      if (x < 0)
        m_lost++;
      else
        slots[std::min(x, 39)]++;
    }
  }

  Nail m_nail;
  Spring m_spring = Spring(2), m_strong = Spring(4);
  Hole m_hole;
  std::vector<Pin *> m_pins = {&m_nail, &m_spring, &m_nail, &m_strong, &m_nail, &m_spring, &m_hole};
  uint32_t m_hits[7] = {};
  uint32_t m_lost = 0;
};

//===--- Salmon swim up a river of several waters; those that arrive are listed. ---===//

struct Fish {
  int number = 0;
  float strength = 0.0f;
};

class Water {
public:
  virtual ~Water() = default;
  /// What the stretch costs.
  virtual float Toil(float strength, int stretch) const = 0;
};
class Pool : public Water {
public:
  float Toil(float, int) const override { return 0.5f; }
};
class Rapid : public Water {
public:
  explicit Rapid(float speed) : m_speed(speed) {}
  float Toil(float strength, int) const override { return strength > 8.0f ? 1.0f : m_speed; }

private:
  float m_speed;
};
class Fall : public Water {
public:
  float Toil(float strength, int stretch) const override { return 0.25f * strength + 0.125f * float(stretch); }
};

class Salmon {
public:
  Salmon() {
    for (int i = 0; i < 10; ++i)
      if (i % 3 == 0)
        m_waters.push_back(std::make_shared<Pool>());
      else if (i % 3 == 1)
        m_waters.push_back(std::make_shared<Rapid>(0.75f + 0.25f * float(i)));
      else
        m_waters.push_back(std::make_shared<Fall>());
    m_arrived.reserve(2048);
  }
  virtual ~Salmon() = default;
  virtual void Swim(const uint32_t *shoal, int n) {
    m_arrived.clear();
    kernel1D_Swim(shoal, n);
  }

protected:
  void kernel1D_Swim(const uint32_t *shoal, int n) {
    for (int i = 0; i < n; i++) {
      Fish fish;
      fish.number = i;
      fish.strength = 4.0f + 2.0f * float(shoal[i] & 15u);
      int stretch = 0;
      while (stretch < 9 && fish.strength > 0.0f) {
        fish.strength -= m_waters[(stretch + (shoal[i] >> 4)) % 10u]->Toil(fish.strength, stretch);
        ++stretch;
      }
      if (fish.strength > 0.0f)
        m_arrived.push_back(fish);
      m_strongest = std::max(m_strongest, fish.strength);
    }
  }

  std::vector<std::shared_ptr<Water>> m_waters;
  std::vector<Fish> m_arrived;
  float m_strongest = 0.0f;
};

//===--- Robots follow programs: some commands ask their tool, others do not, and one falls through. ---===//

class Tool {
public:
  virtual ~Tool() = default;
  virtual int Work(int load) const = 0;
  virtual bool IsWorn(int load) const { return load > 40; }
};
class Drill : public Tool {
public:
  int Work(int load) const override { return load + 7; }
};
class Saw : public Tool {
public:
  explicit Saw(int teeth) : m_teeth(teeth) {}
  int Work(int load) const override { return load + m_teeth % 5; }
  bool IsWorn(int load) const override { return load > m_teeth; }

private:
  int m_teeth;
};
class Brush : public Tool {
public:
  int Work(int load) const override { return load / 2; }
  bool IsWorn(int) const override { return false; }
};

class Robots {
public:
  virtual ~Robots() = default;
  virtual void Run(const uint32_t *programs, int *loads, uint32_t n) { kernel1D_Run(programs, loads, n); }

protected:
  enum Command : uint32_t { Stop, Move, Use, UseTwice, Change, Rest };

  void kernel1D_Run(const uint32_t *programs, int *loads, uint32_t n) {
    m_work = 0;
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t program = programs[i] | 2u;
      uint32_t tool = i % 4u;
      int load = 0, moves = 0;
      bool isOn = true;
      while (isOn && program != 0u) {
        const uint32_t command = program % 8u;
        program /= 8u;
        switch (command) {
        case Stop:
          isOn = load < 5;
          break;
        case Move:
          ++moves;
          continue;
        case UseTwice:
          load = m_tools[tool]->Work(load);
          if (m_tools[tool]->IsWorn(load)) {
            tool = (tool + 1u) % 4u;
            break;
          }
          [[fallthrough]];
        case Use: {
          const int before = load;
          load = m_tools[tool]->Work(load);
          m_work += load - before;
          break;
        }
        case Change:
          tool = (tool + program) % 4u;
          break;
        default:
          if (moves > 1)
            break;
          for (int turn = 0; turn < 3; ++turn) {
            if (m_tools[(tool + uint32_t(turn)) % 4u]->IsWorn(load))
              continue;
            load = m_tools[(tool + uint32_t(turn)) % 4u]->Work(load);
            if (load > 18)
              break;
          }
        }
        load -= load > 50 ? 7 : 0;
      }
      loads[i] = load * 16 + moves;
    }
  }

  Drill m_drill;
  Saw m_fine = Saw(22), m_coarse = Saw(9);
  Brush m_brush;
  std::vector<const Tool *> m_tools = {&m_drill, &m_fine, &m_coarse, &m_brush};
  int m_work = 0;
};

//===--- Switches in switches, cases that fall through, and jumps out of several of them. ---===//

class Rule {
public:
  virtual ~Rule() = default;
  virtual int Next(int x) const = 0;
};
class Triple : public Rule {
public:
  int Next(int x) const override { return x * 3 + 1; }
};
class Halve : public Rule {
public:
  int Next(int x) const override { return x / 2 + m_rest; }

private:
  int m_rest = 5;
};
class Flip : public Rule {
public:
  int Next(int x) const override { return x ^ 21; }
};

class Turns {
public:
  virtual ~Turns() = default;
  virtual void Run(const uint32_t *ids, int *out, uint32_t n) { kernel1D_Run(ids, out, n); }
protected:
  int Step(uint32_t id, int x) const {
    switch (m_rules[id % 3u]->Next(x) & 3) {
    default:
      if (x > 40) return m_rules[(id + 1u) % 3u]->Next(x);
      x += 2;
      [[fallthrough]];
    case 1:
      for (int k = 0; k < 3; ++k) {
        switch ((id + uint32_t(k)) % 4u) {
        case 0u:
          x = m_rules[(id + uint32_t(k)) % 3u]->Next(x);
          continue;
        case 2u:
          if (x % 7 == 0) return x - 1;
          break;
        default:
          x++;
        case 1u:
          x = m_rules[(id / 2u + uint32_t(k)) % 3u]->Next(x) % 1000;
          if (x % 5 == 0) break;
          x += 3;
        }
        if (x > 600) break;
        x = x * 2 % 977;
      }
      break;
    case 3:
      return m_rules[(id / 3u) % 3u]->Next(x);
    }
    return x + 11;
  }
  void kernel1D_Run(const uint32_t *ids, int *out, uint32_t n) {
    m_sum = 0;
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t id = ids[i] % 4096u;
      int x = int(id % 50u);
      int turn = 0;
      do {
        x = Step(id + uint32_t(turn), x) % 2000;
        if (x % 13 == 0) continue;
        switch (x % 4) {
        case 0:
        case 3:
          x = m_rules[uint32_t(x) % 3u]->Next(x);
          break;
        case 1:
          if (x > 1000) { m_high++; continue; }
          x += 1;
        }
        m_sum += x;
      } while (++turn < 5);
      out[i] = x + turn;
    }
  }
  Triple m_triple;
  Halve m_halve;
  Flip m_flip;
  std::vector<const Rule *> m_rules = {&m_triple, &m_halve, &m_flip};
  int m_sum = 0, m_high = 0;
};

class Cases {
public:
  virtual ~Cases() = default;
  virtual void Run(const uint32_t *ids, int *out, uint32_t n) { kernel1D_Run(ids, out, n); }
protected:
  void kernel1D_Run(const uint32_t *ids, int *out, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int x = int(ids[i] % 100u);
      for (int s = 0; s < 6; ++s) {
        switch ((x + s) % 7) {
        case 4: break;
        case 0: ;
        case 1:
          x = m_rules[(ids[i] + uint32_t(s)) % 3u]->Next(x) % 200;
          if (x > 90) break;
        case 2: break;
        case 3: ;
        case 5: x += 3;
        default: break;
        }
        switch (x % 3) {
        case 0: break;
        case 1: x = m_rules[(ids[i] + uint32_t(s)) % 3u]->Next(x) % 150;
        case 2: ;
        }
        x++;
      }
      out[i] = x;
    }
  }
  Triple m_triple;
  Halve m_halve;
  Flip m_flip;
  std::vector<const Rule *> m_rules = {&m_triple, &m_halve, &m_flip};
};
