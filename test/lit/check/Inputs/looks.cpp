// The host looks at a member between kernels, one of which reads an array as far as its numbers say.
class Looks {
public:
  virtual ~Looks() = default;
  virtual void Run(const int *table, const int *index, int n) {
    kernel1D_Sum(index, n);
    if (m_sum > 0)
      kernel1D_Gather(table, index, n);
  }
  virtual int Sum(const int *index, int n) {
    kernel1D_Sum(index, n);
    return m_sum;
  }

protected:
  void kernel1D_Sum(const int *index, int n) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += index[i];
  }
  void kernel1D_Gather(const int *table, const int *index, int n) {
    m_sum = 0;
    for (int i = 0; i < n; ++i)
      m_sum += table[index[i] & 63];
  }
  int m_sum = 0;
};
