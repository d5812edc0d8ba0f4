// Origin: written as a user would.
// Control functions exchange arrays and vectors, and access single elements of them.
// RUN: %check %s --size n=3,300 --arg steps=0..5
#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

struct Buoy {
  float depth;
  int hits;
};

// Waves between two walls, which somebody moves by hand.
class Basin {
public:
  virtual ~Basin() = default;
  virtual int Waves([[vkmorph::size("n")]] int *a, [[vkmorph::size("n")]] int *b, int n,
                    int steps) {
    int *now = a, *next = b;
    for (int k = 0; k < steps; k++) {
      kernel1D_Step(now, next, n);
      std::swap(now, next);
      now[0] = k;
      next[n - 1] += now[0];
    }
    const int middle = now[n / 2];
    const int edge = middle & 1 ? now[0] : next[1];
    if (middle > edge || (now[0] > 3 && next[1] > 5))
      kernel1D_Step(now, next, n);
    for (int i = 0; i < n; i++)
      now[i] -= next[i];
    std::swap(now[1], next[2]);
    m_top = *std::max_element(next, next + n);
    return middle + edge + std::accumulate(now, now + n, 0);
  }
  // Three arrays take turns.
  virtual void Turns([[vkmorph::size("n")]] int *a, [[vkmorph::size("n")]] int *b,
                     [[vkmorph::size("n")]] int *c, int n, int steps) {
    int *p = a, *q = b, *r = c;
    for (int k = 0; k < steps; k++) {
      kernel1D_Step(p, q, n);
      int *t = p;
      p = q;
      q = r;
      r = t;
      r[k % n] = q[0];
    }
    *p += 5;
  }
  // Vectors that are exchanged once, in any case.
  virtual int Swap(int by) {
    kernel1D_Sink(by);
    std::swap(m_now, m_next);
    m_now[3].hits = by;
    m_next[1] = m_now[0];
    const int hits = m_next[3].hits;
    kernel1D_Sink(hits & 3);
    return m_now[2].hits;
  }
  // And now and then.
  virtual void SwapOften(int steps) {
    for (int k = 0; k < steps; k++) {
      kernel1D_Sink(k);
      if (k != 2)
        m_now.swap(m_next);
      m_next[k].depth = -1.0f;
      m_now.back().hits++;
    }
    Buoy &first = m_now[0];
    std::swap(m_now, m_next);
    first.hits = 9;
    for (Buoy &buoy : m_next)
      buoy.hits += m_now[1].hits;
  }
  // What is found in the one that is there.
  virtual int Places([[vkmorph::size("n")]] int *a, [[vkmorph::size("n")]] int *b, int n,
                     int steps) {
    int *p = a, *q = b;
    if (steps & 1)
      std::swap(p, q);
    kernel1D_Step(p, q, n);
    m_top = int(std::find(q, q + n, steps) - q);
    const int *low = std::min_element(q, q + n);
    std::reverse(p, p + n);
    return int(low - q);
  }
  // A branch that writes what was found in front of it.
  virtual void Mark(int by) {
    auto found = std::find_if(m_now.begin(), m_now.end(), [by](const Buoy &buoy) { return buoy.hits > by; });
    if (found != m_now.end()) {
      found->hits = -by;
      kernel1D_Sink(by);
      found->depth += 1.0f;
    }
  }
  virtual void Raise([[vkmorph::size("n")]] int *a, int n, int steps) {
    if (n < 4)
      return;
    a[0] = steps;
    kernel1D_Add(a, n, steps);
    m_top = a[n - 1];
  }
  virtual void RaiseAll([[vkmorph::size("n")]] int *a, [[vkmorph::size("n")]] int *b, int n) {
    Raise(a, n, 3);
    Raise(b, n, m_top);
    Raise(a, n, b[1]);
  }

protected:
  void kernel1D_Step(const int *from, int *to, int n) {
    for (int i = 0; i < n; i++)
      to[i] = (from[i] * 3 - from[n - 1 - i] + to[i]) % 101;
  }
  void kernel1D_Add(int *to, int n, int by) {
    for (int i = 0; i < n; i++)
      to[i] += by;
  }
  void kernel1D_Sink(int by) {
    for (size_t i = 0; i < m_now.size(); i++) {
      m_now[i].depth += 0.5f * m_next[i].depth;
      m_now[i].hits = (m_now[i].hits + by * (int)i) % 50;
    }
  }
  int m_top = 0;
  std::vector<Buoy> m_now = std::vector<Buoy>(9, Buoy{1.0f, 2}),
                    m_next = std::vector<Buoy>(9, Buoy{2.0f, 7});
};
