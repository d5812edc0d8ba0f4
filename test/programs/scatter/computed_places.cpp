// Origin: written as a user would, before its first translation.
// Elements that iterations write at computed places, and read at others.
// RUN: %check %s --class Renumbering,Ancestors,TwoTables --size n=1,64,200
#include <utility>
#include <vector>

// Items move to the places at the other end, and look at what they have become there.
class Renumbering {
public:
  virtual ~Renumbering() = default;
  virtual void Run(const int *values, int *out, int n) {
    m_placed.assign(n, -1);
    kernel1D_Place(values, out, n);
  }

protected:
  std::vector<int> m_placed;
  void kernel1D_Place(const int *values, int *out, int n) {
    for (int i = 0; i < n; i++) {
      const int to = n - 1 - i;
      m_placed[to] = values[i];
      out[i] = m_placed[to] + to;
    }
  }
};

// Each node finds the root of its tree by asking its parent's parent, round by round.
class Ancestors {
public:
  virtual ~Ancestors() = default;
  virtual void Run(const int *links, int *roots, int n) {
    m_parent.resize(n);
    m_next.resize(n);
    kernel1D_Begin(links, n);
    for (int round = 0; round < 8; round++) {
      kernel1D_Jump(n);
      std::swap(m_parent, m_next);
    }
    kernel1D_Give(roots, n);
  }

protected:
  std::vector<int> m_parent, m_next;
  void kernel1D_Begin(const int *links, int n) {
    for (int i = 0; i < n; i++)
      m_parent[i] = i == 0 || links[i] % 5 == 0 ? i : (links[i] & 0xffff) % i;
  }
  void kernel1D_Jump(int n) {
    for (int i = 0; i < n; i++)
      m_next[i] = m_parent[m_parent[i]];
  }
  void kernel1D_Give(int *roots, int n) {
    for (int i = 0; i < n; i++)
      roots[i] = m_parent[i];
  }
};

// What was seen last round is looked up while this round's is noted.
class TwoTables {
public:
  virtual ~TwoTables() = default;
  virtual void Run(const int *keys, int *hits, int n) {
    m_then.assign(16, 0);
    m_now.assign(16, 0);
    kernel1D_Note(keys, n);
    std::swap(m_then, m_now);
    kernel1D_Look(keys, hits, n);
  }

protected:
  std::vector<int> m_then, m_now;
  void kernel1D_Note(const int *keys, int n) {
    for (int i = 0; i < n; i++)
      m_now[keys[i] & 15] = 1;
  }
  void kernel1D_Look(const int *keys, int *hits, int n) {
    for (int i = 0; i < n; i++) {
      hits[i] = m_then[(keys[i] >> 4) & 15];
      m_now[(keys[i] >> 8) & 15] = 2;
    }
  }
};
