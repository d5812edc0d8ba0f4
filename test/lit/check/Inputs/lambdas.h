#pragma once
class Lambdas {
public:
  virtual ~Lambdas() = default;
  virtual void Run(const int *a, int *b, float *c, int n);
private:
  struct Acc {
    int total = 0; int bias = 2;
    int addAll(int upto) { auto one = [this](int k) { total += k + bias; }; for (int k = 0; k < upto; k++) one(k); return total; }
    int peek(int v) const { return [*this, v]() { return total * v + bias; }(); }
    template <typename F> int with(F f) const { return f(total) + bias; }
  };
  struct Less { bool operator()(int x, int y) const { return x < y; } };
  struct Scaler { int k; int operator()(int v) const { return v * k; } };
  struct Counter { int c = 0; int operator()() { return ++c; } };
  template <typename C = Less> int pick(int x, int y, C less = C()) const { return less(x, y) ? x : y; }
  template <typename F> static int apply(F f, int v) { return f(v); }
  template <typename F> static int applyTwice(const F &f, int v) { return apply(f, apply(f, v)); }
  void kernel1D_A(const int *a, int *b, int n);
  void kernel1D_B(const int *a, float *c, int n);
  int m_gain = 3;
  float m_scale = 0.5f;
};
