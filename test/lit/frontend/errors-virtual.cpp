// Objects behind an interface that the device cannot have, and what it cannot do with them.
// RUN: not %import %s --class Pools 2>&1 | FileCheck %s
// RUN: not %import %s --class OnHost 2>&1 | FileCheck --check-prefix=ONHOST %s
// RUN: not %import %s --class Given 2>&1 | FileCheck --check-prefix=GIVEN %s
// RUN: not %import %s --class Variants 2>&1 | FileCheck --check-prefix=VARIANTS %s
// RUN: not %import %s --class Hidden 2>&1 | FileCheck --check-prefix=HIDDEN %s
// RUN: not %import %s --class Bases 2>&1 | FileCheck --check-prefix=BASES %s
// RUN: not %import %s --class Both 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: not %import %s --class Nobody 2>&1 | FileCheck --check-prefix=NOBODY %s

#include <memory>
#include <variant>
#include <vector>

struct Pair {
  float first, second;
};
struct Stage {
  virtual ~Stage() = default;
  virtual float run(float x) const = 0;
  virtual void tune(float) {}
  virtual void into(Pair *pair) const { pair->first = 1.0f; }
  virtual const float &larger(float &) const { return gain; }
  float gain = 1.0f;
};
struct Table : Stage {
  const float *values = nullptr;
  // CHECK: errors-virtual.cpp:[[@LINE+2]]:46: error: member 'values' of objects reached through 'Stage' has a type that the device cannot hold [vkm1130]
  // CHECK: note: use numbers, structs and arrays of them for the members that kernels read
  float run(float x) const override { return values[0] * x; }
};
struct Gain : Stage {
  float by = 2.0f;
  float run(float x) const override { return x * by; }
  void tune(float value) override { by = value; }
  const float &larger(float &other) const override { return other; }
  void into(Pair *pairs) const override { pairs[1].first = by; }
};
struct Calm : Stage {
  float run(float x) const override { return x; }
  void into(Pair *pair) const override { pair->first = gain; }
};

class Pools {
public:
  virtual ~Pools() = default;
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = m_stages[0]->run(a[i]);
      // CHECK: errors-virtual.cpp:[[@LINE+2]]:14: error: this compares or moves a pointer to an object of a class with virtual functions, of which kernels have a copy [vkm1134]
      // CHECK: note: compare indices, or members that tell objects apart
      a[i] = m_stages[0] == m_stages[1] ? 1.0f : 0.0f;
      // CHECK: errors-virtual.cpp:[[@LINE+1]]:14: error: this compares or moves a pointer to an object {{.*}} [vkm1134]
      a[i] = m_owned[0] == m_owned[1] ? 1.0f : 0.0f;
      // One of the overriders indexes its parameter: all are given an array, also where one is called by its name.
      Pair pair = {};
      // CHECK: errors-virtual.cpp:[[@LINE+1]]:{{.*}}: error: this pointer expression does not denote an element of one known array [vkm1307]
      static_cast<const Calm &>(*m_stages[0]).Calm::into(&pair);
      Pair pairs[2] = {};
      m_stages[0]->into(pairs);
      // CHECK: errors-virtual.cpp:[[@LINE+2]]:7: error: the overriders of 'larger' take their parameters, or give their results, in different ways [vkm1132]
      // CHECK: note: return a value in all overriders, and not a reference to what one of them is given
      m_stages[0]->larger(pair.first);
      const Stage *stage = m_stages[0];
      // CHECK: errors-virtual.cpp:[[@LINE+1]]:7: error: this compares or moves a pointer to an object {{.*}} [vkm1134]
      ++stage;
      // CHECK: errors-virtual.cpp:[[@LINE+1]]:15: error: this compares or moves a pointer to an object {{.*}} [vkm1134]
      a[i] = (m_stages[0] + 1)->gain;
      // CHECK: errors-virtual.cpp:[[@LINE+1]]:14: error: this compares or moves a pointer to an object {{.*}} [vkm1134]
      a[i] = m_stages[0][1].gain;
      // CHECK: errors-virtual.cpp:[[@LINE+1]]:{{.*}}: error: 'dynamic_cast' needs run-time type information [vkm1303]
      a[i] = dynamic_cast<Gain &>(*m_stages[0]).by;
      // CHECK: errors-virtual.cpp:[[@LINE+2]]:7: error: an object of 'Gain', which has virtual functions or bases, is used as a value [vkm1107]
      // CHECK: note: reach it through a member like std::vector<Gain *>, by a pointer or reference; values are structs without virtual functions
      Gain copy = static_cast<const Gain &>(*m_stages[0]);
    }
  }

private:
  Calm m_calm;
  std::vector<Stage *> m_stages;
  std::vector<std::unique_ptr<Stage>> m_owned;
};

struct Tone {
  virtual ~Tone() = default;
  virtual float run(float x) const = 0;
};
struct Sine : Tone {
  float run(float x) const override { return x; }
};

class OnHost {
public:
  virtual ~OnHost() = default;
  virtual void Run(float *a, int n) {
    // ONHOST: errors-virtual.cpp:[[@LINE+2]]:9: error: control function 'Run' uses 'm_first' outside of kernels: objects behind an interface, variants and what holds some are known to kernels only [vkm1137]
    // ONHOST: note: move that statement into a kernel, or before or after the call of the control function
    if (m_first)
      kernel1D_k(a, n);
  }
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = m_first->run(a[i]);
  }

private:
  Tone *m_first = nullptr;
};

struct Low {
  float at;
};
struct High {
  float at;
};
using Level = std::variant<Low, High>;
struct Bar {
  Level level;
};

class Inside {
  Level m_level;

public:
  float at() const { return std::get<Low>(m_level).at; }
};

class Given {
public:
  virtual ~Given() = default;
  // GIVEN: errors-virtual.cpp:[[@LINE+1]]:23: error: 'levels' is or holds a std::variant, which the host cannot pack for the device here [vkm1136]
  void kernel1D_given(const Inside *levels, float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = levels[i].at();
  }
};

class Variants {
  // VARIANTS: errors-virtual.cpp:[[@LINE+2]]:34: error: 'm_bars::bar' is or holds a std::variant, which the host cannot pack for the device here [vkm1136]
  // VARIANTS: note: let a member of the class or an array of the caller's have it: variants, structs with names that hold some, arrays and std::vectors of them; not in alternatives, pairs and tuples, nor in private members of what callers give
  std::vector<std::variant<Bar>> m_bars;
  // VARIANTS: errors-virtual.cpp:[[@LINE+1]]:25: error: 'm_pair' is or holds a std::variant, which the host cannot pack for the device here [vkm1136]
  std::pair<int, Level> m_pair;

public:
  virtual ~Variants() = default;
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++) {
      a[i] = std::get<Low>(std::get<Bar>(m_bars[i]).level).at + float(m_pair.second.index());
      // VARIANTS: errors-virtual.cpp:[[@LINE+2]]:14: error: std::visit that gives a reference is not translated [vkm1138]
      // VARIANTS: note: let the visitor give a value or nothing; what it would refer to, it can change itself
      a[i] = std::visit([](auto &x) -> float & { return x.at; }, m_one);
      // VARIANTS: errors-virtual.cpp:[[@LINE+2]]:7: error: a std::variant is given a value of type 'float', which is none of its alternatives, or several of them [vkm1139]
      // VARIANTS: note: convert the value to the alternative that is meant
      m_number = a[i];
      // VARIANTS: errors-virtual.cpp:[[@LINE+2]]:7: error: 'push_back' changes how many elements 'm_tuned' has, which hold std::variants and have no default constructor: the host makes the new ones [vkm1143]
      // VARIANTS: note: let the first alternative, or the struct, have a default constructor: std::monostate in front of the others does
      m_tuned.push_back(Tuned(a[i]));
      m_scales.push_back({a[i]});
    }
  }

private:
  struct Tuned {
    explicit Tuned(float at) : level(Low{at}) {}
    Level level;
  };
  struct Scaled {
    float by;
    Level level = Low{1.0f};
  };
  Level m_one;
  std::variant<int, double> m_number;
  std::vector<Tuned> m_tuned;
  std::vector<Scaled> m_scales;
};

struct Source {
  virtual ~Source() = default;
  virtual int next() const = 0;
};
namespace {
// HIDDEN: errors-virtual.cpp:[[@LINE+2]]:8: error: the generated class cannot name '{{.*}}Secret', which derives from 'Source' [vkm1133]
// HIDDEN: note: define it in a header, outside of functions and unnamed namespaces
struct Secret : Source {
  int next() const override { return 1; }
};
} // namespace

class Hidden {
public:
  virtual ~Hidden() = default;
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = m_sources[0]->next();
  }

private:
  std::vector<Source *> m_sources;
};

struct Node {
  virtual ~Node() = default;
  virtual int id() const = 0;
  int count = 0;
};
struct Left : Node {};
struct Right : Node {};
// BASES: errors-virtual.cpp:[[@LINE+2]]:8: error: class 'Middle', which derives from 'Left', has virtual bases, or the same base twice [vkm1135]
// BASES: note: inherit without 'virtual', and each base once
struct Middle : Left, Right {
  int id() const override { return 1; }
};

class Bases {
public:
  virtual ~Bases() = default;
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = m_nodes[0]->id();
  }

private:
  std::vector<Left *> m_nodes;
};

struct Drawn {
  virtual ~Drawn() = default;
  virtual int color() const = 0;
};
struct Moved {
  virtual ~Moved() = default;
  virtual int speed() const = 0;
};
struct Car : Drawn, Moved {
  int color() const override { return 1; }
  int speed() const override { return 2; }
};

class Both {
public:
  virtual ~Both() = default;
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = m_drawn[0]->color() + m_moved[0]->speed();
  }

private:
  std::vector<Drawn *> m_drawn;
  // BOTH: error: objects of 'Car' are reached both through 'Drawn' and through 'Moved' [vkm1129]
  // BOTH: note: let both be bases of one interface, and hold pointers to that
  std::vector<Moved *> m_moved;
};

struct Empty {
  virtual ~Empty() = default;
  virtual int value() const = 0;
};

class Nobody {
public:
  virtual ~Nobody() = default;
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = m_all[0]->value();
  }

private:
  // NOBODY: error: no class of the sources derives from 'Empty', so that the classes of its objects are unknown [vkm1128]
  // NOBODY: note: add the sources that define the derived classes
  std::vector<Empty *> m_all;
};
