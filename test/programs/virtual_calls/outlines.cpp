// Origin: written with the part of the compiler that it tests.
// Arrays of small integers in objects, elements of which expressions read where they may be left out.
// RUN: %check %s --class Outlines --variants=virtual-switch -- -std=c++17
#include <array>
#include <memory>
#include <vector>
struct Shape {
  virtual ~Shape() = default;
  virtual int Get(int k) const = 0;
  short steps[4] = {3, -5, 700, 9};
  std::array<unsigned char, 3> bytes = {{250, 3, 7}};
  bool flags[3] = {true, false, true};
};
static int Sum(const std::array<unsigned char, 3> values, int k) { return values[0] + values[k % 3u] * 3; }
struct Line : Shape {
  int Get(int k) const override {
    int a = k > 3 ? steps[k & 3] : k;
    a += k != 5 && flags[k % 3u] ? Sum(bytes, k) : steps[1];
    const auto copy = bytes;
    return a + copy[1] + (k > 2 ? copy[k % 3u] : 1);
  }
};
struct Dot : Shape {
  int Get(int k) const override { return k > 1 && steps[k & 1] > 2 ? bytes[2] : flags[1]; }
};
class Outlines {
public:
  Outlines() {
    for (int i = 0; i < 9; i++) {
      if (i % 2)
        m_shapes.push_back(std::make_unique<Line>());
      else
        m_shapes.push_back(std::make_unique<Dot>());
      m_shapes.back()->steps[i & 3] = short(i * 71);
    }
  }
  virtual ~Outlines() = default;
  virtual void Run(int *out, int n) { kernel1D_Run(out, n); }
protected:
  void kernel1D_Run(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = m_shapes[i % 9]->Get(i & 7);
  }
  std::vector<std::unique_ptr<Shape>> m_shapes;
};
