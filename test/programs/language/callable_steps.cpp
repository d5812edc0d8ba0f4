// Origin: written as a user would, before its first translation.
// Callables that callables keep, several in one launch, nested templates, and those of the standard library.
// RUN: %check %s --class Matrices --size n=1,9 -- -std=c++17
// RUN: %check %s --class Zips,Captured --size n=0,1,70 -- -std=c++17
// RUN: %check %s --class Automaton --size n=1,40 --size rounds=0,1,4 -- -std=c++17
#include <algorithm>
#include <functional>
#include <vector>

/// Matrices and what is done with their elements.
class Matrices {
public:
  virtual ~Matrices() = default;

  virtual void Add(const float *a, const float *b, float *c, int n) { kernel2D_Zip(a, b, c, n, std::plus<float>()); }
  virtual void Largest(const float *a, const float *b, float *c, int n) {
    kernel2D_Zip(a, b, c, n, [](float x, float y) { return std::max(x, y); });
  }
  virtual void Tropical(const float *a, const float *b, float *c, int n) {
    kernel2D_Product(
        a, b, c, n, [](float x, float y) { return x + y; }, [](float x, float y) { return std::min(x, y); }, 1e30f);
  }
  virtual void Product(const float *a, const float *b, float *c, int n) {
    kernel2D_Product(a, b, c, n, std::multiplies<>(), std::plus<>(), 0.0f);
  }

private:
  template <class Op> void kernel2D_Zip(const float *a, const float *b, float *c, int n, Op op) {
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x)
        c[y * n + x] = op(a[y * n + x], b[y * n + x]);
  }
  template <class Times, class Plus>
  void kernel2D_Product(const float *a, const float *b, float *c, int n, Times times, Plus plus, float zero) {
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        float sum = zero;
        for (int k = 0; k < n; ++k)
          sum = plus(sum, times(a[y * n + k], b[k * n + x]));
        c[y * n + x] = sum;
      }
  }
};

/// Two signals at once.
class Zips {
public:
  virtual ~Zips() = default;

  virtual void Blend(const float *a, const float *b, float *out, int n, float t) {
    auto mix = [t](float x, float y) { return x + t * (y - x); };
    auto clamped = [mix](float x, float y) { return std::clamp(mix(x, y), 0.0f, 1.0f); };
    kernel1D_Zip(a, b, out, n, clamped);
  }
  virtual void Select(const float *a, const float *b, float *out, int n, bool wantLarger) {
    if (wantLarger)
      kernel1D_Zip(a, b, out, n, [](float x, float y) { return x > y ? x : y; });
    else
      kernel1D_Zip(a, b, out, n, [](float x, float y) { return x < y ? x : y; });
  }
  virtual int Differing(const float *a, const float *b, int n, float eps) {
    int found = 0;
    kernel1D_Count(n, [&](int i) { return a[i] - b[i] > eps || b[i] - a[i] > eps; }, found);
    return found;
  }

private:
  template <class Op> void kernel1D_Zip(const float *a, const float *b, float *out, int n, Op op) {
    for (int i = 0; i < n; ++i)
      out[i] = op(a[i], b[i]);
  }
  template <class Test> void kernel1D_Count(int n, Test test, int &found) {
    for (int i = 0; i < n; ++i)
      if (test(i))
        ++found;
  }
};

/// A cellular automaton whose rule is an object.
class Automaton {
public:
  virtual ~Automaton() = default;

  struct Rule {
    unsigned table;
    int operator()(int left, int self, int right) const { return (table >> (4 * left + 2 * self + right)) & 1u; }
  };

  virtual void Run(const int *start, int *cells, int *next, int n, int rounds, unsigned number) {
    kernel1D_Map(start, cells, n, [](int v) { return v & 1; });
    Rule rule{number & 255u};
    for (int k = 0; k < rounds; ++k) {
      kernel1D_Next(cells, next, n, rule);
      kernel1D_Map(next, cells, n, [k](int v) { return k >= 0 ? v : 0; });
    }
  }

private:
  template <class F> void kernel1D_Map(const int *from, int *to, int n, F f) {
    for (int i = 0; i < n; ++i)
      to[i] = f(from[i]);
  }
  template <class F> void kernel1D_Next(const int *from, int *to, int n, F f) {
    for (int i = 0; i < n; ++i) {
      const int left = from[(i + n - 1) % n], right = from[(i + 1) % n];
      to[i] = f(left, from[i], right);
    }
  }
};

struct Gain {
  float by;
  float operator()(float x) const { return by * x; }
};
struct Negate {
  float operator()(float x) const { return -x; }
};

// Written with the part of the compiler that it tests: what lambdas capture is an array or a variable that the kernel is given as well,
// a vector of the control function, an array of numbers, a member.
class Captured {
public:
  virtual ~Captured() = default;

  virtual void Same(float *a, int n) {
    kernel1D_Index(n, [=](int i) { a[i] = a[i] + 1.0f; });
    kernel1D_Add(a, n, [a](int i) { return a[i] * 0.5f; });
  }
  virtual int Sum(const int *v, int n) {
    int sum = 0;
    kernel1D_Each(v, n, [&sum](int x) { sum += x; });
    return sum;
  }
  virtual void Mirror(float *a, int n) {
    std::vector<float> other(n);
    kernel1D_Index(n, [&](int i) { other[i] = a[i] * 2.0f; });
    kernel1D_Index(n, [&](int i) { a[i] = other[n - 1 - i]; });
  }
  virtual void Objects(float *a, int n, float by, Negate last) {
    Gain gain{by};
    kernel1D_Map(a, n, gain);
    kernel1D_Map(a, n, Gain{2.0f});
    const float taps[2] = {0.25f, 0.75f};
    kernel1D_Map(a, n, [taps](float x) { return x > 0.0f ? taps[0] * x : taps[1]; });
    kernel1D_Map(a, n, last);
  }
  virtual void Members(float *a, int n) {
    kernel1D_Index(n, [a, g = m_gain](int i) { a[i] *= g; });
    m_gain = 2.0f;
    kernel1D_Index(n, [this, a](int i) { a[i] *= m_gain; });
  }
  float m_gain = 3.0f;

private:
  template <class F> void kernel1D_Index(int n, F f) {
    for (int i = 0; i < n; ++i)
      f(i);
  }
  template <class F> void kernel1D_Add(float *a, int n, F f) {
    for (int i = 0; i < n; ++i)
      a[i] += f(i);
  }
  template <class F> void kernel1D_Each(const int *v, int n, F f) {
    for (int i = 0; i < n; ++i)
      f(v[i]);
  }
  template <class F> void kernel1D_Map(float *a, int n, F &&f) {
    for (int i = 0; i < n; ++i)
      a[i] = f(a[i]);
  }
};
