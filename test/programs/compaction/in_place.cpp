// Origin: written as a user would, before its first translation.
// Elements that stay move to the front of their own arrays: of several arrays by one counter, of structs, behind a head that stays,
// changed on their way, the first of each run of equal ones.
// RUN: %check %s --class Swarm,Sparsified,RunStarts,Queue --size n=1,256,257,300,3000 -- -std=c++17
// RUN: %check %s --class Bodies --size count=1,300,3000 -- -std=c++17
// RUN: %check %s --class Journal --size n=5,300,3000 --arg head=3 -- -std=c++17
// RUN: %check %s --class Strides --size n=0,1,300,3000 -- -std=c++17
#include <algorithm>
#include <cmath>
#include <vector>

/// Particles in arrays of their own: those that have left the box go.
class Swarm {
public:
  virtual ~Swarm() = default;
  virtual void Step([[vkmorph::size("n")]] float *x, [[vkmorph::size("n")]] float *y, [[vkmorph::size("n")]] int *ids, int n,
                    float dt) {
    kernel1D_Move(x, y, n, dt);
    kernel1D_Drop(x, y, ids, n);
  }
  int m_alive = 0;

protected:
  void kernel1D_Move(float *x, float *y, int n, float dt) {
    for (int i = 0; i < n; i++) {
      x[i] += dt;
      y[i] -= 0.5f * dt;
    }
  }
  void kernel1D_Drop(float *x, float *y, int *ids, int n) {
    int alive = 0;
    for (int i = 0; i < n; i++) {
      if (x[i] < -1.0f || x[i] > 1.0f || y[i] < -1.0f)
        continue;
      x[alive] = x[i];
      y[alive] = y[i];
      ids[alive] = ids[i];
      alive++;
    }
    m_alive = alive;
  }
};

struct Body {
  float position[3];
  float mass;
  int age;
};

/// Structs in a vector of the class, whose size follows.
class Bodies {
public:
  virtual ~Bodies() = default;
  virtual void Start(const float *masses, int count) {
    m_bodies.resize(count);
    kernel1D_Start(masses, count);
  }
  virtual void Age(const float *masses, int count, int limit) {
    m_bodies.resize(count);
    kernel1D_Start(masses, count);
    kernel1D_Age(limit);
    m_bodies.erase(m_bodies.begin() + m_kept, m_bodies.end());
    kernel1D_Sum();
  }
  std::vector<Body> m_bodies;
  int m_kept = 0;
  int m_ages = 0;

protected:
  void kernel1D_Start(const float *masses, int count) {
    for (int i = 0; i < count; i++) {
      m_bodies[i].position[0] = 0.25f * i;
      m_bodies[i].position[1] = -0.5f * i;
      m_bodies[i].position[2] = 1.0f;
      m_bodies[i].mass = masses[i];
      m_bodies[i].age = i % 17;
    }
  }
  void kernel1D_Age(int limit) {
    m_kept = 0;
    for (size_t i = 0; i < m_bodies.size(); i++) {
      Body body = m_bodies[i];
      body.age++;
      if (body.age < limit && body.mass > -0.5f)
        m_bodies[m_kept++] = body;
    }
  }
  void kernel1D_Sum() {
    m_ages = 0;
    for (size_t i = 0; i < m_bodies.size(); i++)
      m_ages += m_bodies[i].age;
  }
};

/// Small entries of a sparse vector go, what is left is scaled.
class Sparsified {
public:
  virtual ~Sparsified() = default;
  virtual int Prune([[vkmorph::size("n")]] double *values, [[vkmorph::size("n")]] unsigned *columns, unsigned n, double limit) {
    kernel1D_Prune(values, columns, n, limit);
    return (int)m_entries;
  }
  unsigned m_entries = 0;

protected:
  void kernel1D_Prune(double *values, unsigned *columns, unsigned n, double limit) {
    unsigned k = 0;
    for (unsigned i = 0; i < n; ++i) {
      const double value = values[i];
      if (std::fabs(value) > limit) {
        values[k] = 2.0 * value;
        columns[k] = columns[i] + 1;
        ++k;
      }
    }
    m_entries = k;
  }
};

/// The head of a journal stays as it is; behind it, entries without an amount go.
class Journal {
public:
  virtual ~Journal() = default;
  virtual void Clean([[vkmorph::size("n")]] int *amounts, int head, int n) { kernel1D_Clean(amounts, head, n); }
  int m_end = 0;

protected:
  void kernel1D_Clean(int *amounts, int head, int n) {
    int end = head;
    for (int i = head; i < n; i++)
      if (amounts[i] % 3 != 0)
        amounts[end++] = amounts[i];
    m_end = end;
  }
};

/// The first of each run of equal keys, and how long the runs are.
class RunStarts {
public:
  virtual ~RunStarts() = default;
  virtual void Run(const int *values, int n) {
    m_keys.resize(n);
    m_starts.resize(n);
    m_lengths.reserve(n);
    kernel1D_Fill(values, n);
    kernel1D_Unique(n);
    kernel1D_Lengths();
  }
  std::vector<int> m_keys, m_starts, m_lengths;
  int m_runs = 0;

protected:
  void kernel1D_Fill(const int *values, int n) {
    for (int i = 0; i < n; i++)
      m_keys[i] = (values[i] & 7) / 5;
  }
  void kernel1D_Unique(int n) {
    int runs = 0;
    for (int i = 0; i < n; i++)
      if (i == 0 || m_keys[i] != m_keys[i - 1]) {
        m_starts[runs] = i;
        m_keys[runs] = m_keys[i];
        runs++;
      }
    m_runs = runs;
  }
  void kernel1D_Lengths() {
    m_lengths.clear();
    for (int i = 0; i + 1 < m_runs; i++)
      m_lengths.push_back(m_starts[i + 1] - m_starts[i]);
  }
};

/// What is done leaves a queue, again and again.
class Queue {
public:
  virtual ~Queue() = default;
  virtual void Drain([[vkmorph::size("n")]] int *jobs, int n, int rounds) {
    m_left = n;
    for (int round = 0; round < (rounds & 3); round++)
      kernel1D_Work(jobs, n);
  }
  int m_left = 0;

protected:
  void kernel1D_Work(int *jobs, int n) {
    int left = 0;
    for (int i = 0; i < n; i++) {
      if (i >= m_left)
        continue;
      const int rest = jobs[i] / 2;
      if (rest != 0)
        jobs[left++] = rest;
    }
    m_left = left;
  }
};

/// Totals that count before they write, or begin before the first element; some of the elements; loops that have none.
class Strides {
public:
  virtual ~Strides() = default;
  virtual void Run([[vkmorph::size("n + 1")]] int *a, [[vkmorph::size("n")]] int *b, [[vkmorph::size("n")]] int *c,
                   [[vkmorph::size("n")]] int *d, int n) {
    kernel1D_Behind(a, n);
    kernel1D_Last(b, n);
    kernel1D_Even(c, n);
    kernel1D_Rising(d, n);
    kernel1D_Tail(c, n);
  }
  int m_behind = 0, m_last = 0, m_even = 0, m_rising = 0;
  struct Tally {
    int kept, all;
  } m_tally = {};

protected:
  void kernel1D_Behind(int *a, int n) {
    int k = 0;
    for (int i = 1; i <= n; i++)
      if (a[i] > 0) {
        k++;
        a[k] = a[i];
      }
    m_behind = k;
  }
  void kernel1D_Last(int *b, int n) {
    int last = -1;
    for (int i = 0; i < n; i++) {
      if (b[i] % 3 == 0)
        b[++last] = b[i] + 1;
      else if (b[i] % 3 == 1)
        b[++last] = -b[i];
    }
    m_last = last;
  }
  void kernel1D_Even(int *c, int n) {
    int k = 0;
    for (int i = 0; i < n; i += 2)
      if (c[i] > 0)
        c[k++] = c[i];
    m_even = k;
  }
  void kernel1D_Rising(int *d, int n) {
    int k = 0;
    for (int i = 0; i < n - 1; i++)
      if (d[i] < d[i + 1])
        d[k++] = d[i];
    m_rising = k;
  }
  void kernel1D_Tail(int *c, int n) {
    const int half = n / 2;
    m_tally.kept = half;
    m_tally.all = n;
    for (int i = half + 1; i < n; i++)
      if (c[i] % 2 == 0)
        c[m_tally.kept++] = c[i];
  }
};
