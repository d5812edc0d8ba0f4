// Origin: written as a user would, before its first translation.
// Floyd-Warshall with row and column k left out of step k, since they do not change in it, and paths by at most so many
// hops, from one matrix to another.
// RUN: %check %s --class HopPaths --size n=1,2,16 -- -std=c++17

class HopPaths {
public:
  virtual ~HopPaths() = default;

  virtual void Shortest(int *d, int n) {
    for (int k = 0; k < n; ++k) {
      kernel2D_Through(d, n, k, 0, k, 0, k);
      kernel2D_Through(d, n, k, k + 1, n, 0, k);
      kernel2D_Through(d, n, k, 0, k, k + 1, n);
      kernel2D_Through(d, n, k, k + 1, n, k + 1, n);
    }
  }

protected:
  /// Rows and columns that are all below k, or all above.
  void kernel2D_Through(int *d, int n, int k, int firstRow, int lastRow, int firstColumn, int lastColumn) {
    for (int i = firstRow; i < lastRow; ++i)
      for (int j = firstColumn; j < lastColumn; ++j) {
        const int via = (d[i * n + k] & 0xffff) + (d[k * n + j] & 0xffff);
        if (via < d[i * n + j])
          d[i * n + j] = via;
      }
  }
};
