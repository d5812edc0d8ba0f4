// Buoys that were seen, one by one, and what is made of them later.
#include <cstdint>
#include <vector>

class Buoys {
public:
  virtual ~Buoys() = default;
  virtual void Watch(const int *heights, int n, int least) {
    m_seen.clear();
    kernel1D_Watch(heights, n, least);
  }
  virtual int64_t Weigh() {
    kernel1D_Weigh();
    return m_total;
  }

private:
  void kernel1D_Watch(const int *heights, int n, int least) {
    for (int i = 0; i < n; i++)
      if (heights[i] > least)
        m_seen.push_back(heights[i] * 3);
  }
  void kernel1D_Weigh() {
    m_total = 0;
    for (int i = 0; i < int(m_seen.size()); i++)
      m_total += m_seen[i] + 2;
  }

  std::vector<int> m_seen;
  int64_t m_total = 0;
};

// The same where what gives ropes cannot do without lengths, which nothing gives.
class Moored {
public:
  virtual ~Moored() = default;
  virtual void Moor(const int *heights, int n) {
    kernel1D_Moor(heights, n);
  }
  virtual int64_t Pull() {
    kernel1D_Pull();
    return m_force;
  }

private:
  void kernel1D_Moor(const int *heights, int n) {
    for (int i = 0; i < n; i++)
      m_ropes.push_back(heights[i] * m_lengths[i % 3]);
  }
  void kernel1D_Pull() {
    m_force = 0;
    for (int i = 0; i < int(m_ropes.size()); i++)
      m_force += m_ropes[i];
  }

  std::vector<int> m_ropes, m_lengths;
  int64_t m_force = 0;
};
