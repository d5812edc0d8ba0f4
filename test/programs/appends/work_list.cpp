// Origin: written from README.md and docs/ before its first translation.
// Ranges that are halved until they are short; the short ones are summed up. The list is left as it is, when enough is done.
// RUN: %check %s --size n=1,90,2000 --arg a=-9..9 --arg enough=1..2000 -- -std=c++17
#include <utility>
#include <vector>

struct Range {
  int first;
  int count;
  bool isLeft;
};

class WorkList {
public:
  virtual ~WorkList() = default;

  virtual long long Sum([[vkmorph::size("n")]] const int *a, int n, int enough) {
    kernel1D_All(n);
    m_total = 0;
    m_done = 0;
    while (m_work.size() > 0) {
      m_more.clear();
      kernel1D_Halve(a, unsigned(m_work.size()));
      std::swap(m_more, m_work);
      if (m_done >= enough)
        break;
    }
    return m_total;
  }
  virtual int Open() { return int(m_work.size()); }

protected:
  void kernel1D_All(int n) {
    m_work.clear();
    for (int i = 0; i < n; i += 32)
      m_work.push_back({i, n - i < 32 ? n - i : 32, false});
  }
  void kernel1D_Halve(const int *a, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
      const Range range = m_work[i];
      if (range.count <= 4) {
        for (int k = 0; k < range.count; k++)
          m_total += a[range.first + k];
        m_done += range.count;
      } else {
        const int half = range.count / 2;
        m_more.push_back({range.first, half, true});
        m_more.push_back({range.first + half, range.count - half, false});
      }
    }
  }

  std::vector<Range> m_work, m_more;
  long long m_total = 0;
  int m_done = 0;
};
