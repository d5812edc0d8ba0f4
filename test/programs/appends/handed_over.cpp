// Origin: written as a user would.
// What was found is handed over to another vector before the next kernels append to both.
// RUN: %check %s --size count=0,5,700
#include <cstddef>
#include <vector>

class Jobs {
public:
  virtual ~Jobs() = default;
  virtual int Run(int count) {
    m_new.clear();
    kernel1D_Collect(count);
    m_new.swap(m_old);
    m_new.clear();
    kernel1D_Collect(count + 3);
    kernel1D_Repeat();
    kernel1D_Weigh();
    return m_weight;
  }

protected:
  void kernel1D_Collect(int count) {
    for (int i = 0; i < count; i++)
      if (i % 3 != 1)
        m_new.push_back(i);
  }
  void kernel1D_Repeat() {
    for (size_t i = 0; i < m_new.size(); i++)
      if (m_new[i] & 1)
        m_old.push_back(m_new[i] * 2);
  }
  void kernel1D_Weigh() {
    m_weight = 0;
    for (size_t i = 0; i < m_old.size(); i++)
      m_weight += m_old[i];
  }
  // Only classes that are derived from the generated one may call it.
  void kernel1D_Spare() {
    for (size_t i = 0; i < m_new.size(); i++)
      if (m_new[i] > 7)
        m_old.push_back(m_new[i]);
  }
  int m_weight = 0;
  std::vector<int> m_new, m_old;
};
