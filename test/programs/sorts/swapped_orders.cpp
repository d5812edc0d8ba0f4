// Origin: written with the part of the compiler that it tests.
// Vectors that a control function swaps and sorts: plain ones, before and after the swap and in a loop, and a front and the next one that kernels append to. The launches
// of a sort that are in the loop of its merges find the elements where these are then.
// RUN: %check %s --class SwappedOrders --size n=0,1,700,2600 --arg rounds=0..3 -- -std=c++17
// RUN: %check %s --class Rounds --size n=1,40,2100 --setup "object.Reserve(2100);" -- -std=c++17
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

class SwappedOrders {
public:
  virtual ~SwappedOrders() = default;

  virtual void Before(const int *in, int *out, unsigned n) {
    Resize(n);
    kernel1D_Fill(in, n);
    std::sort(m_a.begin(), m_a.end());
    std::swap(m_a, m_b);
    kernel1D_Write(out, n);
  }
  virtual void After(const int *in, int *out, unsigned n) {
    Resize(n);
    kernel1D_Fill(in, n);
    std::swap(m_a, m_b);
    std::sort(m_b.begin() + n / 3, m_b.end());
    kernel1D_Write(out, n);
  }
  // The order reads the vector that is swapped with the one that is sorted.
  virtual void InRounds(const int *in, int *out, unsigned n, int rounds) {
    Resize(n);
    kernel1D_Fill(in, n);
    for (int round = 0; round < rounds; round++) {
      std::stable_sort(m_a.begin(), m_a.end(), [this, n](int x, int y) { return m_b[unsigned(x) % n] < m_b[unsigned(y) % n]; });
      std::swap(m_a, m_b);
      if (round == 1)
        std::sort(m_a.begin(), m_a.end(), std::greater<int>());
    }
    kernel1D_Write(out, n);
  }
  // A pointer that is set behind a swap is that of the launches in loops and branches behind it.
  virtual void ByPointer(const int *in, [[vkmorph::size("n")]] int *out, unsigned n, int rounds) {
    Resize(n);
    kernel1D_Fill(in, n);
    std::swap(m_a, m_b);
    int *elements = m_a.data();
    for (int round = 0; round < rounds; round++)
      kernel1D_Triple(elements, n);
    if (rounds % 2)
      std::sort(elements, elements + n);
    kernel1D_Write(out, n);
  }

protected:
  void kernel1D_Triple(int *elements, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      elements[i] = elements[i] * 3 % 1000;
  }
  void Resize(unsigned n) {
    m_a.resize(n);
    m_b.resize(n);
  }
  void kernel1D_Fill(const int *in, unsigned n) {
    for (unsigned i = 0; i < n; i++) {
      m_a[i] = in[i];
      m_b[i] = -in[i] / 2;
    }
  }
  void kernel1D_Write(int *out, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      out[i] = m_a[i] % 1000 * 3 + m_b[i] % 1000;
  }

  std::vector<int> m_a, m_b;
};

struct Node {
  unsigned id, key;
};

class Rounds {
public:
  virtual ~Rounds() = default;

  void Reserve(unsigned n) {
    m_front.reserve(n);
    m_next.reserve(n);
  }
  virtual void Run(const unsigned *in, [[vkmorph::size("n")]] unsigned *out, unsigned n) {
    m_front.clear();
    kernel1D_Start(in, n);
    for (int round = 0; round < 3; round++) {
      std::sort(m_front.begin(), m_front.end(), [](const Node &a, const Node &b) { return a.key != b.key ? a.key < b.key : a.id < b.id; });
      m_next.clear();
      kernel1D_Step(out);
      std::swap(m_front, m_next);
    }
  }

protected:
  void kernel1D_Start(const unsigned *in, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      m_front.push_back({i, in[i] % 1000u});
  }
  void kernel1D_Step(unsigned *out) {
    for (size_t i = 0; i < m_front.size(); i++) {
      const Node node = m_front[i];
      out[node.id] = unsigned(i);
      if (node.key & 1)
        m_next.push_back({node.id, node.key / 2});
    }
  }

  std::vector<Node> m_front, m_next;
};
