// Origin: written as a user would, before its first translation.
// Triangular solves for many right sides that lie side by side, with a unit diagonal, forwards and backwards.
// RUN: %check %s --class PackedSolve --size n=1,2,11 --size sides=1,6 -- -std=c++17

class PackedSolve {
public:
  virtual ~PackedSolve() = default;

  virtual void Lower(const double *l, double *x, int n, int sides) {
    for (int k = 0; k < n; ++k)
      kernel2D_Eliminate(l, x, n, sides, k, k + 1, n);
  }
  virtual void Upper(const double *u, [[vkmorph::size("n * sides")]] double *x, int n, int sides) {
    for (int k = n - 1; k > 0; --k)
      kernel2D_Eliminate(u, x, n, sides, k, 0, k);
  }

protected:
  /// Takes row k, times a factor, out of the rows from first to last - 1.
  void kernel2D_Eliminate(const double *t, double *x, int n, int sides, int k, int first, int last) {
    for (int i = first; i < last; ++i)
      for (int s = 0; s < sides; ++s)
        x[i * sides + s] -= 0.125 * t[i * n + k] * x[k * sides + s];
  }
};
