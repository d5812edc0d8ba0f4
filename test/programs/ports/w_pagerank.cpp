// Origin: written as a user would, before its first translation.
// Page ranks by pulling from the pages that link to one.
// RUN: %check %s --class PageRank --arg pages=30 --arg iterations=0..6 --setup 'object.Link();' -- -std=c++17
#include <algorithm>
#include <cmath>
#include <vector>

class PageRank {
public:
  explicit PageRank(unsigned pages) : m_pages(pages), m_rank(pages), m_next(pages), m_outDegree(pages) {}
  virtual ~PageRank() = default;

  void Link() {
    m_begin.assign(m_pages + 1, 0);
    for (unsigned to = 0; to < m_pages; to++) {
      for (unsigned from = (to * 3) % 4; from < m_pages; from += 4 + to % 3) {
        // Pages whose number is divisible by 7 link to nothing.
        if (from % 7 == 0)
          continue;
        m_sources.push_back(from);
        m_outDegree[from]++;
      }
      m_begin[to + 1] = unsigned(m_sources.size());
    }
  }

  virtual float Rank(float *rank, int iterations, float damping = 0.85f) {
    kernel1D_Start();
    for (int i = 0; i < iterations; i++) {
      kernel1D_Dangling();
      kernel1D_Pull(damping);
      kernel1D_Accept();
    }
    kernel1D_Store(rank);
    return m_error;
  }

private:
  void kernel1D_Start() {
    for (auto &r : m_rank)
      r = 1.0f / float(m_pages);
  }

  void kernel1D_Dangling() {
    m_dangling = 0.0f;
    for (unsigned page = 0; page < m_pages; page++)
      if (m_outDegree[page] == 0)
        m_dangling += m_rank[page];
  }

  void kernel1D_Pull(float damping) {
    const float base = (1.0f - damping + damping * m_dangling) / float(m_pages);
    for (unsigned page = 0; page < m_pages; page++) {
      float sum = 0.0f;
      for (unsigned k = m_begin[page]; k != m_begin[page + 1]; ++k) {
        const unsigned source = m_sources[k];
        sum += m_rank[source] / float(m_outDegree[source]);
      }
      m_next[page] = base + damping * sum;
    }
  }

  void kernel1D_Accept() {
    m_error = 0.0f;
    for (unsigned page = 0; page < m_pages; page++) {
      m_error += std::abs(m_next[page] - m_rank[page]);
      m_rank[page] = m_next[page];
    }
  }

  void kernel1D_Store(float *rank) {
    for (unsigned page = 0; page < m_pages; page++)
      rank[page] = m_rank[page];
  }

  unsigned m_pages;
  float m_dangling = 0.0f, m_error = 0.0f;
  std::vector<float> m_rank, m_next;
  std::vector<unsigned> m_outDegree, m_begin, m_sources;
};
