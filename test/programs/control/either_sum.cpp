// Origin: written as a user would.
// A member that one branch of a control function sums up and the other one sets has the bound of the sum.
// RUN: %check %s --class EitherSum --size n=1,300,3000 --arg mode=-1..2 -- -std=c++17
class EitherSum {
public:
  virtual ~EitherSum() = default;
  virtual void Run([[vkmorph::size("n")]] const float *a, int n, int mode) {
    if (mode > 0)
      kernel1D_Sum(a, n);
    else
      m_sum = -1;
    switch (mode) {
    case 0:
      m_level = 2;
      break;
    case 1:
      kernel1D_Level(a, n);
      break;
    default:
      m_level = 0.5f;
    }
  }
  float m_sum = 0, m_level = 0;

protected:
  void kernel1D_Sum(const float *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }
  void kernel1D_Level(const float *a, int n) {
    m_level = 0;
    for (int i = 0; i < n; i++)
      m_level += 0.1f * a[i];
  }
};
