// Origin: written as a user would, before its first translation.
// Rows of m + 1 numbers, and halves that are folded onto each other or exchanged from both ends.
// RUN: %check %s --class MirroredRows --size n=1,2,3,40 --size m=0,1,7 --size a=40 -- -std=c++17

class MirroredRows {
public:
  virtual ~MirroredRows() = default;

  virtual void Table(int *table, int n, int m) {
    if (m < 0)
      return;
    kernel1D_Row(table, n, m);
  }
  virtual void Columns(int *table, int n, int m) {
    for (int k = 0; k <= m; ++k)
      kernel1D_Column(table, n, m, k);
  }
  /// Sums, by folding the upper half onto the lower one.
  virtual void Fold(int *a, int n) {
    int left = n;
    while (left > 1) {
      kernel1D_Fold(a, left);
      left = (left + 1) / 2;
    }
  }
  virtual void Reverse([[vkmorph::size("n")]] int *a, int n) { kernel1D_Reverse(a, n); }

protected:
  void kernel1D_Row(int *table, int n, int m) {
    for (int i = 0; i < n; ++i)
      table[i * (m + 1)] = 3 * i;
  }
  void kernel1D_Column(int *table, int n, int m, int k) {
    for (int i = 0; i < n; ++i)
      table[i * (m + 1) + k] = 2 * table[i * (m + 1)] + k;
  }
  void kernel1D_Fold(int *a, int left) {
    for (int i = 0; i < left / 2; ++i)
      a[i] += a[left - 1 - i];
  }
  void kernel1D_Reverse(int *a, int n) {
    for (int i = 0; i < n / 2; ++i) {
      const int kept = a[i];
      a[i] = a[n - 1 - i];
      a[n - 1 - i] = kept;
    }
  }
};
