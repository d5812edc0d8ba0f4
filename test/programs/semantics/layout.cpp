// Origin: written for claims of docs/Semantics.md.
// A buffer holds the host's bytes of T[]: tail padding, arrays of three, nested and over-aligned structs, members of base
// classes, bools, and nothing beside what is assigned changes.
// RUN: %check %s --class Layout --variants=all -- -std=c++17 -Wno-unknown-attributes
#include <cstddef>
#include <cstdint>

struct Empty {};
struct Small {
  uint8_t tag;
  float xyz[3];
  bool on;
};
struct Base {
  double weight;
  int16_t index;
};
struct alignas(32) Wide {
  float a;
  uint8_t b;
};
struct Derived : Base, Empty {
  Small small[2];
  struct {
    uint16_t lo, hi;
  } pair;
  int8_t bytes[3];
  Wide wide;
  char end;
};
static_assert(sizeof(Small) == 20 && sizeof(Base) == 16 && sizeof(Wide) == 32 && sizeof(Derived) == 128, "of this ABI");

class Layout {
public:
  virtual ~Layout() {}
  virtual void Structs(const Derived *in, Derived *out, int n) { kernel1D_Structs(in, out, n); }
  virtual void Parts(Derived *items, const float (*triples)[3], float *sums, int n) {
    kernel1D_Parts(items, triples, sums, n);
  }
  virtual void Neighbours([[vkmorph::size("n")]] uint8_t *bytes, [[vkmorph::size("n")]] uint16_t *shorts, bool *flags,
                          [[vkmorph::size("n")]] int8_t *thirds, int n) {
    kernel1D_Neighbours(bytes, shorts, flags, n);
    kernel1D_Thirds(thirds, n);
  }

private:
  void kernel1D_Structs(const Derived *in, Derived *out, int n) {
    for (int i = 0; i < n; ++i) {
      Derived d = in[n - 1 - i];
      d.small[1] = m_member.small[i % 2];
      d.index = int16_t(d.index + sizeof(Derived) + offsetof(Small, on) + alignof(Wide));
      d.wide.b++;
      out[i] = d;
    }
  }
  void kernel1D_Parts(Derived *items, const float (*triples)[3], float *sums, int n) {
    for (int i = 0; i < n; ++i) {
      // Single members of one element; the others stay as they are.
      items[i].small[i % 2].xyz[i % 3] = triples[i][2] - triples[i][0];
      items[i].small[0].on = items[i].small[1].on != (items[i].pair.hi > 100);
      items[i].bytes[i % 3] = int8_t(items[i].end + i);
      items[i].pair.lo = uint16_t(items[i].pair.hi << 9);
      sums[i] = items[i].wide.a + triples[i][1] + float(items[i].weight);
    }
  }
  void kernel1D_Neighbours(uint8_t *bytes, uint16_t *shorts, bool *flags, int n) {
    for (int i = 0; i < n; ++i) {
      // Each byte has another writer than the three beside it, and some are left alone.
      if (i % 3 != 1)
        bytes[i] = uint8_t(bytes[i] * 7 + i);
      if (i % 4 != 2)
        shorts[i] = uint16_t(~shorts[i]);
      flags[i] = i % 5 == 0 ? !flags[i] : flags[i];
    }
  }
  void kernel1D_Thirds(int8_t *thirds, int n) {
    for (int i = 0; i < n / 3; ++i) {
      thirds[3 * i] = int8_t(-i);
      thirds[3 * i + 2] ^= 0x55;
    }
  }
  Derived m_member = {{0.5, 7}, {}, {{1, {2.0f, 3.0f, 4.0f}, true}, {9, {-2.0f, -3.0f, -4.0f}, false}}, {5, 6}, {1, 2, 3}, {8.0f, 4}, 'e'};
};
