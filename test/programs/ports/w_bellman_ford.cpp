// Origin: written as a user would, before its first translation, and changed as vkm2110 says (the sizes of 'distance' and
// 'next').
// Shortest paths by relaxing all edges until nothing changes.
// RUN: %check %s --class BellmanFord --size vertices=10 --size edges=1,40 --arg list.from=0..9 --arg list.to=0..9 --arg list.length=-9..9 --arg source=0..9 -- -std=c++17
#include <algorithm>
#include <limits>

struct Edge {
  int from, to, length;
};

class BellmanFord {
public:
  static constexpr int kFar = std::numeric_limits<int>::max() / 2;

  virtual ~BellmanFord() = default;

  virtual bool Run(const Edge *list, int edges, [[vkmorph::size("vertices")]] int *distance,
                   [[vkmorph::size("vertices")]] int *next, int vertices, int source) {
    kernel1D_Reset(distance, vertices, source);
    for (int round = 0; round < vertices; round++) {
      kernel1D_Copy(distance, next, vertices);
      kernel1D_Relax(list, edges, distance, next);
      kernel1D_Compare(distance, next, vertices);
      if (!m_changed)
        return true;
    }
    return false;
  }

private:
  void kernel1D_Reset(int *distance, int vertices, int source) {
    for (int v = 0; v < vertices; v++)
      distance[v] = v == source ? 0 : kFar;
  }

  void kernel1D_Copy(const int *distance, int *next, int vertices) {
    for (int v = 0; v < vertices; v++)
      next[v] = distance[v];
  }

  void kernel1D_Relax(const Edge *list, int edges, const int *distance, int *next) {
    for (int e = 0; e < edges; e++) {
      const Edge &edge = list[e];
      next[edge.to] = std::min(next[edge.to], distance[edge.from] + edge.length);
    }
  }

  void kernel1D_Compare(int *distance, const int *next, int vertices) {
    m_changed = false;
    for (int v = 0; v < vertices; v++) {
      m_changed |= distance[v] != next[v];
      distance[v] = next[v];
    }
  }

  bool m_changed = false;
};
