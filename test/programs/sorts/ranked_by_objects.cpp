// Origin: written with the part of the compiler that it tests.
// Sorts in a class that has objects behind an interface: in an order that does not touch them, and in one that calls their methods.
// RUN: %check %s --class Ranked --size n=0,1,600,2100 --setup "object.Connect();" -- -std=c++17
#include <algorithm>
#include <vector>

struct IKey {
  virtual ~IKey() = default;
  virtual int Key(int x) const = 0;
};
struct LowBits : IKey {
  int mask = 31;
  int Key(int x) const override { return x & mask; }
};
struct Downwards : IKey {
  int Key(int x) const override { return -x % 64; }
};

class Ranked {
public:
  virtual ~Ranked() = default;

  void Connect() { m_keys = {&m_low, &m_down}; }
  virtual void ByMask(int *a, unsigned n) {
    kernel1D_Key(a, n);
    std::stable_sort(a, a + n, [mask = m_mask](int x, int y) { return (x & mask) < (y & mask); });
  }
  virtual void ByKeys(int *a, unsigned n) {
    for (int i = 0; i < 2; i++)
      std::stable_sort(a, a + n, [this, i](int x, int y) { return m_keys[i]->Key(x) < m_keys[i]->Key(y); });
    kernel1D_Key(a, n);
  }

protected:
  void kernel1D_Key(int *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      a[i] = m_keys[i & 1]->Key(a[i]) + int(i % 5);
  }

  LowBits m_low;
  Downwards m_down;
  std::vector<IKey *> m_keys;
  int m_mask = 7;
};
