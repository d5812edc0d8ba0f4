// Origin: written as a user would, before its first translation.
// Classes whose iterations call methods of objects again and again: marches, bounces, walks, filters, machines, trees.
// RUN: %check %s --variants=virtual-workgroup --class Caves,Darkroom --size width=3,37 --size height=1,21 -- -std=c++17
// RUN: %check %s --variants=virtual-workgroup --class Billiard,Wanderers,Calculator,Forest,Couriers --size n=1,1300 -- -std=c++17
// RUN: %check %s --variants=virtual-workgroup --class Tournament,Probes,Letters --size n=1,800 -- -std=c++17
// RUN: %check %s --class Photons --variants=virtual-workgroup --size tidX=1,40 --size tidY=1,17 --size passes=1,2 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

//===--- Rays through caves: each cell of a map has a shape, which says how far a ray may go. ---===//

class Rock {
public:
  virtual ~Rock() = default;
  virtual float Free(float x, float y) const = 0;
};
class Pillar : public Rock {
public:
  Pillar(float radius) : m_radius(radius) {}
  float Free(float x, float y) const override { return std::sqrt(x * x + y * y) - m_radius; }

private:
  float m_radius;
};
class Slab : public Rock {
public:
  float Free(float x, float y) const override {
    const float dx = std::fabs(x) - 0.25f, dy = std::fabs(y) - 0.125f;
    return std::max(dx, dy);
  }
};
class Nothing : public Rock {
public:
  float Free(float, float) const override { return 0.5f; }
};

class Caves {
public:
  Caves() {
    m_rocks.push_back(std::make_unique<Nothing>());
    m_rocks.push_back(std::make_unique<Pillar>(0.25f));
    m_rocks.push_back(std::make_unique<Slab>());
    m_rocks.push_back(std::make_unique<Pillar>(0.375f));
    m_rocks.push_back(std::make_unique<Nothing>());
  }
  virtual ~Caves() = default;
  virtual void Look([[vkmorph::size("64")]] const uint8_t *map, [[vkmorph::size("width * height")]] float *depth,
                    [[vkmorph::size("width * height")]] int *steps, uint32_t width, uint32_t height) {
    kernel2D_Look(map, depth, steps, width, height);
  }

protected:
  void kernel2D_Look(const uint8_t *map, float *depth, int *steps, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; ++y)
      for (uint32_t x = 0; x < width; ++x) {
        const float dx = 0.5f + 0.0625f * float(x % 4u), dy = 0.75f - 0.0625f * float(y % 5u);
        float t = 0.0f;
        int step = 0;
        bool hit = false;
        for (; step < 20; ++step) {
          const float px = 0.25f * float(x) + t * dx, py = 0.25f * float(y) + t * dy;
          const int cx = int(px) & 7, cy = int(py) & 7;
          const float free = m_rocks[map[cy * 8 + cx] % 5]->Free(px - std::floor(px) - 0.5f, py - std::floor(py) - 0.5f);
          if (free < 0.03125f) {
            hit = true;
            break;
          }
          t += 0.5f * free;
        }
        depth[y * width + x] = hit ? t : -1.0f;
        steps[y * width + x] = step;
      }
  }
  std::vector<std::unique_ptr<Rock>> m_rocks;
};

//===--- Balls on a table of cushions. ---===//

struct Ball {
  float x, y, vx, vy;
};

struct Cushion {
  virtual ~Cushion() = default;
  virtual void Bounce(Ball &ball) const = 0;
  virtual float Loss() const { return 0.9375f; }
};
struct Rubber : Cushion {
  void Bounce(Ball &ball) const override { ball.vx = -ball.vx; }
};
struct Felt : Cushion {
  float m_friction = 0.5f;
  void Bounce(Ball &ball) const override {
    ball.vy = -ball.vy * m_friction;
    ball.vx = ball.vx * m_friction;
  }
  float Loss() const override { return 0.5f; }
};
struct Pocket : Cushion {
  void Bounce(Ball &ball) const override { ball.vx = ball.vy = 0.0f; }
  float Loss() const override { return 0.0f; }
};

class Billiard {
public:
  Billiard() {
    m_cushions[0] = &m_left;
    m_cushions[1] = &m_right;
    m_cushions[2] = &m_top;
    m_cushions[3] = &m_pocket;
  }
  virtual ~Billiard() = default;
  virtual void Play([[vkmorph::size("n")]] const Ball *starts, [[vkmorph::size("n")]] Ball *ends,
                    [[vkmorph::size("n")]] float *energies, uint32_t n) {
    kernel1D_Play(starts, ends, energies, n);
  }

protected:
  int FindCushion(const Ball &ball) const {
    if (ball.x < 0.0f)
      return 0;
    if (ball.x > 4.0f)
      return 1;
    if (ball.y < 0.0f)
      return 2;
    return ball.y > 2.0f ? 3 : -1;
  }
  float Roll(Ball &ball) const {
    float energy = 1.0f;
    for (int bounce = 0; bounce < 6; ++bounce) {
      int cushion = -1;
      for (int step = 0; step < 10 && cushion < 0; ++step) {
        ball.x += 0.25f * ball.vx;
        ball.y += 0.25f * ball.vy;
        cushion = FindCushion(ball);
      }
      if (cushion < 0)
        return energy;
      m_cushions[cushion]->Bounce(ball);
      energy *= m_cushions[cushion]->Loss();
      if (energy < 0.25f)
        return 0.0f;
      ball.x = std::min(std::max(ball.x, 0.0f), 4.0f);
      ball.y = std::min(std::max(ball.y, 0.0f), 2.0f);
    }
    return energy;
  }
  void kernel1D_Play(const Ball *starts, Ball *ends, float *energies, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Ball ball = starts[i];
      ball.vx += 0.5f;
      energies[i] = Roll(ball);
      ends[i] = ball;
    }
  }
  Rubber m_left, m_right;
  Felt m_top;
  Pocket m_pocket;
  Cushion *m_cushions[4];
};

//===--- Wanderers from place to place; how far each goes is its own. ---===//

class Place {
public:
  virtual ~Place() = default;
  virtual uint32_t Leave(uint32_t &seed, int &coins) const = 0;
};
class Crossing : public Place {
public:
  Crossing(uint32_t a, uint32_t b) : m_a(a), m_b(b) {}
  uint32_t Leave(uint32_t &seed, int &) const override {
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 16) % 3u == 0u ? m_a : m_b;
  }

private:
  uint32_t m_a, m_b;
};
class Market : public Place {
public:
  uint32_t Leave(uint32_t &seed, int &coins) const override {
    while (coins > 10)
      coins -= int(seed & 3u) + 1;
    return (seed >> 8) % 6u;
  }
};
class Inn final : public Place {
public:
  uint32_t m_road = 1;
  uint32_t Leave(uint32_t &seed, int &coins) const override {
    coins -= 3;
    seed ^= seed << 5;
    return m_road;
  }
};

class Wanderers {
public:
  Wanderers() {
    m_places.push_back(std::make_shared<Crossing>(1u, 4u));
    m_places.push_back(std::make_shared<Market>());
    m_places.push_back(std::make_shared<Inn>());
    m_places.push_back(std::make_shared<Crossing>(2u, 0u));
    m_places.push_back(std::make_shared<Crossing>(3u, 5u));
    m_places.push_back(std::make_shared<Inn>());
  }
  virtual ~Wanderers() = default;
  virtual void Wander([[vkmorph::size("n")]] const uint32_t *lengths, [[vkmorph::size("n")]] uint32_t *at,
                      [[vkmorph::size("n")]] int *purse, uint32_t n) {
    kernel1D_Wander(lengths, at, purse, n);
  }

protected:
  void kernel1D_Wander(const uint32_t *lengths, uint32_t *at, int *purse, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      uint32_t place = at[i] % 6u, seed = i * 2654435761u + 1u;
      int coins = purse[i] & 31;
      const uint32_t length = lengths[i] % 19u;
      for (uint32_t k = 0; k < length; ++k) {
        coins++;
        if ((seed & 7u) == 0u) { // sleeps
          seed += k + 1u;
          continue;
        }
        place = m_places[place]->Leave(seed, coins);
        if (coins < 0)
          break;
      }
      at[i] = place;
      purse[i] = coins;
    }
  }
  std::vector<std::shared_ptr<Place>> m_places;
};

//===--- A list of filters for each pixel. ---===//

struct Colour {
  float r, g, b;
  Colour operator*(float s) const { return {r * s, g * s, b * s}; }
};

class Filter {
public:
  virtual ~Filter() = default;
  virtual Colour Apply(Colour c, float strength) const = 0;
};
class Sepia : public Filter {
public:
  Colour Apply(Colour c, float strength) const override {
    const float grey = 0.25f * c.r + 0.5f * c.g + 0.25f * c.b;
    return {grey, grey * (1.0f - 0.125f * strength), grey * (1.0f - 0.25f * strength)};
  }
};
class Curve : public Filter {
public:
  Curve(float bend) : m_bend(bend) {}
  Colour Apply(Colour c, float strength) const override {
    return {Bend(c.r, strength), Bend(c.g, strength), Bend(c.b, strength)};
  }

private:
  float Bend(float v, float strength) const {
    for (int i = 0; i < 3; ++i)
      v = v + m_bend * strength * v * (1.0f - v);
    return v;
  }
  float m_bend;
};
class Swap : public Filter {
public:
  Colour Apply(Colour c, float) const override { return {c.b, c.g, c.r}; }
};

class Darkroom {
public:
  Darkroom() {
    m_filters = {&m_sepia, &m_soft, &m_hard, &m_swap};
  }
  virtual ~Darkroom() = default;
  virtual void Develop([[vkmorph::size("width * height * 4")]] const uint8_t *lists,
                       [[vkmorph::size("width * height")]] Colour *picture, uint32_t width, uint32_t height) {
    kernel2D_Develop(lists, picture, width, height);
  }

protected:
  void kernel2D_Develop(const uint8_t *lists, Colour *picture, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; ++y)
      for (uint32_t x = 0; x < width; ++x) {
        const uint32_t pixel = y * width + x;
        Colour c = picture[pixel];
        for (uint32_t k = 0; k < 4u; ++k) {
          const uint32_t which = lists[pixel * 4u + k] % 6u;
          if (which == 5u)
            break;
          if (which < 4u)
            c = m_filters[which]->Apply(c, 0.25f * float(k + 1u));
          else
            c = c * 0.75f;
        }
        picture[pixel] = c;
      }
  }
  Sepia m_sepia;
  Curve m_soft = Curve(0.125f), m_hard = Curve(0.5f);
  Swap m_swap;
  std::vector<Filter *> m_filters;
};

//===--- An interpreter whose instructions are objects. ---===//

struct Machine {
  int stack[6];
  int top;
  int at;
};

class Instruction {
public:
  virtual ~Instruction() = default;
  virtual bool Run(Machine &m) const = 0;
};
class Push : public Instruction {
public:
  Push(int value) : m_value(value) {}
  bool Run(Machine &m) const override {
    if (m.top == 6)
      return false;
    m.stack[m.top++] = m_value;
    m.at++;
    return true;
  }

private:
  int m_value;
};
class Add : public Instruction {
public:
  bool Run(Machine &m) const override {
    if (m.top < 2)
      return false;
    m.top--;
    m.stack[m.top - 1] += m.stack[m.top];
    m.at++;
    return true;
  }
};
class JumpIfOdd : public Instruction {
public:
  bool Run(Machine &m) const override {
    if (m.top < 1)
      return false;
    m.at = (m.stack[m.top - 1] & 1) != 0 ? m.at - 1 : m.at + 1;
    if (m.at < 0)
      m.at = 0;
    m.stack[m.top - 1] += 3;
    return true;
  }
};

class Calculator {
public:
  Calculator() {
    m_code.push_back(std::make_unique<Push>(7));
    m_code.push_back(std::make_unique<Push>(-2));
    m_code.push_back(std::make_unique<Add>());
    m_code.push_back(std::make_unique<JumpIfOdd>());
  }
  virtual ~Calculator() = default;
  virtual void Run([[vkmorph::size("n * 5")]] const uint8_t *programs, [[vkmorph::size("n")]] int *results,
                   [[vkmorph::size("n")]] int *spent, uint32_t n) {
    kernel1D_Run(programs, results, spent, n);
  }

protected:
  void kernel1D_Run(const uint8_t *programs, int *results, int *spent, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Machine m;
      for (int k = 0; k < 6; ++k)
        m.stack[k] = 0;
      m.stack[0] = int(i & 15u);
      m.top = 1;
      m.at = 0;
      int fuel = 14;
      while (m.at < 5 && fuel > 0) {
        --fuel;
        if (!m_code[programs[i * 5u + uint32_t(m.at)] & 3]->Run(m))
          break;
      }
      results[i] = m.stack[m.top > 0 ? m.top - 1 : 0];
      spent[i] = 14 - fuel;
    }
  }
  std::vector<std::unique_ptr<Instruction>> m_code;
};

//===--- A forest of decision trees, whose nodes are objects. ---===//

class Node {
public:
  virtual ~Node() = default;
  /// The next node, or -1 where this is a leaf.
  virtual int Next(float height, float weight) const = 0;
  virtual float Value() const { return 0.0f; }
};
class ByHeight final : public Node {
public:
  ByHeight(float limit, int below, int above) : m_limit(limit), m_below(below), m_above(above) {}
  int Next(float height, float) const override { return height < m_limit ? m_below : m_above; }

private:
  float m_limit;
  int m_below, m_above;
};
class ByRatio final : public Node {
public:
  ByRatio(float limit, int first, int second) : m_limit(limit), m_first(first), m_second(second) {}
  int Next(float height, float weight) const override {
    return weight > m_limit * (1.0f + height * height) ? m_first : m_second;
  }

private:
  float m_limit;
  int m_first, m_second;
};
class Leaf final : public Node {
public:
  Leaf(float value) : m_value(value) {}
  int Next(float, float) const override { return -1; }
  float Value() const override { return m_value; }

private:
  float m_value;
};

class Forest {
public:
  Forest() {
    m_nodes.push_back(new ByHeight(0.25f, 1, 2));
    m_nodes.push_back(new ByRatio(0.5f, 3, 4));
    m_nodes.push_back(new Leaf(0.5f));
    m_nodes.push_back(new Leaf(-1.25f));
    m_nodes.push_back(new ByHeight(-0.5f, 2, 3));
    m_nodes.push_back(new ByRatio(-0.25f, 0, 6));
    m_nodes.push_back(new Leaf(2.0f));
    m_roots = {0, 5, 4};
  }
  virtual ~Forest() {
    for (Node *node : m_nodes)
      delete node;
  }
  virtual void Judge([[vkmorph::size("n")]] const float *heights, [[vkmorph::size("n")]] const float *weights,
                     [[vkmorph::size("n")]] float *scores, uint32_t n) {
    kernel1D_Judge(heights, weights, scores, n);
  }

protected:
  void kernel1D_Judge(const float *heights, const float *weights, float *scores, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      float score = 0.0f;
      for (size_t tree = 0; tree < m_roots.size(); ++tree) {
        int at = m_roots[tree];
        for (;;) {
          const int next = m_nodes[at]->Next(heights[i], weights[i]);
          if (next < 0)
            break;
          at = next;
        }
        score += m_nodes[at]->Value();
      }
      scores[i] = score;
    }
  }
  std::vector<Node *> m_nodes;
  std::vector<int> m_roots;
};

//===--- Players of a game, each against another one. ---===//

class Player {
public:
  virtual ~Player() = default;
  virtual bool Cooperates(uint32_t mine, uint32_t theirs, int round) const = 0;
};
class Saint : public Player {
public:
  bool Cooperates(uint32_t, uint32_t, int) const override { return true; }
};
class Mirror : public Player {
public:
  bool Cooperates(uint32_t, uint32_t theirs, int round) const override { return round == 0 || (theirs & 1u) != 0u; }
};
class Grudge : public Player {
public:
  int m_patience = 2;
  bool Cooperates(uint32_t, uint32_t theirs, int round) const override {
    int betrayed = 0;
    for (int k = 0; k < round; ++k)
      if (((theirs >> k) & 1u) == 0u)
        ++betrayed;
    return betrayed < m_patience;
  }
};
class Rogue : public Grudge {
public:
  bool Cooperates(uint32_t mine, uint32_t theirs, int round) const override {
    return round % 3 != 2 && Grudge::Cooperates(mine, theirs, round);
  }
};

class Tournament {
public:
  Tournament() {
    m_players.push_back(std::make_unique<Saint>());
    m_players.push_back(std::make_unique<Mirror>());
    m_players.push_back(std::make_unique<Grudge>());
    m_players.push_back(std::make_unique<Rogue>());
  }
  virtual ~Tournament() = default;
  virtual void Play([[vkmorph::size("n * 2")]] const uint32_t *pairs, [[vkmorph::size("n")]] int *wins, uint32_t n) {
    kernel1D_Play(pairs, wins, n);
  }

protected:
  static int Points(bool mine, bool theirs) {
    if (mine)
      return theirs ? 3 : 0;
    return theirs ? 5 : 1;
  }
  void kernel1D_Play(const uint32_t *pairs, int *wins, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const auto &first = m_players[pairs[2 * i] % 4u];
      const auto &second = m_players[pairs[2 * i + 1] % 4u];
      uint32_t a = 0, b = 0;
      int points = 0;
      for (int round = 0; round < 9; ++round) {
        const bool x = first->Cooperates(a, b, round), y = second->Cooperates(b, a, round);
        points += Points(x, y) - Points(y, x);
        a = (a << 1) | (x ? 1u : 0u);
        b = (b << 1) | (y ? 1u : 0u);
        if (points > 12 || points < -12)
          break;
      }
      wins[i] = points;
    }
  }
  std::vector<std::unique_ptr<Player>> m_players;
};

//===--- Probes in fields of force; some steps look twice. ---===//

class Force {
public:
  virtual ~Force() = default;
  virtual float At(float x, float v) const = 0;
};
class Well : public Force {
public:
  Well(float depth, float centre) : m_depth(depth), m_centre(centre) {}
  float At(float x, float) const override {
    const float d = x - m_centre;
    return -m_depth * d / (1.0f + d * d);
  }

private:
  float m_depth, m_centre;
};
class Wind : public Force {
public:
  float m_speed = 0.5f;
  float At(float, float v) const override { return 0.25f * (m_speed - v); }
};
class Ripple : public Force {
public:
  float At(float x, float v) const override {
    float sum = 0.0f;
    for (int k = 1; k < 5; ++k)
      sum += (x - 0.25f * float(k) * v) / float(k * k);
    return -0.125f * sum;
  }
};

class Probes {
public:
  Probes() {
    m_forces.push_back(std::make_shared<Well>(1.0f, 0.5f));
    m_forces.push_back(std::make_shared<Wind>());
    m_forces.push_back(std::make_shared<Ripple>());
    m_forces.push_back(std::make_shared<Well>(0.25f, -1.0f));
  }
  virtual ~Probes() = default;
  virtual void Fly([[vkmorph::size("n")]] float *x, [[vkmorph::size("n")]] float *v, uint32_t n, int steps) {
    kernel1D_Fly(x, v, n, steps & 15);
  }

protected:
  /// The force of the zone that a probe is in.
  float Pull(float x, float v) const {
    const int zone = int(std::floor(x * 2.0f)) & 3;
    return m_forces[zone]->At(x, v);
  }
  void kernel1D_Fly(float *x, float *v, uint32_t n, int steps) {
    for (uint32_t i = 0; i < n; ++i) {
      float at = x[i], speed = v[i], time = 0.0f;
      int step = 0;
      do {
        float h = 0.125f;
        float force = Pull(at, speed);
        if (std::fabs(force) > 0.5f) {
          h = 0.0625f;
          force = 0.5f * (force + Pull(at + h * speed, speed + h * force));
        }
        at += h * speed;
        speed += h * force;
        time += h;
      } while (++step < steps && time < 1.5f);
      x[i] = at;
      v[i] = speed;
    }
  }
  std::vector<std::shared_ptr<Force>> m_forces;
};

//===--- Photons in layers of media. ---===//

class Medium {
public:
  virtual ~Medium() = default;
  /// Whether a photon is absorbed; otherwise its way is another one.
  virtual bool Absorbs(float &depth, float &way, uint32_t &seed) const = 0;
};
class Air : public Medium {
public:
  bool Absorbs(float &depth, float &way, uint32_t &) const override {
    depth += way;
    return false;
  }
};
class Fog : public Medium {
public:
  float m_density = 0.25f;
  bool Absorbs(float &depth, float &way, uint32_t &seed) const override {
    seed = seed * 747796405u + 2891336453u;
    depth += 0.5f * way;
    way = 0.25f + 0.25f * float((seed >> 12) & 3u);
    return float((seed >> 20) & 15u) * 0.0625f < m_density;
  }
};
class Glass : public Medium {
public:
  bool Absorbs(float &depth, float &way, uint32_t &seed) const override {
    seed ^= seed >> 3;
    if ((seed & 3u) == 0u)
      way = -way;
    depth += 0.75f * way;
    return false;
  }
};

class Photons {
public:
  Photons() {
    m_media.push_back(std::make_unique<Air>());
    m_media.push_back(std::make_unique<Fog>());
    m_media.push_back(std::make_unique<Glass>());
  }
  virtual ~Photons() = default;
  void Send(uint32_t tidX, uint32_t tidY, float *light) {
    uint32_t seed;
    float depth, way;
    kernel_Start(tidX, tidY, &seed, &depth, &way);
    kernel_Travel(&seed, &depth, &way);
    kernel_Add(tidX, tidY, depth, light);
  }
  virtual void SendBlock(uint32_t tidX, uint32_t tidY, [[vkmorph::size("tidX * tidY")]] float *light, uint32_t passes) {
    m_width = tidX;
    for (uint32_t pass = 0; pass < passes; ++pass)
      for (uint32_t y = 0; y < tidY; ++y)
        for (uint32_t x = 0; x < tidX; ++x)
          Send(x, y, light);
  }

protected:
  void kernel_Start(uint32_t tidX, uint32_t tidY, uint32_t *seed, float *depth, float *way) {
    *seed = tidY * 7919u + tidX * 104729u + 13u;
    *depth = 0.125f * float(tidX % 8u);
    *way = 0.5f;
  }
  void kernel_Travel(uint32_t *seed, float *depth, float *way) {
    int hops = 0;
    while (!m_media[int(std::fabs(*depth)) % 3]->Absorbs(*depth, *way, *seed)) {
      if (++hops > 11 || *depth > 9.0f)
        return;
    }
    *depth = -1.0f;
  }
  void kernel_Add(uint32_t tidX, uint32_t tidY, float depth, float *light) { light[tidY * m_width + tidX] += depth; }
  std::vector<std::unique_ptr<Medium>> m_media;
  uint32_t m_width = 0;
};

//===--- Letters that offices of several kinds pass on. ---===//

struct Village {
  uint32_t next;
};
struct Town {
  uint32_t inner, outer;
  int stamps;
};
struct Abroad {
  int fee;
};

class Letters {
public:
  Letters() {
    m_offices.push_back(Village{1u});
    m_offices.push_back(Town{2u, 4u, 2});
    m_offices.push_back(Village{3u});
    m_offices.push_back(Town{0u, 2u, 1});
    m_offices.push_back(Abroad{5});
  }
  virtual ~Letters() = default;
  virtual void Carry([[vkmorph::size("n")]] const uint32_t *addresses, [[vkmorph::size("n")]] int *costs,
                     [[vkmorph::size("n")]] uint32_t *last, uint32_t n) {
    kernel1D_Carry(addresses, costs, last, n);
  }

protected:
  struct Letter {
    uint32_t address, office;
    int cost;
    bool arrived;
  };
  static void Handle(const Village &village, Letter &letter) {
    letter.cost += 1;
    letter.office = village.next;
  }
  static void Handle(const Town &town, Letter &letter) {
    letter.cost += town.stamps;
    letter.office = (letter.address & 1u) != 0u ? town.inner : town.outer;
    letter.address >>= 1;
  }
  static void Handle(const Abroad &abroad, Letter &letter) {
    letter.cost += abroad.fee;
    letter.arrived = true;
  }
  void kernel1D_Carry(const uint32_t *addresses, int *costs, uint32_t *last, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Letter letter = {addresses[i], addresses[i] % 5u, 0, false};
      for (int day = 0; day < 8 && !letter.arrived; ++day)
        std::visit([&](const auto &office) { Handle(office, letter); }, m_offices[letter.office]);
      costs[i] = letter.cost;
      last[i] = letter.office;
    }
  }
  std::vector<std::variant<Village, Town, Abroad>> m_offices;
};

//===--- Couriers who wait, pay and detour: steps end in switches that stand in switches. ---===//

class Lane {
public:
  virtual ~Lane() = default;
  virtual float Go(float at) const = 0;
};
class Flat : public Lane {
public:
  float Go(float at) const override { return at + 1.0f; }
};
class Steep : public Lane {
public:
  float Go(float at) const override { return at * 0.5f; }
};
class Ferry : public Lane {
public:
  Ferry(float wait) : m_wait(wait) {}
  float Go(float at) const override { return at - m_wait; }

private:
  float m_wait;
};

class Couriers {
public:
  Couriers() { m_lanes = {&m_flat, &m_steep, &m_ferry}; }
  virtual ~Couriers() = default;
  virtual void Deliver(const uint32_t *ids, float *far, int *paid, uint32_t n) { kernel1D_Deliver(ids, far, paid, n); }

protected:
  void kernel1D_Deliver(const uint32_t *ids, float *far, int *paid, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t id = ids[i] % 1024u;
      float at = 0.0f;
      int cost = 0;
      for (uint32_t step = 0; step < 9u; ++step) {
        switch ((id + step) % 4u) {
        case 0u:
          switch (id % 5u) {
          case 1u:
            cost += 1;
            continue;
          default:
            cost += 2;
          }
          break;
        case 1u:
          if (cost < 2000) {
            switch ((id / 4u + step) % 3u) {
            case 0u:
              cost += 10;
              continue;
            case 1u:
              cost += 20;
              break;
            default:
              cost += 30;
            }
            cost += 5;
          }
          [[fallthrough]];
        case 2u: {
          const uint32_t hour = (id / 8u + step) % 7u;
          switch (hour) {
          case 2u:
          case 3u:
            switch (step % 2u) {
            case 0u:
              continue;
            default:
              cost += 50;
            }
            [[fallthrough]];
          case 4u:
            cost += 60;
            break;
          default:
            cost += 70;
          }
          cost += 100;
          break;
        }
        default:
          cost += 1000;
        }
        at = m_lanes[(id + step) % 3u]->Go(at) + float(cost);
      }
      far[i] = at;
      paid[i] = cost;
    }
  }
  Flat m_flat;
  Steep m_steep;
  Ferry m_ferry = Ferry(0.25f);
  std::vector<Lane *> m_lanes;
};
