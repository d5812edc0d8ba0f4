// The class of docs/Scans.md.
class Totals {
public:
  virtual ~Totals() = default;
  virtual void Pack(const int *a, int n, int *sums, [[vkmorph::size("n")]] int *packed) {
    kernel1D_Pack(a, n, sums, packed);
  }

  int m_sum = 0, m_limit = 3;

protected:
  void kernel1D_Pack(const int *a, int n, int *sums, int *packed) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      m_sum += a[i];
      sums[i] = m_sum;
      if (a[i] > m_limit)
        packed[count++] = a[i];
    }
  }
};
