// What docs/Reductions.md shows.
class Table {
public:
  virtual ~Table() = default;
  virtual void Sum(const int *a, int n) { kernel1D_Sum(a, n); }
  virtual void Rows(const float *a, float *sums, int h, int w) { kernel1D_Rows(a, sums, h, w); }
  virtual void Columns(const float *a, float *sums, int h, int w) { kernel1D_Columns(a, sums, h, w); }

protected:
  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }
  void kernel1D_Rows(const float *a, float *sums, int h, int w) {
    for (int i = 0; i < h; i++) {
      float total = 0;
      for (int j = 0; j < w; j++)
        total += a[i * w + j];
      sums[i] = total;
    }
  }
  void kernel1D_Columns(const float *a, float *sums, int h, int w) {
    for (int j = 0; j < w; j++) {
      float total = 0;
      for (int i = 0; i < h; i++)
        total += a[i * w + j];
      sums[j] = total;
    }
  }

  int m_sum = 0;
};
