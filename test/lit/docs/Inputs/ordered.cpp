// The class of docs/OrderedLoops.md.
#include <algorithm>

class Subsequence {
public:
  virtual ~Subsequence() = default;

  virtual void Fill(const int *a, const int *b, int n, int m, int *length) {
    kernel2D_Table(a, b, n, m, length);
  }

protected:
  void kernel2D_Table(const int *a, const int *b, int n, int m, int *length) {
    for (int i = 1; i <= n; i++)
      for (int j = 1; j <= m; j++)
        length[i * (m + 1) + j] = a[i - 1] == b[j - 1]
                                      ? length[(i - 1) * (m + 1) + j - 1] + 1
                                      : std::max(length[(i - 1) * (m + 1) + j], length[i * (m + 1) + j - 1]);
  }
};
