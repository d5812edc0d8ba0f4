// Origin: written as a user would, before its first translation.
// Three more classes whose kernels call methods of one of several objects for each element, in ways that let workgroups sort their iterations (as in crowds.cpp).
// RUN: %check %s --class Orders --variants=virtual-workgroup --size n=1,1100 -- -std=c++17
// RUN: %check %s --class Shapes --variants=virtual-workgroup --variant='other=--virtual=workgroup --target=vulkan10' --size n=1,700 -- -std=c++17
// RUN: %check %s --class Tiles --variants=virtual-workgroup --variant='other=--virtual=workgroup --workgroup-size=64' --size width=3,70 --size height=50 -- -std=c++17
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

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
