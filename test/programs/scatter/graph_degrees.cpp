// Origin: written as a user would, before its first translation.
// Degrees of the nodes of a directed graph that is a list of edges, and how many nodes have which degree.
// RUN: %check %s --class GraphDegrees --variants=default,vulkan10,scatter-atomic,scatter-shared,scatter-ordered --size edgeCount=0,1,3000 --size nodeCount=1,50,700 -- -std=c++17
#include <algorithm>
#include <cstdint>
#include <vector>

struct Edge {
  uint32_t from, to;
};

class GraphDegrees {
public:
  virtual ~GraphDegrees() = default;

  virtual void Count(const Edge *edges, uint32_t edgeCount, uint32_t nodeCount) {
    m_in.assign(nodeCount, 0);
    m_out.assign(nodeCount, 0);
    kernel1D_Clear();
    kernel1D_CountEdges(edges, edgeCount, nodeCount);
    kernel1D_CountNodes(nodeCount);
  }

  std::vector<uint32_t> m_in, m_out;
  int m_nodesWithDegree[100] = {};
  uint32_t m_loops = 0;

protected:
  void kernel1D_Clear() {
    for (int i = 0; i < 100; ++i)
      m_nodesWithDegree[i] = 0;
  }

  void kernel1D_CountEdges(const Edge *edges, uint32_t edgeCount, uint32_t nodeCount) {
    m_loops = 0;
    for (uint32_t e = 0; e < edgeCount; ++e) {
      const uint32_t from = edges[e].from % nodeCount;
      const uint32_t to = edges[e].to % nodeCount;
      if (from == to) {
        ++m_loops;
        continue;
      }
      ++m_out[from];
      ++m_in[to];
    }
  }

  void kernel1D_CountNodes(uint32_t nodeCount) {
    for (uint32_t n = 0; n < nodeCount; ++n)
      ++m_nodesWithDegree[std::min(m_in[n] + m_out[n], 99u)];
  }
};
