// Origin: written as a user would, before its first translation.
// The highest and lowest value among the neighbours of each node, which itself counts as well.
// RUN: %check %s --class Peaks --setup 'object.Connect(70);' --size height=70 --size high=70 --size low=70 --variants=default,vulkan10 -- -std=c++17
#include <algorithm>
#include <vector>

class Peaks {
public:
  virtual ~Peaks() = default;

  void Connect(int nodes) {
    m_nodes = nodes;
    m_offsets.assign(1, 0);
    for (int node = 0; node < nodes; ++node) {
      for (int other = node % 9; other < node; other += 1 + node % 6)
        m_neighbours.push_back(other);
      m_offsets.push_back(int(m_neighbours.size()));
    }
  }

  virtual void Find(const int *height, int *high, int *low) { kernel1D_Find(height, high, low); }

protected:
  void kernel1D_Find(const int *height, int *high, int *low) {
    for (int node = 0; node < m_nodes; ++node) {
      int highest = height[node];
      int lowest = height[node];
      for (int e = m_offsets[node]; e != m_offsets[node + 1] && e < m_offsets[node + 1]; ++e)
        highest = std::max(highest, height[m_neighbours[e]]);
      for (int e = m_offsets[node]; e < m_offsets[node + 1]; ++e)
        lowest = std::min(lowest, height[m_neighbours[e]]);
      high[node] = highest;
      low[node] = lowest;
    }
  }

  int m_nodes = 0;
  std::vector<int> m_offsets, m_neighbours;
};
