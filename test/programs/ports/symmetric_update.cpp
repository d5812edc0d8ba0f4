// Origin: written as a user would, before its first translation.
// Symmetric updates: c += a a^T with both halves written by one iteration, and a reflection into the upper half.
// RUN: %check %s --class SymmetricUpdate --size n=1,2,14 --size m=5 -- -std=c++17

class SymmetricUpdate {
public:
  virtual ~SymmetricUpdate() = default;

  virtual void Rank([[vkmorph::size("n * m")]] const float *a, [[vkmorph::size("n * n")]] float *c, int n, int m) {
    kernel1D_Rank(a, c, n, m);
  }
  virtual void Mirror(float *c, unsigned n) { kernel2D_Mirror(c, n); }
  virtual void Outer(float *c, [[vkmorph::size("n")]] const float *x, int n) {
    for (int k = 0; k < n; ++k)
      kernel1D_Cross(c, x, n, k);
  }

protected:
  void kernel1D_Rank(const float *a, float *c, int n, int m) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j) {
        float sum = 0.0f;
        for (int k = 0; k < m; ++k)
          sum += a[i * m + k] * a[j * m + k];
        c[i * n + j] = sum;
        c[j * n + i] = sum;
      }
  }
  void kernel2D_Mirror(float *c, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      for (unsigned j = i + 1; j < n; ++j)
        c[i * n + j] = c[j * n + i];
  }
  /// Row and column k.
  void kernel1D_Cross(float *c, const float *x, int n, int k) {
    for (int i = k + 1; i < n; ++i) {
      c[i * n + k] += x[i] * x[k];
      c[k * n + i] += x[i] * x[k];
    }
  }
};
