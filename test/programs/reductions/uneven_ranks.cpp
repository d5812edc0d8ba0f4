// Origin: written as a user would, before its first translation.
// Page ranks by incoming links; pages that many others link to are few.
// RUN: %check %s --class Ranks --setup 'object.Link();' --arg rounds=3 --size rank=160 --variants=default,vulkan10 -- -std=c++17
#include <vector>

class Ranks {
public:
  virtual ~Ranks() = default;

  void Link() {
    m_pages = 160;
    m_degree.assign(m_pages, 0);
    m_first.assign(1, 0);
    for (int page = 0; page < m_pages; ++page) {
      const int links = page == 17 ? 155 : page % 4;
      for (int k = 0; k < links; ++k) {
        const int from = (page + 1 + k) % m_pages;
        m_from.push_back(from);
        ++m_degree[from];
      }
      m_first.push_back(int(m_from.size()));
    }
    m_old.assign(m_pages, 1.0f / 160.0f);
  }

  virtual void Iterate(float *rank, int rounds) {
    for (int round = 0; round < rounds; ++round) {
      kernel1D_Collect(rank);
      kernel1D_Keep(rank);
    }
  }

protected:
  void kernel1D_Collect(float *rank) {
    for (int page = 0; page < m_pages; ++page) {
      float incoming = 0.0f;
      const int last = m_first[page + 1];
      for (int link = m_first[page]; link < last; ++link) {
        const int from = m_from[link];
        if (m_degree[from] > 0)
          incoming += m_old[from] / float(m_degree[from]);
      }
      rank[page] = 0.15f / float(m_pages) + 0.85f * incoming;
    }
  }

  void kernel1D_Keep(const float *rank) {
    for (int page = 0; page < m_pages; ++page)
      m_old[page] = rank[page];
  }

  int m_pages = 0;
  std::vector<int> m_first, m_from, m_degree;
  std::vector<float> m_old;
};
