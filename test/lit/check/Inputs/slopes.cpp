// The steepest slope between neighbours, which is 0 where the ground is even.
#include <algorithm>
#include <cstdlib>

class Slopes {
public:
  virtual ~Slopes() = default;
  virtual int Steepest(const int *heights, int n) {
    kernel1D_Steepest(heights, n);
    return m_steepest;
  }

private:
  void kernel1D_Steepest(const int *heights, int n) {
    m_steepest = 0;
    for (int i = 0; i < n - 1; i++)
      m_steepest = std::max(m_steepest, std::abs(heights[i + 1] - heights[i]));
  }

  int m_steepest = 0;
};
