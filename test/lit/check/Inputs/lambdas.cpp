#include "lambdas.h"
namespace {
int twice(int v) { return v * 2; }
const auto cube = [](int v) { return v * v * v; };
template <typename A, typename B> auto compose(A a, B b) { return [=](int v) { return b(a(v)); }; }
auto adder(int k) { return [k](int v) { return v + k; }; }
int fromPointer(int (*f)(int), int v) { return f(v) + 1; }
template <int (*F)(int)> int viaTemplate(int v) { return F(v); }
}
void Lambdas::kernel1D_A(const int *a, int *b, int n) {
  auto at = [a](int k) { return a[k]; };
  auto put = [=](int k, int v) { b[k] = v; };
  const int base = n * 2;
  auto offset = [base](int v) { return v + base; };
  for (int i = 0; i < n; i++) {
    Acc acc;
    int r = acc.addAll(at(i) & 7) + acc.peek(3);
    r += acc.with([&](int t) { return t * m_gain + i; });
    r += pick(at(i), 12) + pick(at(i), 4, [](auto x, auto y) { return x > y; });
    Scaler s{5};
    r += apply(s, at(i)) + applyTwice(s, 2) + apply(twice, 4) + apply(&twice, 5) + apply(cube, 3);
    Counter counter;
    auto tick = counter;
    r += counter() * 10 + counter() * 100 + tick() * 1000;
    r += compose(adder(1), adder(at(i) & 3))(5) - compose(twice, cube)(at(i) & 3);
    auto plus2 = adder(2), plus7 = adder(7);
    r += compose(plus2, plus2)(1) * 3 + compose(plus2, plus7)(1) * 5;
    r += fromPointer(twice, 9) + fromPointer([](int v) { return v - 3; }, at(i)) + viaTemplate<twice>(i);
    int (*const fp)(int) = twice;
    r += fp(3);
    put(i, offset(r));
  }
}
void Lambdas::kernel1D_B(const int *a, float *c, int n) {
  for (int i = 0; i < n; i++) {
    float best = -1.0f;
    int where = 0;
    auto consider = [&, i](int k) -> bool {
      float v = float(a[i] * k % 17) * m_scale;
      if (v <= best) return false;
      best = v;
      where = k;
      return true;
    };
    int found = 0;
    for (int k = 0; k < 9; k++)
      if (consider(k)) { found++; if (found > 3) break; }
    auto both = [](auto f, auto g) { f(); return g(); };
    int x = i & 15;
    int seen = both([&] { x += 2; }, [&] { return x; });
    auto mut = [x]() mutable { return x *= 2; };
    auto copy = mut;
    int m = mut() + mut() + copy();
    int table[8];
    auto fill = [&table](int from) { for (int &t : table) t = from++; };
    fill(m & 3);
    auto sum = [table] { int s = 0; for (int t : table) s += t; return s; };
    table[0] = 99;
    auto &ref = sum;
    float *out = c + i;
    auto store = [out](float v) { *out = v; };
    auto fact = [](auto &&self, int d) -> int { return d; };
    store(best + where * 2 + found + seen + m + ref() + table[0] + fact(fact, 4));
    [[maybe_unused]] auto unused = [&] { c[i] = 5; };
    if (auto big = [&] { return c[i] > 100.0f; }; big())
      c[i] -= 100.0f;
    const auto square = [](auto v) { return v * v; };
    c[i] += square(0.5f) + square(i % 5);
  }
}
void Lambdas::Run(const int *a, int *b, float *c, int n) { kernel1D_A(a, b, n); kernel1D_B(a, c, n); }
