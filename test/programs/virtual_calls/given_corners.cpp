// Origin: corners of arrays of variants that callers give.
// Elements without default constructors, arrays as elements, arrays that may be null or are kept by the class, types of the class's own,
// one array twice, vectors of objects in a namespace.
// RUN: %check %s --class=NoDefault,Optional,Kept,Rows,Arrays,Nested,Twice,Lent --variants=default --size=n=0,1,65 -- -std=c++20
#include <array>
#include <variant>
#include <vector>

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct A {
  float x;
};
struct B {
  int k;
  double y;
};
using Either = std::variant<A, B>;

namespace things {
struct P {
  explicit P(float v) : v(v) {}
  float v;
};
struct Q {
  Q(int a, int b) : a(a), b(b) {}
  int a, b;
};
using Thing = std::variant<P, Q>;
struct Scene {
  std::vector<std::array<Either, 2>> pairs;
  std::vector<Thing> more;
};
} // namespace things

class NoDefault {
public:
  virtual ~NoDefault() = default;
  virtual void Run(things::Thing *items, float *out, int n) { kernel1D_K(items, out, n); }
protected:
  void kernel1D_K(things::Thing *items, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = std::visit(overloaded([](const things::P &p) { return p.v; }, [](const things::Q &q) { return float(q.a & 255); }), items[i]);
      if (i % 2)
        items[i] = things::Q(i, 3);
      else
        items[i] = things::P(2.0f);
    }
  }
};

class Optional {
public:
  virtual ~Optional() = default;
  virtual void Run(const Either *items, float *out, int n) { kernel1D_K(items, out, n); }
protected:
  void kernel1D_K(const Either *items, float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = items ? float(items[i].index()) : -1.0f;
  }
};

class Kept {
public:
  virtual ~Kept() = default;
  void SetItems(const Either *items) { m_items = items; }
  virtual void Run(float *out, int n) { kernel1D_K(out, n); }
protected:
  void kernel1D_K(float *out, int n) {
    for (int i = 0; i < n; ++i)
      out[i] = std::holds_alternative<A>(m_items[i]) ? std::get<A>(m_items[i]).x : 2.0f;
  }
  const Either *m_items = nullptr;
};

class Rows {
public:
  virtual ~Rows() = default;
  virtual void Run(Either (*items)[3], float *out, int n) { kernel1D_K(items, out, n); }
protected:
  void kernel1D_K(Either (*items)[3], float *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = float(items[i][1].index());
      items[i][2] = A{1.0f};
    }
  }
};

class Arrays {
public:
  virtual ~Arrays() = default;
  virtual void Run(std::array<Either, 3> *items, float *out, int n) { kernel1D_K(items, out, n); }
protected:
  void kernel1D_K(std::array<Either, 3> *items, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = float(items[i][1].index());
      items[i][2] = A{1.0f};
    }
  }
};

class Nested {
public:
  virtual ~Nested() = default;
protected:
  struct Cell {
    Either what;
    int n;
  };
public:
  virtual void Run(Cell *items, float *out, int n) { kernel1D_K(items, out, n); }
protected:
  void kernel1D_K(Cell *items, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = float(items[i].what.index());
      items[i].n = 3;
    }
  }
};

class Twice {
public:
  virtual ~Twice() = default;
  virtual void Run(Either *items, int n) { kernel1D_K(items, items, n); }
protected:
  void kernel1D_K(const Either *in, Either *out, int n) {
    for (int i = 0; i < n; ++i)
      if (auto *a = std::get_if<A>(&in[i]))
        out[i] = B{i, a->x};
  }
};

class Lent {
public:
  virtual ~Lent() = default;
  virtual void Run(things::Scene &scene, float *out, int n) { kernel1D_K(scene, out, n); }
protected:
  void kernel1D_K(things::Scene &scene, float *out, int n) {
    for (int i = 0; i < n; ++i) {
      out[i] = float(scene.pairs[i][1].index()) + float(scene.more[i].index());
      scene.more[i] = things::P(1.0f);
      scene.pairs[i][0] = B(3, 4.0); // C++20
    }
  }
};
