// Iterations that rounded values keep apart: by parity, by remainders of rows' starts, by halves.
// RUN: vkmorph %s --class=Rounded --emit=recognised -- -std=c++17 2>&1 >/dev/null | FileCheck %s --allow-empty --implicit-check-not=vkm2104 --implicit-check-not=error:
class Rounded {
public:
  virtual ~Rounded() = default;
  virtual void Run([[vkmorph::size("n * n")]] float *u, [[vkmorph::size("n")]] int *a, int n, unsigned c) {
    kernel2D_Parity(u, n, int(c));
    kernel2D_Masks(u, unsigned(n), c);
    kernel1D_Starts(u, n, int(c));
    kernel1D_Thirds(a, n, int(c));
    kernel1D_Mirror(a, n);
    kernel1D_Halves(a, n);
  }

protected:
  void kernel2D_Parity(float *u, int n, int c) {
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1; x < n - 1; ++x)
        if ((x + y) % 2 == c)
          u[y * n + x] += u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x];
  }
  void kernel2D_Masks(float *u, unsigned n, unsigned c) {
    for (unsigned y = 1; y < n - 1; ++y)
      for (unsigned x = 1; x < n - 1; ++x)
        if (((x + y) & 1u) == c)
          u[y * n + x] += u[y * n + x - 1];
  }
  void kernel1D_Starts(float *u, int n, int c) {
    for (int y = 1; y < n - 1; ++y)
      for (int x = 1 + (y + c) % 2; x < n - 1; x += 2)
        u[y * n + x] = u[(y - 1) * n + x] + u[(y + 1) * n + x] + u[y * n + x + 1];
  }
  void kernel1D_Thirds(int *a, int n, int c) {
    for (int i = 2; i < n - 2; ++i)
      if (i % 3 == c)
        a[i] = a[i - 1] + a[i + 1] + a[i - 2] + a[i + 2];
  }
  void kernel1D_Mirror(int *a, int n) {
    for (int i = 0; i < n / 2; ++i) {
      const int kept = a[i];
      a[i] = a[n - 1 - i];
      a[n - 1 - i] = kept;
    }
  }
  void kernel1D_Halves(int *a, int n) {
    for (int i = 0; i < n / 2; ++i)
      a[2 * i] += a[2 * i + 1];
  }
};
