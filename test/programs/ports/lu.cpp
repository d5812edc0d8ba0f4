// Origin: written as a user with C habits would, before its first translation.
// LU decomposition without pivots, a column and the rest behind it in each step, then both triangles solved for many
// right sides, one per iteration.
// RUN: %check %s --class Lu --size n=1,2,13 --size sides=0,1,20 -- -std=c++17 -Wno-unknown-attributes

class Lu {
public:
  virtual ~Lu() {}
  virtual void Solve(float *a, float *b, [[vkmorph::size("n")]] float *work, int n, int sides) {
    int k;
    kernel1D_Strengthen(a, n);
    for (k = 0; k < n - 1; k++) {
      kernel1D_Column(a, work, n, k);
      kernel2D_Rest(a, work, n, k);
    }
    kernel1D_Substitute(a, b, n, sides);
  }

protected:
  /* so that no pivot is small */
  void kernel1D_Strengthen(float *a, int n) {
    int i, j;
    float sum, v;
    for (i = 0; i < n; i++) {
      sum = 1.0f;
      for (j = 0; j < n; j++) {
        v = a[i * n + j];
        if (v < 0)
          v = -v;
        sum += v;
      }
      a[i * n + i] = sum;
    }
  }

  void kernel1D_Column(float *a, float *work, int n, int k) {
    int i;
    float pivot;
    pivot = a[k * n + k];
    for (i = k + 1; i < n; i++) {
      work[i] = a[i * n + k] / pivot;
      a[i * n + k] = work[i];
    }
  }

  void kernel2D_Rest(float *a, const float *work, int n, int k) {
    int i, j;
    for (i = k + 1; i < n; i++)
      for (j = k + 1; j < n; j++)
        a[i * n + j] -= work[i] * a[k * n + j];
  }

  void kernel1D_Substitute(const float *a, float *b, int n, int sides) {
    int s, i, j;
    float *x;
    float t;

    for (s = 0; s < sides; s++) {
      x = b + s * n;
      for (i = 0; i < n; i++) {
        t = x[i];
        for (j = 0; j < i; j++)
          t -= a[i * n + j] * x[j];
        x[i] = t;
      }
      for (i = n - 1; i >= 0; i--) {
        t = x[i];
        for (j = i + 1; j < n; j++)
          t -= a[i * n + j] * x[j];
        x[i] = t / a[i * n + i];
      }
    }
  }
};
