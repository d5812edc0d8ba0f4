// Origin: written as a user would, before its first translation.
// The nearest of some points: candidates within a radius are appended, sorted by distance, and the first ones used.
// RUN: %check %s --class NearestPoints --size n=0,1,300,2050 --arg k=1..9 -- -std=c++17
#include <algorithm>
#include <vector>

struct Candidate {
  float distance;
  unsigned index;
};

struct Nearer {
  bool operator()(const Candidate &a, const Candidate &b) const {
    return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
  }
};

struct Pair {
  int a, b;
};
inline bool operator<(const Pair &x, const Pair &y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }

class NearestPoints {
public:
  virtual ~NearestPoints() = default;

  virtual float Search(const float *xs, const float *ys, unsigned n, float x, float y, float radius, unsigned k) {
    m_found.reserve(n);
    kernel1D_Collect(xs, ys, n, x, y, radius);
    std::sort(m_found.begin(), m_found.end(), Nearer());
    kernel1D_Sum(k);
    return m_sum;
  }

  // Pairs of neighbours of one kind, each once: sorted, those that repeat the one before are counted.
  virtual int Pairs(const int *kinds, unsigned n) {
    m_pairs.reserve(2 * n);
    kernel1D_Pairs(kinds, n);
    std::sort(m_pairs.begin(), m_pairs.end());
    kernel1D_Repeated();
    return m_repeated;
  }

protected:
  void kernel1D_Collect(const float *xs, const float *ys, unsigned n, float x, float y, float radius) {
    m_found.clear();
    for (unsigned i = 0; i < n; i++) {
      const float dx = xs[i] - x, dy = ys[i] - y;
      const float squared = dx * dx + dy * dy;
      if (squared < radius * radius)
        m_found.push_back({squared, i});
    }
  }
  void kernel1D_Sum(unsigned k) {
    m_sum = 0.0f;
    for (unsigned i = 0; i < m_found.size(); i++)
      if (i < k)
        m_sum += m_found[i].distance;
  }
  void kernel1D_Pairs(const int *kinds, unsigned n) {
    m_pairs.clear();
    for (unsigned i = 0; i + 1 < n; i++) {
      const int a = kinds[i] & 7, b = kinds[i + 1] & 7;
      if (a != b)
        m_pairs.push_back({std::min(a, b), std::max(a, b)});
    }
  }
  void kernel1D_Repeated() {
    m_repeated = 0;
    for (unsigned i = 1; i < m_pairs.size(); i++)
      if (m_pairs[i].a == m_pairs[i - 1].a && m_pairs[i].b == m_pairs[i - 1].b)
        m_repeated++;
  }

  std::vector<Candidate> m_found;
  std::vector<Pair> m_pairs;
  float m_sum = 0.0f;
  int m_repeated = 0;
};
