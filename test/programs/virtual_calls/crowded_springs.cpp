// Origin: written as a user would, before its first translation.
// Four more classes whose kernels call methods of one of several objects for each element, in ways that let workgroups sort their iterations (as in crowds.cpp).
// RUN: %check %s --class Animals --variants=virtual-workgroup --size n=1,2100 -- -std=c++17
// RUN: %check %s --class Springs --variants=virtual-workgroup --variant='other=--virtual=workgroup --coarsening=never' --size n=1,1300 -- -std=c++17
// RUN: %check %s --class Codes --variants=virtual-workgroup --shaders=openclc --size n=1,900 -- -std=c++17
// RUN: %check %s --class Lights --variants=virtual-workgroup --size tidX=1,40 --size tidY=33 -- -std=c++17
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

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
