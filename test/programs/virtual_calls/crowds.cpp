// Origin: written as a user would, before its first translation.
// Ten classes whose kernels call methods of one of several objects for each element, in ways that let workgroups sort their iterations.
// RUN: %check %s --class Weather --variants=virtual-workgroup,default --size width=1,33,70 --size height=1,37 -- -std=c++17
// RUN: %check %s --class Tracks --variants=virtual-workgroup --size n=0,1,1500,5000 -- -std=c++17
// RUN: %check %s --class Volume --variants=virtual-workgroup --size width=5,35 --size height=3,33 --size depth=2,5 -- -std=c++17
// RUN: %check %s --class Orders --variants=virtual-workgroup --size n=1,1100 -- -std=c++17
// RUN: %check %s --class Shapes --variants=virtual-workgroup --variant='other=--virtual=workgroup --target=vulkan10' --size n=1,700 -- -std=c++17
// RUN: %check %s --class Tiles --variants=virtual-workgroup --variant='other=--virtual=workgroup --workgroup-size=64' --size width=3,70 --size height=50 -- -std=c++17
// RUN: %check %s --class Animals --variants=virtual-workgroup --size n=1,2100 -- -std=c++17
// RUN: %check %s --class Springs --variants=virtual-workgroup --variant='other=--virtual=workgroup --coarsening=never' --size n=1,1300 -- -std=c++17
// RUN: %check %s --class Codes --variants=virtual-workgroup --shaders=openclc --size n=1,900 -- -std=c++17
// RUN: %check %s --class Lights --variants=virtual-workgroup --size tidX=1,40 --size tidY=33 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

//===--- A map of the weather: each cell's climate says how warm it becomes. ---===//

class Climate {
public:
  virtual ~Climate() = default;
  virtual float Warm(float latitude, float height) const = 0;
};
class Desert : public Climate {
public:
  float Warm(float latitude, float height) const override { return 40.0f - 0.25f * latitude - 0.5f * height; }
};
class Forest : public Climate {
public:
  explicit Forest(float damp) : m_damp(damp) {}
  float Warm(float latitude, float height) const override {
    float warmth = 25.0f;
    for (int i = 0; i < 6; ++i)
      warmth = 0.5f * warmth + m_damp - 0.125f * latitude;
    return warmth - height;
  }

private:
  float m_damp;
};
class Ocean : public Climate {
public:
  float Warm(float latitude, float) const override { return latitude > 20.0f ? 4.0f : 18.0f; }
};

class Weather {
public:
  Weather() {
    m_climates.push_back(std::make_unique<Ocean>());
    m_climates.push_back(std::make_unique<Forest>(3.0f));
    m_climates.push_back(std::make_unique<Desert>());
    m_climates.push_back(std::make_unique<Forest>(1.5f));
  }
  virtual ~Weather() = default;
  virtual void Forecast([[vkmorph::size("width * height")]] const uint8_t *kinds,
                        [[vkmorph::size("width * height")]] const float *heights,
                        [[vkmorph::size("width * height")]] float *warmth, uint32_t width, uint32_t height) {
    kernel2D_Forecast(kinds, heights, warmth, width, height);
  }

protected:
  void kernel2D_Forecast(const uint8_t *kinds, const float *heights, float *warmth, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; ++y)
      for (uint32_t x = 0; x < width; ++x) {
        const uint32_t at = y * width + x;
        const float latitude = 0.5f * float(y);
        const float above = heights[at] < 0.0f ? 0.0f : heights[at];
        warmth[at] = 0.25f + m_climates[kinds[at] % 4u]->Warm(latitude, above);
      }
  }
  std::vector<std::unique_ptr<Climate>> m_climates;
};

//===--- Vehicles on tracks: a method changes position and speed by references. ---===//

struct Motor {
  virtual ~Motor() = default;
  virtual void Drive(float &position, float &speed, int steps) const = 0;
};
struct Diesel final : Motor {
  void Drive(float &position, float &speed, int steps) const override {
    for (int i = 0; i < steps; ++i) {
      speed = 0.75f * speed + 0.5f;
      position += 0.25f * speed;
    }
  }
};
struct Electric final : Motor {
  float m_power = 1.5f;
  void Drive(float &position, float &speed, int) const override {
    speed += m_power;
    position += speed;
  }
};
struct Coasting final : Motor {
  void Drive(float &position, float &speed, int steps) const override {
    position += float(steps) * speed;
    speed *= 0.5f;
  }
};

class Tracks {
public:
  Tracks() {
    for (int i = 0; i < 7; ++i) {
      if (i % 3 == 0)
        m_motors.push_back(std::make_unique<Diesel>());
      else if (i % 3 == 1)
        m_motors.push_back(std::make_unique<Electric>());
      else
        m_motors.push_back(std::make_unique<Coasting>());
    }
  }
  virtual ~Tracks() = default;
  virtual void Move([[vkmorph::size("n")]] float *positions, [[vkmorph::size("n")]] float *speeds,
                    [[vkmorph::size("n")]] const uint32_t *motors, uint32_t n) {
    kernel1D_Move(positions, speeds, motors, n);
  }

protected:
  void kernel1D_Move(float *positions, float *speeds, const uint32_t *motors, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      // Those that stand still have nothing to do.
      if (motors[i] % 5u == 4u)
        continue;
      float position = positions[i], speed = speeds[i];
      int steps = 1;
      for (uint32_t bits = motors[i] & 15u; bits != 0u; bits >>= 1)
        steps += int(bits & 1u);
      m_motors[motors[i] % 7u]->Drive(position, speed, steps);
      if (speed > 8.0f)
        speed = 8.0f;
      positions[i] = position;
      speeds[i] = speed;
    }
  }
  std::vector<std::unique_ptr<Motor>> m_motors;
};

//===--- Voxels of tissue, in three dimensions. ---===//

class Tissue {
public:
  virtual ~Tissue() = default;
  virtual float Absorb(float energy, int depth) const { return energy * (depth > 2 ? 0.5f : 0.75f); }
};
class Bone : public Tissue {
public:
  float Absorb(float energy, int depth) const override { return Tissue::Absorb(energy, depth + 2) * 0.25f; }
};
class Air : public Tissue {
public:
  float Absorb(float energy, int) const override { return energy; }
};

class Volume {
public:
  Volume() : m_tissues{&m_soft, &m_bone, &m_air} {}
  Volume(const Volume &) = delete;
  virtual ~Volume() = default;
  virtual void Expose([[vkmorph::size("width * height * depth")]] const int *kinds,
                      [[vkmorph::size("width * height * depth")]] float *energy, int width, int height, int depth) {
    kernel3D_Expose(kinds, energy, width, height, depth);
  }

protected:
  void kernel3D_Expose(const int *kinds, float *energy, int width, int height, int depth) {
    for (int z = 0; z < depth; ++z)
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const int voxel = (z * height + y) * width + x;
          const int kind = kinds[voxel] & 3;
          const float left = m_tissues[kind == 3 ? 0 : kind]->Absorb(energy[voxel], z);
          energy[voxel] = left + 0.5f;
        }
  }
  Tissue m_soft;
  Bone m_bone;
  Air m_air;
  std::vector<Tissue *> m_tissues;
};

//===--- Prices of orders: whole numbers, and a flag that lives across the call. ---===//

class Tariff {
public:
  virtual ~Tariff() = default;
  virtual int32_t Price(int32_t pieces, bool isGift) const = 0;
};
class Flat : public Tariff {
public:
  int32_t Price(int32_t, bool isGift) const override { return isGift ? 700 : 500; }
};
class PerPiece : public Tariff {
public:
  int32_t Price(int32_t pieces, bool isGift) const override { return pieces * 30 + (isGift ? 10 * pieces : 0); }
};
class Steps : public Tariff {
public:
  int32_t Price(int32_t pieces, bool) const override {
    int32_t price = 0;
    while (pieces > 0) {
      price += pieces > 10 ? 100 : 20 * pieces;
      pieces -= 10;
    }
    return price;
  }
};
class Free : public Tariff {
public:
  int32_t Price(int32_t, bool) const override { return 0; }
};

class Orders {
public:
  Orders() {
    m_tariffs.push_back(std::make_shared<Flat>());
    m_tariffs.push_back(std::make_shared<PerPiece>());
    m_tariffs.push_back(std::make_shared<Steps>());
    m_tariffs.push_back(std::make_shared<Free>());
  }
  virtual ~Orders() = default;
  virtual void Charge([[vkmorph::size("n")]] const uint32_t *orders, [[vkmorph::size("n")]] int32_t *prices,
                      [[vkmorph::size("n")]] uint8_t *flags, uint32_t n) {
    kernel1D_Charge(orders, prices, flags, n);
  }

protected:
  void kernel1D_Charge(const uint32_t *orders, int32_t *prices, uint8_t *flags, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t order = orders[i];
      bool isGift = false;
      for (uint32_t bit = 8; bit < 12; ++bit)
        if ((order >> bit & 3u) == 3u)
          isGift = true;
      const int32_t price = m_tariffs[order >> 4 & 3u]->Price(int32_t(order & 63u), isGift);
      prices[i] = price;
      flags[i] = uint8_t((isGift ? 2 : 0) + (price > 600 ? 1 : 0));
    }
  }
  std::vector<std::shared_ptr<Tariff>> m_tariffs;
};

//===--- Areas of shapes that are alternatives of a variant. ---===//

struct Disc {
  float radius = 1.0f;
};
struct Box {
  float a = 1.0f, b = 2.0f;
};
struct Needle {
  float length = 1.0f;
  int kinks = 3;
};
using Shape = std::variant<Disc, Box, Needle>;

class Shapes {
public:
  Shapes() {
    for (int i = 0; i < 12; ++i) {
      if (i % 3 == 0)
        m_shapes.push_back(Disc{0.5f * float(i)});
      else if (i % 3 == 1)
        m_shapes.push_back(Box{float(i), 0.25f});
      else
        m_shapes.push_back(Needle{float(i), i});
    }
  }
  virtual ~Shapes() = default;
  virtual void Measure([[vkmorph::size("n")]] const uint32_t *which, [[vkmorph::size("n")]] float *areas, uint32_t n) {
    kernel1D_Measure(which, areas, n);
  }

protected:
  static float AreaOf(const Disc &disc) { return 3.0f * disc.radius * disc.radius; }
  static float AreaOf(const Box &box) { return box.a * box.b; }
  static float AreaOf(const Needle &needle) {
    float area = 0.0f;
    for (int i = 0; i < needle.kinks; ++i)
      area += 0.125f * needle.length;
    return area;
  }
  void kernel1D_Measure(const uint32_t *which, float *areas, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      const float area = std::visit([](const auto &shape) { return AreaOf(shape); }, m_shapes[which[i] % 12u]);
      areas[i] = area + 1.0f;
    }
  }
  std::vector<Shape> m_shapes;
};

//===--- Tiles of a floor: two calls, the second of which goes another way. ---===//

class Pattern {
public:
  virtual ~Pattern() = default;
  virtual uint32_t Colour(uint32_t x, uint32_t y) const = 0;
};
class Plain : public Pattern {
public:
  uint32_t Colour(uint32_t, uint32_t) const override { return 7u; }
};
class Checkered : public Pattern {
public:
  uint32_t Colour(uint32_t x, uint32_t y) const override { return (x ^ y) & 1u ? 200u : 20u; }
};
class Mosaic : public Pattern {
public:
  uint32_t Colour(uint32_t x, uint32_t y) const override {
    uint32_t mixed = x * 73u + y * 19u;
    for (uint32_t i = 0; i < 5; ++i)
      mixed = mixed * 1103515245u + 12345u;
    return mixed >> 24;
  }
};

class Tiles {
public:
  Tiles() {
    m_patterns.push_back(std::make_unique<Checkered>());
    m_patterns.push_back(std::make_unique<Mosaic>());
    m_patterns.push_back(std::make_unique<Plain>());
  }
  virtual ~Tiles() = default;
  virtual void Lay([[vkmorph::size("width * height")]] const uint32_t *plan, [[vkmorph::size("width * height")]] uint32_t *floor,
                   uint32_t width, uint32_t height) {
    kernel2D_Lay(plan, floor, width, height);
  }

protected:
  void kernel2D_Lay(const uint32_t *plan, uint32_t *floor, uint32_t width, uint32_t height) {
    for (uint32_t y = 0; y < height; ++y)
      for (uint32_t x = 0; x < width; ++x) {
        const uint32_t wanted = plan[y * width + x];
        const uint32_t ground = m_patterns[wanted % 3u]->Colour(x, y);
        const uint32_t joint = m_patterns[(wanted >> 8) % 3u]->Colour(ground, y);
        floor[y * width + x] = ground << 8 | joint;
      }
  }
  std::vector<std::unique_ptr<Pattern>> m_patterns;
};

//===--- Animals in a vector of the class, whose members tell what they do. ---===//

class Animal {
public:
  virtual ~Animal() = default;
  virtual float Eat(float hunger) const = 0;
  virtual bool IsNocturnal() const { return false; }
};
class Cow : public Animal {
public:
  float Eat(float hunger) const override { return 0.25f * hunger; }
};
class Owl : public Animal {
public:
  explicit Owl(int prey) : m_prey(prey) {}
  float Eat(float hunger) const override {
    for (int i = 0; i < m_prey; ++i)
      hunger = 0.5f * hunger + 0.125f;
    return hunger;
  }
  bool IsNocturnal() const override { return true; }

private:
  int m_prey;
};

struct Being {
  uint32_t kind;
  float hunger;
};

class Animals {
public:
  Animals() {
    m_kinds.push_back(std::make_unique<Owl>(4));
    m_kinds.push_back(std::make_unique<Cow>());
    m_kinds.push_back(std::make_unique<Owl>(9));
  }
  virtual ~Animals() = default;
  virtual void Feed([[vkmorph::size("n")]] Being *beings, uint32_t n, uint32_t isNight) { kernel1D_Feed(beings, n, isNight); }

protected:
  static float Limit(float hunger) { return hunger > 100.0f ? 100.0f : hunger < 0.0f ? 0.0f : hunger; }
  void kernel1D_Feed(Being *beings, uint32_t n, uint32_t isNight) {
    for (uint32_t i = 0; i < n; ++i) {
      const Animal &animal = *m_kinds[beings[i].kind % 3u];
      const float hunger = Limit(beings[i].hunger);
      const float left = animal.Eat(hunger);
      const bool isAwake = animal.IsNocturnal() == ((isNight & 1u) != 0u);
      beings[i].hunger = isAwake ? left : hunger + 1.0f;
    }
  }
  std::vector<std::unique_ptr<Animal>> m_kinds;
};

//===--- Springs between neighbours: what is read of others is not what is written. ---===//

class Spring {
public:
  virtual ~Spring() = default;
  virtual float Force(float stretch) const = 0;
};
class Linear : public Spring {
public:
  float Force(float stretch) const override { return 2.0f * stretch; }
};
class Rubber : public Spring {
public:
  float Force(float stretch) const override {
    float force = stretch;
    for (int i = 0; i < 4; ++i)
      force = force - 0.25f * force * std::fabs(force) * 0.125f;
    return force;
  }
};
class Broken : public Spring {
public:
  float Force(float) const override { return 0.0f; }
};
class Stop : public Spring {
public:
  float Force(float stretch) const override { return stretch < 0.0f ? 16.0f * stretch : 0.0f; }
};

class Springs {
public:
  Springs() {
    m_springs.push_back(std::make_unique<Rubber>());
    m_springs.push_back(std::make_unique<Linear>());
    m_springs.push_back(std::make_unique<Stop>());
    m_springs.push_back(std::make_unique<Broken>());
    m_springs.push_back(std::make_unique<Rubber>());
  }
  virtual ~Springs() = default;
  virtual void Pull([[vkmorph::size("n")]] const float *places, [[vkmorph::size("n")]] const uint32_t *kinds,
                    [[vkmorph::size("n")]] float *forces, int n) {
    kernel1D_Pull(places, kinds, forces, n);
  }

protected:
  void kernel1D_Pull(const float *places, const uint32_t *kinds, float *forces, int n) {
    for (int i = 0; i < n; ++i) {
      const float before = i > 0 ? places[i - 1] : 0.0f;
      float stretch = places[i] - before - 1.0f;
      if (stretch > 4.0f)
        stretch = 4.0f;
      const float force = m_springs[kinds[i] % 5u]->Force(stretch);
      forces[i] = -force;
    }
  }
  std::vector<std::unique_ptr<Spring>> m_springs;
};

//===--- Codes of messages: 64 bits, and a void method that fills a struct. ---===//

struct Coded {
  uint32_t low = 0, high = 0;
};
class Cipher {
public:
  virtual ~Cipher() = default;
  virtual void Encode(uint32_t text, Coded &coded) const = 0;
};
class Caesar : public Cipher {
public:
  void Encode(uint32_t text, Coded &coded) const override { coded.low = text + 3u; }
};
class Rolling : public Cipher {
public:
  void Encode(uint32_t text, Coded &coded) const override {
    for (uint32_t i = 0; i < 7; ++i)
      text = (text << 5 | text >> 27) ^ (0x9e3779b9u + i);
    coded.low = text;
    coded.high += text >> 3;
  }
};

class Codes {
public:
  Codes() {
    m_ciphers.push_back(std::make_unique<Rolling>());
    m_ciphers.push_back(std::make_unique<Caesar>());
  }
  virtual ~Codes() = default;
  virtual void Send([[vkmorph::size("n")]] const uint32_t *texts, [[vkmorph::size("n")]] Coded *codes, uint32_t n) {
    kernel1D_Send(texts, codes, n);
  }

protected:
  void kernel1D_Send(const uint32_t *texts, Coded *codes, uint32_t n) {
    for (uint32_t i = 0; i < n; ++i) {
      Coded coded;
      coded.high = i;
      m_ciphers[texts[i] & 1u]->Encode(texts[i] >> 1, coded);
      codes[i] = coded;
    }
  }
  std::vector<std::unique_ptr<Cipher>> m_ciphers;
};

//===--- Lights of a picture, as kernels of a thread. ---===//

class Light {
public:
  virtual ~Light() = default;
  virtual float Shine(float x, float y) const = 0;
};
class Sun : public Light {
public:
  float Shine(float, float y) const override { return 1.0f + 0.0625f * y; }
};
class Lamp : public Light {
public:
  Lamp(float x, float y) : m_x(x), m_y(y) {}
  float Shine(float x, float y) const override {
    const float dx = x - m_x, dy = y - m_y;
    return 8.0f / (1.0f + dx * dx + dy * dy);
  }

private:
  float m_x, m_y;
};
class Torch : public Light {
public:
  float Shine(float x, float y) const override {
    float light = 0.0f;
    for (int i = 1; i < 5; ++i)
      light += std::fabs(x - y) * 0.125f / float(i);
    return light;
  }
};

class Lights {
public:
  Lights() {
    m_lights.push_back(std::make_unique<Sun>());
    m_lights.push_back(std::make_unique<Lamp>(3.0f, 2.0f));
    m_lights.push_back(std::make_unique<Torch>());
    m_lights.push_back(std::make_unique<Lamp>(7.0f, 9.0f));
  }
  virtual ~Lights() = default;
  void Light(uint32_t tidX, uint32_t tidY, const uint32_t *which, float *out) {
    float x = 0.0f, y = 0.0f;
    kernel_Place(tidX, tidY, &x, &y);
    float light = 0.0f;
    kernel_Shine(tidX, tidY, which, x, y, &light);
    kernel_Store(tidX, tidY, light, out);
  }
  virtual void LightBlock(uint32_t tidX, uint32_t tidY, [[vkmorph::size("tidX * tidY")]] const uint32_t *which,
                          [[vkmorph::size("tidX * tidY")]] float *out, uint32_t passes) {
    m_width = tidX;
    for (uint32_t pass = 0; pass < passes; ++pass)
      for (uint32_t y = 0; y < tidY; ++y)
        for (uint32_t x = 0; x < tidX; ++x)
          Light(x, y, which, out);
  }

protected:
  void kernel_Place(uint32_t tidX, uint32_t tidY, float *x, float *y) {
    *x = 0.5f * float(tidX);
    *y = 0.25f * float(tidY);
  }
  void kernel_Shine(uint32_t tidX, uint32_t tidY, const uint32_t *which, float x, float y, float *light) {
    *light = m_lights[which[tidY * m_width + tidX] & 3u]->Shine(x, y);
  }
  void kernel_Store(uint32_t tidX, uint32_t tidY, float light, float *out) { out[tidY * m_width + tidX] = 0.5f * light; }
  std::vector<std::unique_ptr<class Light>> m_lights;
  uint32_t m_width = 0;
};
