// Origin: written as a user would, before its first translation.
// The recursion for Toeplitz systems, with numbers on the host.
// RUN: %check %s --class Durbin --size n=2,16 --arg r=0.01..0.04 -- -std=c++17
class Durbin {
public:
  void Solve(const double *r, double *y,
             double *z, int n) {
    int k;
    double alpha, beta;
    y[0] = -r[0];
    beta = 1.0;
    alpha = -r[0];
    for (k = 1; k < n; k++) {
      beta = (1 - alpha * alpha) * beta;
      kernel1D_Sum(r, y, k);
      alpha = -(r[k] + sum) / beta;
      kernel1D_Reflect(y, z, k, alpha);
      kernel1D_Copy(y, z, k);
      y[k] = alpha;
    }
  }

protected:
  double sum;

  void kernel1D_Sum(const double *r, const double *y, int k) {
    int i;
    sum = 0.0;
    for (i = 0; i < k; i++)
      sum += r[k - i - 1] * y[i];
  }

  void kernel1D_Reflect(const double *y, double *z, int k, double alpha) {
    int i, j;
    for (i = 0, j = k - 1; i < k; i++, j--)
      z[i] = y[i] + alpha * y[j];
  }

  void kernel1D_Copy(double *y, const double *z, int k) {
    int i;
    for (i = 0; i < k; i++)
      y[i] = z[i];
  }
};
