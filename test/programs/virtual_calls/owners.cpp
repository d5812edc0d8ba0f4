// Origin: written as a user would, before its first translation.
// Objects behind an interface that know the object whose members they are: by a pointer or a reference, const or not, from a constructor or a setter, to the class or a base of it.
// RUN: %check %s --class Cabinet --variants=virtual-callable --size w=0,17,40 --size h=9 -- -std=c++17
// RUN: %check %s --class PathTracer --variants=kernels-wavefront --size tidX=1,33 --size tidY=9 -- -std=c++17
// RUN: vkmorph %s --class Fountains --virtual=callable -o %t/fountains -- -std=c++17
// RUN: vkmorph %s --class Terrain -o %t/terrain -- -std=c++17
// RUN: vkmorph %s --class Harbour -o %t/harbour -- -std=c++17
// RUN: vkmorph %s --class Organ --virtual=callable -o %t/organ -- -std=c++17
// RUN: vkmorph %s --class Galaxy --virtual=sort -o %t/galaxy -- -std=c++17
// RUN: vkmorph %s --class Animation -o %t/animation -- -std=c++17
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

//===-- Cabinet: mirrors and glass that look at the room they stand in ------------------------===//

struct Colour {
  float r = 0.0f, g = 0.0f, b = 0.0f;
};

class Cabinet;

struct IMaterial {
  virtual ~IMaterial() = default;
  virtual Colour Shade(float u, float v) const = 0;
};

struct Paint : IMaterial {
  explicit Paint(Colour colour) : m_colour(colour) {}
  Colour Shade(float, float) const override { return m_colour; }
  Colour m_colour;
};

struct Mirror : IMaterial {
  Mirror(Cabinet *cabinet, float tint) : m_cabinet(cabinet), m_tint(tint) {}
  Colour Shade(float u, float v) const override;
  Cabinet *m_cabinet;
  float m_tint;
};

struct Glass : IMaterial {
  explicit Glass(const Cabinet *cabinet) : m_cabinet(cabinet) {}
  Colour Shade(float u, float v) const override;

private:
  const Cabinet *m_cabinet = nullptr;
};

class Cabinet {
public:
  Cabinet() {
    for (int i = 0; i < 64; ++i)
      m_sky.push_back({float(i % 8) * 0.125f, float(i / 8) * 0.125f, float((i * 5) % 16) * 0.0625f});
    m_materials.push_back(std::make_unique<Mirror>(this, 0.5f));
    m_materials.push_back(std::make_unique<Paint>(Colour{1.0f, 0.5f, 0.25f}));
    m_materials.push_back(std::make_unique<Glass>(this));
    m_materials.push_back(std::make_unique<Mirror>(this, 0.75f));
  }
  virtual ~Cabinet() = default;

  virtual void Render(uint32_t *pixels, int w, int h) { kernel2D_Render(pixels, w, h); }

  /// What a ray that leaves the cabinet sees.
  Colour SkyAt(float u, float v) const {
    const int x = int(u * 8.0f) & 7, y = int(v * 8.0f) & 7;
    return m_sky[y * 8 + x];
  }

protected:
  void kernel2D_Render(uint32_t *pixels, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        const IMaterial *material = m_materials[(x / 3 + y) % m_materials.size()].get();
        const Colour c = material->Shade(float(x) * 0.0625f, float(y) * 0.125f);
        const uint32_t r = uint32_t(c.r * 255.0f), g = uint32_t(c.g * 255.0f), b = uint32_t(c.b * 255.0f);
        pixels[y * w + x] = r | (g << 8) | (b << 16);
      }
  }

  friend struct Mirror;
  friend struct Glass;
  std::vector<std::unique_ptr<IMaterial>> m_materials;
  std::vector<Colour> m_sky;
  float m_exposure = 0.75f;
};

inline Colour Mirror::Shade(float u, float v) const {
  Colour c = m_cabinet->m_sky[(int(v * 4.0f) & 7) * 8 + (int(u * 4.0f) & 7)];
  c.r *= m_tint * m_cabinet->m_exposure;
  c.g *= m_tint;
  return c;
}

inline Colour Glass::Shade(float u, float v) const {
  const Cabinet &room = *m_cabinet;
  const Colour front = room.SkyAt(u, v), back = m_cabinet->SkyAt(v, u);
  return {front.r * 0.5f + back.r * 0.25f, front.g * 0.5f, back.b * room.m_exposure};
}

//===-- Fountains: emitters that are made for one system --------------------------------------===//

struct Drop {
  float x = 0.0f, y = 0.0f, vx = 0.0f, vy = 0.0f;
};

class Fountains;

class Emitter {
public:
  explicit Emitter(Fountains &system) : m_system(system) {}
  virtual ~Emitter() = default;
  virtual Drop Emit(int number) const = 0;

protected:
  const Fountains &system() const { return m_system; }
  Fountains &m_system;
};

class Jet : public Emitter {
public:
  Jet(Fountains &system, float speed) : Emitter(system), m_speed(speed) {}
  Drop Emit(int number) const override;

private:
  float m_speed;
};

class Spray : public Emitter {
public:
  using Emitter::Emitter;
  Drop Emit(int number) const override;
};

class Fountains {
public:
  Fountains() {
    for (int i = 0; i < 16; ++i)
      m_noise.push_back(float((i * 7) % 16) * 0.0625f);
    m_emitters = {&m_jet, &m_spray, &m_tall};
  }
  Fountains(const Fountains &) = delete;
  Fountains &operator=(const Fountains &) = delete;
  virtual ~Fountains() = default;

  virtual void Step(Drop *drops, int n, float dt) { kernel1D_Step(drops, n, dt); }

  float Noise(int number) const { return m_noise[number & 15] - 0.5f; }
  float gravity() const { return m_gravity; }

protected:
  void kernel1D_Step(Drop *drops, int n, float dt) {
    for (int i = 0; i < n; ++i) {
      Drop drop = drops[i];
      if (drop.y < 0.0f)
        drop = m_emitters[i % 3]->Emit(i);
      drop.vy -= m_gravity * dt;
      drop.x += drop.vx * dt;
      drop.y += drop.vy * dt;
      drops[i] = drop;
    }
  }

  Jet m_jet{*this, 2.0f}, m_tall{*this, 6.0f};
  Spray m_spray{*this};
  std::vector<Emitter *> m_emitters;
  std::vector<float> m_noise;
  float m_gravity = 9.75f;
};

inline Drop Jet::Emit(int number) const { return {0.0f, 0.0f, m_system.Noise(number), m_speed - system().gravity() * 0.125f}; }

inline Drop Spray::Emit(int number) const {
  const float a = system().Noise(number), b = system().Noise(number * 3 + 1);
  return {a, 0.0f, b * 4.0f, 1.0f + a};
}

//===-- Terrain: layers that are attached later, and look below themselves --------------------===//

class Terrain;

class Layer {
public:
  virtual ~Layer() = default;
  virtual float Hardness() const { return 0.25f; }
  virtual float HeightAt(int x, int y) const = 0;
  void Attach(const Terrain *terrain) { m_terrain = terrain; }

protected:
  float Ground(int x, int y) const;
  const Terrain *m_terrain = nullptr;
};

class Rock : public Layer {
public:
  float Hardness() const override { return 1.5f; }
  float HeightAt(int x, int y) const override { return Ground(x, y) * 1.5f; }
};

class Snow : public Layer {
public:
  explicit Snow(float line) : m_line(line) {}
  float HeightAt(int x, int y) const override;

private:
  float m_line;
};

class Water : public Layer {
public:
  float HeightAt(int x, int y) const override;
};

class Terrain {
public:
  Terrain() {
    for (int i = 0; i < 256; ++i)
      m_ground.push_back(float((i * 37 + i / 16 * 11) % 64) * 0.25f);
    Add(std::make_shared<Rock>());
    Add(std::make_shared<Snow>(7.0f));
    Add(std::make_shared<Water>());
  }
  virtual ~Terrain() = default;
  void Add(std::shared_ptr<Layer> layer) {
    layer->Attach(this);
    m_layers.push_back(layer);
  }

  virtual void Build(float *heights, int w, int h) { kernel2D_Build(heights, w, h); }

protected:
  void kernel2D_Build(float *heights, int w, int h) {
    for (int y = 0; y < h; ++y)
      for (int x = 0; x < w; ++x) {
        float height = 0.0f;
        for (size_t k = 0; k < m_layers.size(); ++k)
          height += m_layers[k]->HeightAt(x, y);
        heights[y * w + x] = height;
      }
  }

  friend class Layer;
  friend class Snow;
  friend class Water;
  std::vector<std::shared_ptr<Layer>> m_layers;
  std::vector<float> m_ground;
  float m_waterLevel = 4.0f;
};

inline float Layer::Ground(int x, int y) const { return m_terrain->m_ground[(y & 15) * 16 + (x & 15)]; }

inline float Snow::HeightAt(int x, int y) const {
  // The rock below, whatever it is made of.
  const float below = m_terrain->m_layers[0]->Hardness() * Ground(x, y);
  return below > m_line ? (below - m_line) * 0.25f : 0.0f;
}

inline float Water::HeightAt(int x, int y) const {
  const float ground = Ground(x, y), level = m_terrain->m_waterLevel;
  return ground < level ? level - ground : 0.0f;
}

//===-- PathTracer: surfaces that draw random numbers of the tracer's -------------------------===//

class PathTracer;

struct Surface {
  virtual ~Surface() = default;
  /// Where the ray goes on; false where it ends.
  virtual bool Scatter(uint32_t tid, float *direction) = 0;
  PathTracer *tracer = nullptr;
};

struct Rough : Surface {
  bool Scatter(uint32_t tid, float *direction) override;
};
struct Polished : Surface {
  bool Scatter(uint32_t, float *direction) override {
    *direction = -*direction;
    return true;
  }
};
struct Lamp : Surface {
  explicit Lamp(float power) : m_power(power) {}
  bool Scatter(uint32_t tid, float *direction) override;
  float m_power;
};

class PathTracer {
public:
  PathTracer() {
    m_surfaces = {&m_rough, &m_polished, &m_lamp};
    for (Surface *surface : m_surfaces)
      surface->tracer = this;
    m_states.resize(33 * 9 + 7, 12345u);
    m_light.resize(33 * 9 + 7, 0.0f);
  }
  PathTracer(const PathTracer &) = delete;
  virtual ~PathTracer() = default;

  void Trace(uint32_t tidX, uint32_t tidY, uint32_t width, float *out) {
    const uint32_t tid = tidY * width + tidX;
    float direction = 0.0f;
    kernel_Begin(tid, &direction);
    for (int depth = 0; depth < 4; ++depth)
      if (!kernel_Bounce(tid, &direction))
        break;
    kernel_End(tid, direction, out);
  }
  virtual void TraceBlock(uint32_t tidX, uint32_t tidY, float *out, uint32_t passes) {
    for (uint32_t pass = 0; pass < passes; ++pass)
      for (uint32_t y = 0; y < tidY; ++y)
        for (uint32_t x = 0; x < tidX; ++x)
          Trace(x, y, tidX, out);
  }

  uint32_t Next(uint32_t tid) {
    m_states[tid] = m_states[tid] * 1664525u + 1013904223u;
    return m_states[tid] >> 24;
  }
  void AddLight(uint32_t tid, float power) { m_light[tid] += power; }

protected:
  void kernel_Begin(uint32_t tid, float *direction) {
    m_states[tid] = tid * 747796405u + 2891336453u;
    m_light[tid] = 0.0f;
    *direction = float(Next(tid)) * 0.0078125f - 1.0f;
  }
  bool kernel_Bounce(uint32_t tid, float *direction) {
    const uint32_t which = *direction > 0.5f ? 2u : *direction > 0.0f ? 1u : 0u;
    return m_surfaces[which]->Scatter(tid, direction);
  }
  void kernel_End(uint32_t tid, float direction, float *out) { out[tid] = m_light[tid] + direction * 0.25f; }

  Rough m_rough;
  Polished m_polished;
  Lamp m_lamp{2.0f};
  std::vector<Surface *> m_surfaces;
  std::vector<uint32_t> m_states;
  std::vector<float> m_light;
};

inline bool Rough::Scatter(uint32_t tid, float *direction) {
  *direction = float(tracer->Next(tid)) * 0.0078125f - 1.0f;
  return (tracer->Next(tid) & 7u) != 0u;
}

inline bool Lamp::Scatter(uint32_t tid, float *direction) {
  tracer->AddLight(tid, m_power * *direction);
  return false;
}

//===-- Harbour: ships that report to the harbour ---------------------------------------------===//

class Harbour;

class Ship {
public:
  explicit Ship(Harbour &home) : m_home(&home) {}
  virtual ~Ship() = default;
  virtual void Arrive(int day) = 0;

protected:
  Harbour *m_home;
};

class Freighter : public Ship {
public:
  Freighter(Harbour &home, int load) : Ship(home), m_load(load) {}
  void Arrive(int day) override;

private:
  int m_load;
};

class Trawler : public Ship {
public:
  using Ship::Ship;
  void Arrive(int day) override;
};

class Harbour {
public:
  Harbour() {
    for (int i = 0; i < 5; ++i) {
      m_ships.push_back(std::make_unique<Freighter>(*this, i + 3));
      m_ships.push_back(std::make_unique<Trawler>(*this));
    }
    m_late.reserve(1024);
  }
  virtual ~Harbour() = default;

  virtual void Count(int n) { kernel1D_Count(n); }

  void Unload(int load, int day) { m_total += load; m_quays[day & 7] += load; }
  void NoteLate(int day) { m_late.push_back(day); }

protected:
  void kernel1D_Count(int n) {
    m_total = 0;
    for (int i = 0; i < n; ++i)
      m_ships[i % m_ships.size()]->Arrive(i);
  }

  std::vector<std::unique_ptr<Ship>> m_ships;
  std::vector<int> m_late;
  int m_quays[8] = {};
  int m_total = 0;
};

inline void Freighter::Arrive(int day) {
  m_home->Unload(m_load + (day & 3), day);
  if (day % 5 == 0)
    m_home->NoteLate(day);
}

inline void Trawler::Arrive(int day) {
  if (day % 2 == 0)
    m_home->Unload(1, day);
}

//===-- Organ: stops that know the instrument by a base of its class --------------------------===//

class Bellows {
public:
  float Pressure(int at) const { return m_pressure[at & 7] * m_valve; }

protected:
  float m_pressure[8] = {1.0f, 0.75f, 0.5f, 0.25f, 1.0f, 1.25f, 0.5f, 0.875f};
  float m_valve = 0.5f;
};

class Stop {
public:
  explicit Stop(const Bellows &bellows) : m_bellows(bellows) {}
  virtual ~Stop() = default;
  virtual float Sound(int at) const { return m_bellows.Pressure(at); }

protected:
  const Bellows &m_bellows;
};

class Reed final : public Stop {
public:
  Reed(const Bellows &bellows, float edge) : Stop(bellows), m_edge(edge) {}
  float Sound(int at) const override { return Stop::Sound(at) > m_edge ? 1.0f : -1.0f; }

private:
  float m_edge;
};

class Organ : public Bellows {
public:
  virtual ~Organ() = default;
  virtual void Play(float *sound, int n) { kernel1D_Play(sound, n); }

protected:
  void kernel1D_Play(float *sound, int n) {
    for (int i = 0; i < n; ++i) {
      float sum = 0.0f;
      for (int k = 0; k < 3; ++k)
        if ((i >> k) & 1)
          sum += m_stops[k]->Sound(i + k);
      sound[i] = sum;
    }
  }
  std::unique_ptr<Stop> m_stops[3] = {std::make_unique<Stop>(*this), std::make_unique<Reed>(*this, 0.375f),
                                      std::make_unique<Reed>(*this, 0.125f)};
};

//===-- Animation: curves with keys of their own, in the time of the whole --------------------===//

class Animation;

struct Curve {
  const Animation *animation = nullptr;
  std::vector<float> keys;
  float At(int frame) const;
};

class Animation {
public:
  Animation() {
    for (int i = 0; i < 4; ++i) {
      Curve curve;
      curve.animation = this;
      for (int k = 0; k < 5 + i; ++k)
        curve.keys.push_back(float((k * 3 + i) % 7) * 0.5f);
      m_curves.push_back(curve);
    }
  }
  Animation(const Animation &) = delete;
  virtual ~Animation() = default;
  virtual void Evaluate(float *values, int n) { kernel1D_Evaluate(values, n); }

  int KeyOf(int frame) const { return (frame + m_shift) / m_framesPerKey; }
  float ease(int frame) const { return m_ease[frame % 4]; }

protected:
  void kernel1D_Evaluate(float *values, int n) {
    for (int i = 0; i < n; ++i)
      values[i] = m_curves[i & 3].At(i);
  }
  std::vector<Curve> m_curves;
  std::vector<float> m_ease{0.0f, 0.25f, 0.625f, 1.0f};
  int m_framesPerKey = 4, m_shift = 1;
};

inline float Curve::At(int frame) const {
  const int key = animation->KeyOf(frame) % int(keys.size());
  const int next = (key + 1) % int(keys.size());
  return keys[key] + (keys[next] - keys[key]) * animation->ease(frame);
}

//===-- Galaxy: forces that are given the galaxy by those who ask -----------------------------===//

class Galaxy;

struct Force {
  virtual ~Force() = default;
  virtual float On(const Galaxy &galaxy, int star) const = 0;
};
struct Pull : Force {
  float On(const Galaxy &galaxy, int star) const override;
};
struct Wind : Force {
  explicit Wind(float strength) : m_strength(strength) {}
  float On(const Galaxy &galaxy, int star) const override;
  float m_strength;
};

class Galaxy {
public:
  Galaxy() {
    m_forces.push_back(std::make_unique<Pull>());
    m_forces.push_back(std::make_unique<Wind>(0.25f));
    for (int i = 0; i < 16; ++i)
      m_masses.push_back(float((i * 5) % 16 + 1) * 0.5f);
  }
  virtual ~Galaxy() = default;
  virtual void Step(float *speeds, int n) { kernel1D_Step(speeds, n); }

  float MassOf(int star) const { return m_masses[star & 15]; }
  float dust() const { return m_dust; }

protected:
  static float Drag(const Galaxy *galaxy, float speed) { return speed * galaxy->m_dust * 0.125f; }
  void kernel1D_Step(float *speeds, int n) {
    for (int i = 0; i < n; ++i) {
      const float force = m_forces[i & 1]->On(*this, i);
      speeds[i] += force - Drag(this, speeds[i]);
    }
  }

  std::vector<std::unique_ptr<Force>> m_forces;
  std::vector<float> m_masses;
  float m_dust = 0.5f;
};

inline float Pull::On(const Galaxy &galaxy, int star) const { return galaxy.MassOf(star) * 0.5f; }
inline float Wind::On(const Galaxy &galaxy, int star) const {
  return m_strength / galaxy.MassOf(star + 1) + galaxy.dust();
}
