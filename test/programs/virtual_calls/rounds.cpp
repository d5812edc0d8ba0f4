// Origin: written as a user would, before its first translation.
// Ten classes whose iterations call methods of one of several objects again and again, in loops, or under conditions.
// RUN: %check %s --class Tracer --variants=default --variant='sorted=--kernels=split --virtual=workgroup' --size tidX=1,40 --size tidY=1,33 --size passes=1,2 -- -std=c++17
// RUN: %check %s --class Terrain,Picture --size width=3,41 --size height=1,33 -- -std=c++17
// RUN: %check %s --class Pedals,Machine,Parcels,Rays,Comets --size n=1,700 -- -std=c++17
// RUN: %check %s --class Lexer --size n=1,4000 -- -std=c++17
// RUN: %check %s --class Pond --variants=default,virtual-callable --size n=1,600 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

struct Vec {
  float x, y, z;
};
inline Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }

//===--- A path tracer in a room of layers: materials say where a path goes on. ---===//

class Material {
public:
  virtual ~Material() = default;
  /// Whether the path goes on.
  virtual bool Scatter(Vec &way, Vec &light, uint32_t &seed) const = 0;
};
class Matt : public Material {
public:
  explicit Matt(float tone) : m_tone(tone) {}
  bool Scatter(Vec &way, Vec &light, uint32_t &seed) const override {
    seed = seed * 1664525u + 1013904223u;
    way = {0.25f * float((seed >> 8) & 3u), 1.0f, 0.25f * float((seed >> 12) & 3u)};
    light = light * m_tone;
    return true;
  }

private:
  float m_tone;
};
class Mirror : public Material {
public:
  bool Scatter(Vec &way, Vec &, uint32_t &) const override {
    way.y = -way.y;
    return true;
  }
};
class Lamp : public Material {
public:
  bool Scatter(Vec &, Vec &light, uint32_t &seed) const override {
    for (uint32_t i = 0; i < (seed & 3u); ++i)
      light = light * 0.5f + Vec{1.0f, 0.5f, 0.25f};
    return false;
  }
};

class Tracer {
public:
  Tracer() {
    m_materials.push_back(std::make_unique<Matt>(0.5f));
    m_materials.push_back(std::make_unique<Mirror>());
    m_materials.push_back(std::make_unique<Lamp>());
    m_materials.push_back(std::make_unique<Matt>(0.75f));
  }
  virtual ~Tracer() = default;
  void Trace(uint32_t tidX, uint32_t tidY, float *out) {
    Vec at, way, light;
    uint32_t seed, what;
    kernel_Begin(tidX, tidY, &at, &way, &light, &seed);
    for (int bounce = 0; bounce < 5; ++bounce) {
      if (!kernel_Hit(tidX, tidY, &at, &way, &what))
        break;
      if (!kernel_Shade(tidX, tidY, what, &way, &light, &seed))
        break;
    }
    kernel_Finish(tidX, tidY, light, out);
  }
  virtual void TraceBlock(uint32_t tidX, uint32_t tidY, [[vkmorph::size("tidX * tidY")]] float *out, uint32_t passes) {
    m_width = tidX;
    for (uint32_t pass = 0; pass < passes; ++pass)
      for (uint32_t y = 0; y < tidY; ++y)
        for (uint32_t x = 0; x < tidX; ++x)
          Trace(x, y, out);
  }

protected:
  void kernel_Begin(uint32_t tidX, uint32_t tidY, Vec *at, Vec *way, Vec *light, uint32_t *seed) {
    *at = {float(tidX % 16u), float(tidY % 16u), 0.0f};
    *way = {0.5f, -0.25f, 1.0f};
    *light = {1.0f, 1.0f, 1.0f};
    *seed = tidY * 7919u + tidX * 104729u;
  }
  bool kernel_Hit(uint32_t, uint32_t, Vec *at, Vec *way, uint32_t *what) {
    *at = *at + *way;
    *what = uint32_t(std::fabs(at->x) + 2.0f * std::fabs(at->y) + std::fabs(at->z)) % 4u;
    return at->z < 4.0f;
  }
  bool kernel_Shade(uint32_t, uint32_t, uint32_t what, Vec *way, Vec *light, uint32_t *seed) {
    return m_materials[what]->Scatter(*way, *light, *seed);
  }
  void kernel_Finish(uint32_t tidX, uint32_t tidY, Vec light, float *out) {
    out[tidY * m_width + tidX] += light.x + light.y + light.z;
  }
  std::vector<std::unique_ptr<Material>> m_materials;
  uint32_t m_width = 0;
};

//===--- A march over a terrain of distance shapes. ---===//

class Body {
public:
  virtual ~Body() = default;
  virtual float Distance(float x, float z) const = 0;
};
class Ball : public Body {
public:
  Ball(float x, float radius) : m_x(x), m_radius(radius) {}
  float Distance(float x, float z) const override {
    return std::sqrt((x - m_x) * (x - m_x) + (z - 6.0f) * (z - 6.0f)) - m_radius;
  }

private:
  float m_x, m_radius;
};
class Wall : public Body {
public:
  float m_z = 12.0f;
  float Distance(float, float z) const override { return m_z - z; }
};

class Terrain {
public:
  Terrain() : m_bodies{&m_left, &m_wall, &m_right} {}
  virtual ~Terrain() = default;
  virtual void March([[vkmorph::size("width * height")]] float *depth, [[vkmorph::size("width * height")]] int *seen,
                     uint32_t width, uint32_t height) {
    kernel2D_March(depth, seen, width, height);
  }

protected:
  void kernel2D_March(float *depth, int *seen, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; ++y)
      for (uint32_t x = 0; x < width; ++x) {
        float z = 0.125f * float(y % 8u);
        int nearest = -1;
        for (int step = 0; step < 24; ++step) {
          float closest = 100.0f;
          for (int i = 0; i < 3; ++i) {
            const float d = m_bodies[i]->Distance(0.25f * float(x), z);
            if (d < closest) {
              closest = d;
              nearest = i;
            }
          }
          if (closest < 0.01f)
            break;
          z += closest;
        }
        depth[y * width + x] = z;
        seen[y * width + x] = nearest;
      }
  }
  Ball m_left = Ball(2.0f, 1.5f), m_right = Ball(7.0f, 2.5f);
  Wall m_wall;
  Body *m_bodies[3];
};

//===--- Samples that go through pedals in an order of their own. ---===//

struct Pedal {
  virtual ~Pedal() = default;
  virtual float Through(float sample, float knob) const = 0;
};
struct Fuzz : Pedal {
  float Through(float sample, float knob) const override {
    return sample * knob / (1.0f + std::fabs(sample * knob));
  }
};
struct Gate : Pedal {
  float Through(float sample, float knob) const override { return std::fabs(sample) < 0.125f * knob ? 0.0f : sample; }
};
struct Boost : Pedal {
  float m_gain = 1.25f;
  float Through(float sample, float) const override { return m_gain * sample; }
};

class Pedals {
public:
  Pedals() {
    m_pedals.push_back(std::make_shared<Fuzz>());
    m_pedals.push_back(std::make_shared<Gate>());
    m_pedals.push_back(std::make_shared<Boost>());
  }
  virtual ~Pedals() = default;
  virtual void Play([[vkmorph::size("n * 4")]] const uint8_t *orders, [[vkmorph::size("n")]] float *samples, uint32_t n) {
    kernel1D_Play(orders, samples, n);
  }

protected:
  void kernel1D_Play(const uint8_t *orders, float *samples, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      float sample = samples[i];
      for (uint32_t k = 0; k < 4; ++k) {
        const uint8_t pedal = orders[i * 4 + k];
        if (pedal % 5u == 4u)
          continue; // a loop without a pedal
        sample = m_pedals[pedal % 3u]->Through(sample, 1.0f + float(k));
      }
      samples[i] = sample;
    }
  }
  std::vector<std::shared_ptr<Pedal>> m_pedals;
};

//===--- An automaton whose states are objects. ---===//

class State {
public:
  virtual ~State() = default;
  virtual int Next(int letter, int &words) const = 0;
};
class Blank final : public State {
public:
  int Next(int letter, int &words) const override {
    if (letter < 5)
      return 0;
    ++words;
    return letter < 9 ? 2 : 1;
  }
};
class Word final : public State {
public:
  int Next(int letter, int &) const override { return letter < 5 ? 0 : 1; }
};
class Number final : public State {
public:
  int Next(int letter, int &words) const override {
    if (letter > 12) {
      words += 10;
      return 1;
    }
    return letter < 5 ? 0 : 2;
  }
};

class Lexer {
public:
  Lexer() {
    m_states.push_back(new Blank);
    m_states.push_back(new Word);
    m_states.push_back(new Number);
  }
  virtual ~Lexer() {
    for (State *state : m_states)
      delete state;
  }
  virtual void Count([[vkmorph::size("n * 8")]] const uint32_t *letters, [[vkmorph::size("n")]] int *words, uint32_t n) {
    kernel1D_Count(letters, words, n);
  }

protected:
  void kernel1D_Count(const uint32_t *letters, int *words, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int state = 0, found = 0;
      for (uint32_t k = 0; k < 8; ++k) {
        state = m_states[state]->Next(int(letters[i * 8 + k] & 15u), found);
        if (found > 20)
          break;
      }
      words[i] = found;
    }
  }
  std::vector<State *> m_states;
};

//===--- A picture whose background has no object. ---===//

class Paint {
public:
  virtual ~Paint() = default;
  virtual Vec Colour(float u, float v) const = 0;
};
class Stripes : public Paint {
public:
  Vec Colour(float u, float) const override {
    const float s = u - std::floor(u);
    return {s, 1.0f - s, 0.5f};
  }
};
class Rings : public Paint {
public:
  Vec Colour(float u, float v) const override {
    float r = u * u + v * v;
    for (int i = 0; i < 6; ++i)
      r = 0.5f * r + 0.25f;
    return {r, r * 0.5f, 0.0f};
  }
};

class Picture {
public:
  Picture() {
    m_paints.push_back(std::make_unique<Stripes>());
    m_paints.push_back(std::make_unique<Rings>());
  }
  virtual ~Picture() = default;
  virtual void Draw([[vkmorph::size("width * height")]] const uint8_t *ids, [[vkmorph::size("width * height")]] Vec *out,
                    uint32_t width, uint32_t height) {
    kernel2D_Draw(ids, out, width, height);
  }

protected:
  void kernel2D_Draw(const uint8_t *ids, Vec *out, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; ++y)
      for (uint32_t x = 0; x < width; ++x) {
        const uint32_t at = y * width + x;
        const float u = 0.125f * float(x), v = 0.125f * float(y);
        Vec colour = {0.0f, 0.0f, 0.0f};
        if (ids[at] < 160u)
          colour = m_paints[ids[at] % 2u]->Colour(u, v);
        else
          colour.z = 0.25f * v;
        out[at] = colour * 0.5f;
      }
  }
  std::vector<std::unique_ptr<Paint>> m_paints;
};

//===--- Animals that eat until they are full. ---===//

class Animal {
public:
  virtual ~Animal() = default;
  virtual int Eat(int &food, int round) const = 0;
};
class Fish : public Animal {
public:
  int Eat(int &food, int) const override {
    food -= 1;
    return 2;
  }
};
class Frog : public Animal {
public:
  int m_leap = 3;
  int Eat(int &food, int round) const override {
    if (round % m_leap != 0)
      return 0;
    food -= 2;
    return 5;
  }
};
class Toad : public Frog {
public:
  int Eat(int &food, int round) const override { return Frog::Eat(food, round + 1) + 1; }
};

class Pond {
public:
  Pond() {
    for (int i = 0; i < 5; ++i)
      if (i % 3 == 0)
        m_animals.push_back(std::make_unique<Fish>());
      else if (i % 3 == 1)
        m_animals.push_back(std::make_unique<Frog>());
      else
        m_animals.push_back(std::make_unique<Toad>());
  }
  virtual ~Pond() = default;
  virtual void Feed([[vkmorph::size("n")]] const uint32_t *kinds, [[vkmorph::size("n")]] int *weights,
                    [[vkmorph::size("n")]] int *rounds, uint32_t n) {
    kernel1D_Feed(kinds, weights, rounds, n);
  }

protected:
  void kernel1D_Feed(const uint32_t *kinds, int *weights, int *rounds, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int food = int(kinds[i] % 23u), weight = 0, round = 0;
      while (food > 0 && round < 30) {
        weight += m_animals[(kinds[i] + uint32_t(round)) % 5u]->Eat(food, round);
        ++round;
      }
      weights[i] = weight;
      rounds[i] = round;
    }
  }
  std::vector<std::unique_ptr<Animal>> m_animals;
};

//===--- A machine whose instructions are objects. ---===//

struct Instruction {
  virtual ~Instruction() = default;
  virtual void Run(int *registers, int &at) const = 0;
};
struct Add final : Instruction {
  void Run(int *registers, int &at) const override {
    registers[0] += registers[1];
    ++at;
  }
};
struct Swap final : Instruction {
  void Run(int *registers, int &at) const override {
    const int kept = registers[0];
    registers[0] = registers[2];
    registers[2] = kept;
    ++at;
  }
};
struct Skip final : Instruction {
  int m_by = 2;
  void Run(int *registers, int &at) const override { at += (registers[0] & 1) != 0 ? m_by : 1; }
};

class Machine {
public:
  Machine() {
    m_set.push_back(std::make_unique<Add>());
    m_set.push_back(std::make_unique<Swap>());
    m_set.push_back(std::make_unique<Skip>());
  }
  virtual ~Machine() = default;
  virtual void Execute([[vkmorph::size("n * 6")]] const uint8_t *programs, [[vkmorph::size("n")]] int *results, uint32_t n) {
    kernel1D_Execute(programs, results, n);
  }

protected:
  void kernel1D_Execute(const uint8_t *programs, int *results, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int registers[3] = {int(i % 7u), results[i] & 255, 3};
      int at = 0;
      for (int steps = 0; steps < 12 && at < 6; ++steps)
        m_set[programs[i * 6 + uint32_t(at)] % 3u]->Run(registers, at);
      results[i] = registers[0] - registers[2];
    }
  }
  std::vector<std::unique_ptr<Instruction>> m_set;
};

//===--- Parcels of alternatives, weighed on a way of several stations. ---===//

struct Letter {
  int pages;
};
struct Box {
  float side;
  int Weight() const { return int(side * 8.0f); }
};
struct Crate {
  int count, each;
};

class Parcels {
public:
  Parcels() {
    m_kinds.push_back(Letter{3});
    m_kinds.push_back(Box{1.5f});
    m_kinds.push_back(Crate{4, 9});
    m_kinds.push_back(Letter{12});
  }
  virtual ~Parcels() = default;
  virtual void Weigh([[vkmorph::size("n * 3")]] const uint32_t *items, [[vkmorph::size("n")]] int *loads, uint32_t n) {
    kernel1D_Weigh(items, loads, n);
  }

protected:
  struct Weight {
    int operator()(const Letter &letter) const { return letter.pages; }
    int operator()(const Box &box) const { return box.Weight(); }
    int operator()(const Crate &crate) const { return crate.count * crate.each; }
  };
  void kernel1D_Weigh(const uint32_t *items, int *loads, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      int load = 0;
      for (uint32_t k = 0; k < 3; ++k) {
        load += std::visit(Weight{}, m_kinds[items[i * 3 + k] % 4u]);
        if (load > 40)
          load /= 2;
      }
      loads[i] = load;
    }
  }
  std::vector<std::variant<Letter, Box, Crate>> m_kinds;
};

//===--- Rays through glass, traced by a function of the class. ---===//

class Glass {
public:
  virtual ~Glass() = default;
  virtual float Bend(float way, int depth) const = 0;
};
class Thick : public Glass {
public:
  float Bend(float way, int depth) const override {
    for (int i = 0; i <= depth; ++i)
      way = 0.75f * way + 0.125f;
    return way;
  }
};
class Thin : public Glass {
public:
  float Bend(float way, int) const override { return way * 0.96875f; }
};
class Blind : public Glass {
public:
  float Bend(float, int) const override { return 0.0f; }
};

class Rays {
public:
  Rays() {
    m_glasses[0] = &m_thick;
    m_glasses[1] = &m_thin;
    m_glasses[2] = &m_blind;
  }
  virtual ~Rays() = default;
  virtual void Send([[vkmorph::size("n")]] const uint32_t *starts, [[vkmorph::size("n")]] float *ends, uint32_t n) {
    kernel1D_Send(starts, ends, n);
  }

protected:
  float Trace(uint32_t start) const {
    float way = 0.5f + 0.125f * float(start % 4u);
    for (int depth = 0; depth < 6; ++depth) {
      way = m_glasses[(start >> (2 * depth)) % 3u]->Bend(way, depth);
      if (way < 0.0625f)
        return -1.0f;
    }
    return way;
  }
  void kernel1D_Send(const uint32_t *starts, float *ends, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i)
      ends[i] = Trace(starts[i]);
  }
  Thick m_thick;
  Thin m_thin;
  Blind m_blind;
  Glass *m_glasses[3];
};

//===--- Comets in fields of forces, by steps of two stages. ---===//

class Field {
public:
  virtual ~Field() = default;
  virtual float Pull(float x, float v) const = 0;
};
class Spring : public Field {
public:
  explicit Spring(float k) : m_k(k) {}
  float Pull(float x, float) const override { return -m_k * x; }

private:
  float m_k;
};
class Drag : public Field {
public:
  float Pull(float, float v) const override { return -0.25f * v * std::fabs(v); }
};
class Dust : public Field {
public:
  float Pull(float x, float v) const override { return x > 0.0f ? -0.125f : 0.0625f * v; }
};

class Comets {
public:
  Comets() {
    m_fields.push_back(std::make_unique<Spring>(0.5f));
    m_fields.push_back(std::make_unique<Drag>());
    m_fields.push_back(std::make_unique<Dust>());
  }
  virtual ~Comets() = default;
  virtual void Fly([[vkmorph::size("n")]] float *x, [[vkmorph::size("n")]] float *v,
                   [[vkmorph::size("n")]] const uint8_t *zones, uint32_t n, int steps) {
    kernel1D_Fly(x, v, zones, n, steps);
  }

protected:
  void kernel1D_Fly(float *x, float *v, const uint8_t *zones, uint32_t n, int steps) {
    for (uint32_t i = 0; i < n; ++i) {
      float at = x[i], speed = v[i];
      for (int step = 0; step < (steps & 7); ++step) {
        const Field *field = m_fields[(zones[i] + uint32_t(step)) % 3u].get();
        const float half = speed + 0.0625f * field->Pull(at, speed);
        at += 0.125f * half;
        speed = half + 0.0625f * field->Pull(at, half);
      }
      x[i] = at;
      v[i] = speed;
    }
  }
  std::vector<std::unique_ptr<Field>> m_fields;
};
