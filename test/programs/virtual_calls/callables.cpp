// Origin: written as a user would, before its first translation with --virtual=callable.
// Objects whose methods run as callable shaders: calls in loops and branches, out-references, state of the objects' own, several interfaces, members
// that point to one object, calls in other virtual methods, kernels without calls beside.
// RUN: %check %s --class Meadow --variants=virtual-switch,virtual-callable --size w=0,1,17,64 --size h=1,15,40 -- -std=c++17
// RUN: %check %s --variants=virtual-callable --class Tracer,Mixer,Census -- -std=c++17
// RUN: %check %s --class Harbour --variants=virtual-callable --adversarial --largest-size=1000 -- -std=c++17
// RUN: %check %s --class Gallery --variants=virtual-callable --size w=0,1,9,33 --size h=1,7,32 -- -std=c++17
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

//===-- Meadow: layers of plants, each point asks those that may grow there -------------------===//

struct Growth {
  float height = 0.0f;
  uint32_t blades = 0;
};

class IPlant {
public:
  virtual ~IPlant() = default;
  /// How it grows at a point; `seed` goes on.
  virtual Growth Grow(float x, float y, uint32_t &seed) const = 0;
  virtual bool Tolerates(float water) const { return water > 0.25f; }
};

class Grass : public IPlant {
public:
  explicit Grass(float vigour) : m_vigour(vigour) {}
  Growth Grow(float x, float y, uint32_t &seed) const override {
    Growth growth;
    for (int blade = 0; blade < 3; ++blade) {
      seed = seed * 1664525u + 1013904223u;
      growth.height += m_vigour * float(seed >> 24) * 0.00390625f + x * 0.125f;
      ++growth.blades;
    }
    switch (growth.blades & 3u) {
    case 0: {
    } // nothing else is to be done
    }
    growth.height -= y * 0.0625f;
    return growth;
  }

private:
  float m_vigour;
};

class Moss : public IPlant {
public:
  Growth Grow(float, float y, uint32_t &) const override {
    Growth growth;
    growth.height = 0.0625f + y * 0.03125f;
    growth.blades = 7;
    return growth;
  }
  bool Tolerates(float water) const override { return water > 0.5f; }
};

class Cactus : public IPlant {
public:
  Cactus(float girth, int ribs) : m_girth(girth), m_ribs(ribs) {}
  Growth Grow(float x, float y, uint32_t &seed) const override {
    seed ^= uint32_t(m_ribs);
    Growth growth;
    growth.height = m_girth * std::sqrt(x * x + y * y + 1.0f);
    growth.blades = uint32_t(m_ribs);
    return growth;
  }
  bool Tolerates(float water) const override { return water < 0.5f; }

private:
  float m_girth;
  int m_ribs;
};

class Meadow {
public:
  Meadow() {
    m_plants.push_back(std::make_unique<Grass>(0.5f));
    m_plants.push_back(std::make_unique<Cactus>(0.25f, 5));
    m_plants.push_back(std::make_unique<Moss>());
    m_plants.push_back(std::make_unique<Grass>(0.125f));
  }
  virtual ~Meadow() = default;

  virtual void Plant(const float *water, uint32_t w, uint32_t h, float *heights, uint32_t *blades) {
    kernel2D_Plant(water, w, h, heights, blades);
  }

protected:
  void kernel2D_Plant(const float *water, uint32_t w, uint32_t h, float *heights, uint32_t *blades) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        uint32_t seed = y * 9781u + x * 6271u + 1u;
        float height = 0.0f;
        uint32_t count = 0;
        for (uint32_t layer = 0; layer < uint32_t(m_plants.size()); ++layer) {
          if (!m_plants[layer]->Tolerates(water[y * w + x]))
            continue;
          const Growth growth = m_plants[layer]->Grow(float(x) * 0.125f, float(y) * 0.125f, seed);
          height += growth.height;
          count += growth.blades;
          if (count > 12u)
            break;
        }
        heights[y * w + x] = height;
        blades[y * w + x] = count + (seed & 1u);
      }
  }

  std::vector<std::unique_ptr<IPlant>> m_plants;
};

//===-- Tracer: what runs once per thread -----------------------------------------------------===//

struct Beam {
  float x = 0.0f, y = 0.0f, energy = 1.0f;
};

class ILens {
public:
  virtual ~ILens() = default;
  /// Bends the beam; false where it is absorbed.
  virtual bool Bend(Beam &beam) const = 0;
};

class Prism : public ILens {
public:
  explicit Prism(float tilt) : m_tilt(tilt) {}
  bool Bend(Beam &beam) const override {
    const float x = beam.x;
    beam.x = x + m_tilt * beam.y;
    beam.y = beam.y - m_tilt * x;
    beam.energy *= 0.875f;
    return beam.energy > 0.25f;
  }

private:
  float m_tilt;
};

class Filter : public ILens {
public:
  explicit Filter(float loss) : m_loss(loss) {}
  bool Bend(Beam &beam) const override {
    beam.energy -= m_loss;
    return beam.energy > 0.0f;
  }

private:
  float m_loss;
};

class Tracer {
public:
  Tracer() {
    m_lenses.push_back(&m_first);
    m_lenses.push_back(&m_second);
    m_lenses.push_back(&m_third);
  }
  Tracer(const Tracer &) = delete;
  Tracer &operator=(const Tracer &) = delete;
  virtual ~Tracer() = default;

  void Trace(uint32_t tid, const float *start, float *energy, int *bounces) {
    Beam beam;
    kernel_Begin(tid, start, &beam);
    int count = 0;
    for (int depth = 0; depth < 6; ++depth) {
      bool isAlive = true;
      kernel_Bounce(tid, depth, &beam, &isAlive);
      if (!isAlive)
        break;
      ++count;
    }
    kernel_Store(tid, beam, count, energy, bounces);
  }
  virtual void TraceBlock(uint32_t tid, const float *start, float *energy, int *bounces, uint32_t passes) {
    for (uint32_t pass = 0; pass < passes; ++pass)
      for (uint32_t i = 0; i < tid; ++i)
        Trace(i, start, energy, bounces);
  }

protected:
  void kernel_Begin(uint32_t tid, const float *start, Beam *beam) {
    beam->x = start[tid];
    beam->y = 0.5f - 0.25f * start[tid];
    beam->energy = 1.0f;
  }
  void kernel_Bounce(uint32_t tid, int depth, Beam *beam, bool *isAlive) {
    const ILens &lens = *m_lenses[(tid + uint32_t(depth)) % uint32_t(m_lenses.size())];
    *isAlive = lens.Bend(*beam);
  }
  void kernel_Store(uint32_t tid, const Beam &beam, int count, float *energy, int *bounces) {
    energy[tid] = beam.energy + 0.0625f * beam.x;
    bounces[tid] = count;
  }

private:
  Prism m_first{0.25f};
  Filter m_second{0.3125f};
  Prism m_third{-0.125f};
  std::vector<ILens *> m_lenses;
};

//===-- Mixer: objects that keep what they have heard -----------------------------------------===//

class IEffect {
public:
  virtual ~IEffect() = default;
  /// The next sample; the effect remembers.
  virtual float Next(float sample) = 0;
};

class Echo : public IEffect {
public:
  explicit Echo(float decay) : m_decay(decay) {}
  float Next(float sample) override {
    m_last = sample + m_decay * m_last;
    return m_last;
  }

private:
  float m_decay;
  float m_last = 0.0f;
};

class Gate : public IEffect {
public:
  float Next(float sample) override {
    m_count = sample > 0.0f ? m_count + 1 : 0;
    return m_count > 2 ? sample : 0.0f;
  }

private:
  int m_count = 0;
};

class Mixer {
public:
  Mixer() {
    for (int channel = 0; channel < 8; ++channel)
      if (channel % 3 == 0)
        m_effects.push_back(std::make_unique<Gate>());
      else
        m_effects.push_back(std::make_unique<Echo>(0.125f * float(channel)));
  }
  virtual ~Mixer() = default;

  virtual void Mix(const float *samples, float *out) {
    kernel1D_Filter(samples, out);
    kernel1D_Filter(samples, out);
  }

protected:
  void kernel1D_Filter(const float *samples, float *out) {
    for (uint32_t channel = 0; channel < uint32_t(m_effects.size()); ++channel) {
      float sum = 0.0f;
      for (uint32_t step = 0; step < 4; ++step)
        sum += m_gains[step] * m_effects[channel]->Next(samples[channel * 4 + step]);
      out[channel] = sum;
    }
  }

private:
  float m_gains[4] = {1.0f, 0.5f, -0.25f, 2.0f}; ///< which the shaders have in a uniform buffer
  std::vector<std::unique_ptr<IEffect>> m_effects;
};

//===-- Harbour: two interfaces, a tariff for all, kernels one after another ------------------===//

class IShip {
public:
  virtual ~IShip() = default;
  virtual double Tonnage(int holds) const = 0;
  virtual uint8_t Class() const { return 1; }
};

class Freighter : public IShip {
public:
  explicit Freighter(double perHold) : m_perHold(perHold) {}
  double Tonnage(int holds) const override { return m_perHold * double(holds) + 10.0; }

private:
  double m_perHold;
};

class Tug : public IShip {
public:
  double Tonnage(int) const override { return 3.5; }
  uint8_t Class() const override { return 4; }
};

class ITariff {
public:
  virtual ~ITariff() = default;
  virtual double Due(double tons, uint8_t shipClass, int64_t minutes) const = 0;
};

class Flat : public ITariff {
public:
  double Due(double tons, uint8_t shipClass, int64_t) const override { return tons * 0.5 + double(shipClass); }
};

class Hourly : public ITariff {
public:
  explicit Hourly(double rate) : m_rate(rate) {}
  double Due(double tons, uint8_t, int64_t minutes) const override { return tons * m_rate * double(minutes / 60); }

private:
  double m_rate;
};

class Harbour {
public:
  Harbour() {
    m_ships.push_back(std::make_shared<Freighter>(2.25));
    m_ships.push_back(std::make_shared<Tug>());
    m_ships.push_back(std::make_shared<Freighter>(0.75));
    m_tariffs.push_back(std::make_shared<Flat>());
    m_tariffs.push_back(std::make_shared<Hourly>(0.125));
  }
  virtual ~Harbour() = default;

  virtual void Settle(const uint32_t *ids, const int *holds, const int64_t *minutes, uint32_t n, double *dues) {
    kernel1D_Weigh(ids, holds, n, dues);
    kernel1D_Charge(ids, minutes, n, dues);
    kernel1D_Sum(dues, n);
  }
  double m_total = 0.0;

protected:
  void kernel1D_Weigh(const uint32_t *ids, const int *holds, uint32_t n, double *dues) {
    for (uint32_t i = 0; i < n; ++i)
      dues[i] = m_ships[ids[i] % uint32_t(m_ships.size())]->Tonnage(holds[i] % 20);
  }
  void kernel1D_Charge(const uint32_t *ids, const int64_t *minutes, uint32_t n, double *dues) {
    for (uint32_t i = 0; i < n; ++i) {
      const uint8_t shipClass = m_ships[ids[i] % uint32_t(m_ships.size())]->Class();
      dues[i] = m_tariffs[(ids[i] / 7u) % uint32_t(m_tariffs.size())]->Due(dues[i], shipClass, minutes[i] % 6000);
    }
  }
  void kernel1D_Sum(const double *dues, uint32_t n) {
    m_total = 0.0;
    for (uint32_t i = 0; i < n; ++i)
      m_total += dues[i];
  }

private:
  std::vector<std::shared_ptr<IShip>> m_ships;
  std::vector<std::shared_ptr<ITariff>> m_tariffs;
};

//===-- Gallery: one light for all, frames that look at each other ----------------------------===//

struct Tint {
  float r = 0.0f, g = 0.0f, b = 0.0f;
};

class ILight {
public:
  virtual ~ILight() = default;
  virtual float Shine(float x, float y) const = 0;
};

class Lamp : public ILight {
public:
  explicit Lamp(float power) : m_power(power) {}
  float Shine(float x, float y) const override { return m_power / (1.0f + x * x + y * y); }

private:
  float m_power;
};

class Window : public ILight {
public:
  float Shine(float x, float) const override { return x < 0.5f ? 0.75f : 0.25f; }
};

class IPicture {
public:
  virtual ~IPicture() = default;
  virtual float Tone(float x, float y) const = 0;
  /// By tones beside the point.
  virtual Tint Paint(float x, float y) const {
    Tint tint;
    tint.r = Tone(x, y);
    tint.g = 0.5f * (Tone(x + 0.125f, y) + Tone(x - 0.125f, y));
    tint.b = Tone(x, y + 0.25f);
    return tint;
  }
};

class Stripes : public IPicture {
public:
  explicit Stripes(float width) : m_width(width) {}
  float Tone(float x, float) const override { return (int(x / m_width) & 1) ? 0.875f : 0.125f; }

private:
  float m_width;
};

class Gradient : public IPicture {
public:
  float Tone(float x, float y) const override { return 0.25f * x + 0.5f * y; }
  Tint Paint(float x, float y) const override {
    Tint tint;
    tint.r = tint.g = tint.b = Tone(x, y);
    return tint;
  }
};

class Gallery {
public:
  Gallery() {
    m_pictures.push_back(std::make_unique<Stripes>(0.0625f));
    m_pictures.push_back(std::make_unique<Gradient>());
  }
  Gallery(const Gallery &) = delete;
  Gallery &operator=(const Gallery &) = delete;
  virtual ~Gallery() = default;
  void SwitchLight(bool isDay) { m_light = isDay ? static_cast<ILight *>(&m_window) : &m_lamp; }

  virtual void Show(const uint32_t *which, uint32_t w, uint32_t h, float *out) { kernel2D_Show(which, w, h, out); }

protected:
  void kernel2D_Show(const uint32_t *which, uint32_t w, uint32_t h, float *out) {
    for (uint32_t y = 0; y < h; ++y)
      for (uint32_t x = 0; x < w; ++x) {
        const float u = float(x) * 0.03125f, v = float(y) * 0.03125f;
        const IPicture &picture = *m_pictures[which[y * w + x] % uint32_t(m_pictures.size())];
        const Tint tint = picture.Paint(u, v);
        const float light = m_light->Shine(u, v);
        const uint32_t at = (y * w + x) * 3;
        out[at] = tint.r * light;
        out[at + 1] = tint.g * light;
        out[at + 2] = tint.b * light;
      }
  }

private:
  Lamp m_lamp{1.5f};
  Window m_window;
  ILight *m_light = &m_lamp;
  std::vector<std::unique_ptr<IPicture>> m_pictures;
};

//===-- Census: small numbers, bools, arrays and enumerations as arguments --------------------===//

enum class Age : uint8_t { Child, Adult, Elder };

class IHouse {
public:
  virtual ~IHouse() = default;
  virtual void Count(short floors, bool isTown, Age age, int counts[3]) const = 0;
  virtual Age Oldest(const int (&counts)[3]) const = 0;
};

class Tower : public IHouse {
public:
  explicit Tower(short flats) : m_flats(flats) {}
  void Count(short floors, bool isTown, Age age, int counts[3]) const override {
    counts[int(age)] += int(floors) * int(m_flats);
    if (isTown)
      counts[1] += 2;
  }
  Age Oldest(const int (&counts)[3]) const override { return counts[2] > counts[1] ? Age::Elder : Age::Adult; }

private:
  short m_flats;
};

class Farm : public IHouse {
public:
  void Count(short floors, bool isTown, Age age, int counts[3]) const override {
    counts[0] += isTown ? 0 : 1;
    counts[2] += age == Age::Elder ? int(floors) : 0;
  }
  Age Oldest(const int (&counts)[3]) const override { return counts[0] > 0 ? Age::Child : Age::Elder; }
};

class Census {
public:
  Census() {
    m_houses.push_back(std::make_unique<Tower>(short(4)));
    m_houses.push_back(std::make_unique<Farm>());
  }
  virtual ~Census() = default;

  virtual void Count(const uint32_t *ids, const short *floors, uint32_t n, int *counts, uint8_t *oldest) {
    kernel1D_Count(ids, floors, n, counts, oldest);
  }

protected:
  void kernel1D_Count(const uint32_t *ids, const short *floors, uint32_t n, int *counts, uint8_t *oldest) {
    for (uint32_t i = 0; i < n; ++i) {
      int own[3] = {1, 2, 0};
      const uint32_t house = ids[i] % uint32_t(m_houses.size());
      m_houses[house]->Count(short(floors[i] % 9), (ids[i] & 4u) != 0, Age((ids[i] / 8u) % 3u), own);
      counts[i] = own[0] + 10 * own[1] + 100 * own[2];
      oldest[i] = uint8_t(m_houses[house]->Oldest(own));
    }
  }

private:
  std::vector<std::unique_ptr<IHouse>> m_houses;
};
