// Origin: written as a user would.
// Lambdas: every kind of capture, generic ones, called in place, nested, passed to templates, changed between calls.
// RUN: %check %s --class Alarm -- -std=c++17
#include "lambdas.h"

namespace {

template <typename F> int Fold(int from, int to, int start, F step) {
  for (int k = from; k < to; ++k)
    start = step(start, k);
  return start;
}

template <typename F> void Twice(F &&action) {
  action();
  action();
}

template <typename Predicate> int CountIf(const int (&values)[4], const Predicate &predicate) {
  int count = 0;
  for (int v : values)
    count += predicate(v) ? 1 : 0;
  return count;
}

} // namespace

void Alarm::kernel1D_Evaluate(const int *readings, int *levels, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    const int reading = readings[i];
    int level = 0, calls = 0;
    auto above = [this](int v) { return Scale(v) > threshold_; };
    auto count = [&calls] { return ++calls; };
    if (above(reading))
      level += count();
    if (above(reading + 10) && count() > 0)
      level += 10 * count();
    // A copy is taken here; what happens to `level` later does not show in it.
    auto frozen = [level](int v) { return level * v; };
    auto current = [&level](int v) { return level * v; };
    level += 5;
    level = frozen(3) + 2 * current(1);
    auto tick = [n = calls * 2, s = 1]() mutable {
      s += n;
      return s++;
    };
    level += tick();
    level += 100 * tick();
    const int squared = [](int v) { return v * v; }(reading % 10);
    levels[i] = Fold(0, 5, squared, [&, bias = reading & 3](int sum, int k) { return sum + (k ^ bias) * calls; });
    Twice([&] { levels[i] += level; });
  }
}

void Alarm::kernel1D_Trace(const int *readings, int *trace, unsigned n) {
  for (unsigned i = 0; i < n; ++i) {
    int window[4] = {readings[i], threshold_, 7, -readings[i]};
    const auto larger = [](auto a, auto b) { return a < b ? b : a; };
    auto clip = [=](int low, int high) {
      auto up = [low](int v) { return v < low ? low : v; };
      return [up, high](int v) { return up(v) > high ? high : up(v); };
    };
    auto narrow = clip(-5, 20);
    auto sign = [](int v) -> int {
      if (v < 0)
        return -1;
      return v > 0;
    };
    window[2] = larger(window[0], window[1]);
    const float ratio = larger(0.25f, float(readings[i]) * 0.5f);
    trace[i] = narrow(readings[i]) + int(ratio * 4.0f) + 1000 * sign(readings[i]);
    trace[i] += 100 * CountIf(window, [&](int v) { return narrow(v) == v; });
    auto outer = [&](int depth) {
      auto inner = [&](int v) { window[depth] += v + factor_; };
      inner(depth);
      inner(1);
      return window[depth];
    };
    trace[i] -= outer(1) * 2;
    trace[i] -= outer(1);
  }
}

void Alarm::Evaluate(const int *readings, int *levels, int *trace, unsigned n) {
  kernel1D_Evaluate(readings, levels, n);
  kernel1D_Trace(readings, trace, n);
}
