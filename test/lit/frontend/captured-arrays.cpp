// A captured array of which a lambda only reads elements travels as a value; one whose elements it writes does not.
// Differences of pointers into an array of a buffer's struct are those of the numbers, whatever is written between.
// RUN: %import %s | FileCheck %s
#include <array>
#include <functional>
#include <tuple>

struct Row {
  std::array<int, 4> values;
};

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, Row *rows, int n) { kernel1D_k(a, rows, n); }
  // CHECK: vkm.func @read(%x: si32 {{.*}}, %plain: !vkm.array<4 x si32> {{.*}}, %library: !vkm.array<4 x si32>
  // CHECK: vkm.func @write(%x: si32 {{.*}}, %plain: !vkm.ref<!vkm.array<4 x si32>>
  // CHECK: vkm.func @add(%x: si32 {{.*}}, %y: si32
  void kernel1D_k(int *a, Row *rows, int n) {
    for (int i = 0; i < n; i++) {
      int plain[4] = {1, 2, 3, i};
      std::array<int, 4> library = {1, 2, 3, i};
      auto read = [&](int x) { return plain[x] + library[x]; };
      auto write = [&](int x) { plain[x] = x; };
      a[i] = read(1);
      write(2);
      auto add = [](int x, int y) { return x + y; };
      // CHECK: vkm.call @add
      a[i] += std::invoke(add, 1, 2);
      // CHECK: vkm.call @add
      a[i] += std::apply(add, std::make_tuple(3, i));
      const int *p = &rows[i].values[1];
      a[i] += 1;
      // CHECK: vkm.update add
      // CHECK: vkm.binary sub
      if (n > 3)
        a[i] += p - &rows[i].values[0];
    }
  }
};
