// Origin: written by a reader of the compiler who looked for wrong results.
// A statement between counted loops changes how often a later loop runs: once by a member, once by an appended element.
// RUN: %check %s --class CountedRests --size n=0,1,65 --variants=default -- -std=c++17
#include <vector>

class CountedRests {
public:
  virtual ~CountedRests() = default;

  virtual void Halves([[vkmorph::size("n")]] float *a, int n) {
    kernel1D_Count(a, n);
    kernel1D_Double(a, n);
  }
  virtual void Listed([[vkmorph::size("n")]] float *a, int n) {
    m_list.clear();
    m_list.reserve(2);
    kernel1D_Count(a, n);
    kernel1D_List(a, n);
  }

  void kernel1D_Count(const float *a, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++)
      if (a[i] > 0.0f)
        m_count++;
  }
  void kernel1D_Double(float *a, int n) {
    m_rest = m_count / 2;
    for (int i = 0; i < m_count; i++)
      a[i] += 1.0f;
    for (int i = 0; i < m_rest; i++)
      a[i] *= 2.0f;
  }
  void kernel1D_List(float *a, int n) {
    m_list.push_back(2.0f);
    for (int i = 0; i < m_count; i++)
      a[i] += 1.0f;
    for (int i = 0; i < int(m_list.size()); i++)
      m_list[i] = m_list[i] * 2.0f;
  }

private:
  int m_count = 0, m_rest = 0;
  std::vector<float> m_list;
};
