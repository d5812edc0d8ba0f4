// Origin: written as a user with C habits would, before its first translation.
// Stencils in two and three dimensions, with time steps that take two arrays in turn.
// RUN: %check %s --class Heat --size nx=1,3,18 --size ny=2,3,9 --size nz=3,5 --arg steps=0..3 -- -std=c++17

class Heat {
public:
  virtual ~Heat() {}

  virtual void Plate(float *a, float *b, int nx, int ny, int steps) {
    int t;
    for (t = 0; t < steps; t++) {
      kernel2D_Plate(a, b, nx, ny);
      kernel2D_Plate(b, a, nx, ny);
    }
  }
  virtual void Block(const double *a, double *b, int nx, int ny, int nz, double alpha) {
    kernel3D_Block(a, b, nx, ny, nz, alpha);
  }
  virtual void Smooth(const float *a, float *b, int nx) { kernel1D_Smooth(a, b, nx); }

protected:
  void kernel2D_Plate(const float *a, float *b, int nx, int ny) {
    int x, y, up, down, left, right;
    float centre, sum;

    for (y = 0; y < ny; y++)
      for (x = 0; x < nx; x++) {
        up = y > 0 ? y - 1 : 0;
        down = y < ny - 1 ? y + 1 : y;
        left = x;
        if (x > 0)
          left = x - 1;
        right = x;
        if (x < nx - 1)
          right = x + 1;
        centre = a[y * nx + x];
        sum = a[up * nx + x] + a[down * nx + x];
        sum += a[y * nx + left] + a[y * nx + right];
        b[y * nx + x] = centre + 0.2f * (sum - 4.0f * centre);
      }
  }

  void kernel3D_Block(const double *a, double *b, int nx, int ny, int nz, double alpha) {
    int i, j, k, at;
    double lap;
    for (i = 1; i < nz - 1; i++)
      for (j = 1; j < ny - 1; j++)
        for (k = 1; k < nx - 1; k++) {
          at = (i * ny + j) * nx + k;
          lap = a[at - 1] + a[at + 1] - 6.0 * a[at];
          lap += a[at - nx] + a[at + nx];
          lap += a[at - nx * ny] + a[at + nx * ny];
          b[at] = a[at] + alpha * lap;
        }
  }

  void kernel1D_Smooth(const float *a, float *b, int nx) {
    int i, k;
    float w[5], weight, s;

    for (i = 0; i < nx; i++) {
      weight = 0.0f;
      for (k = 0; k < 5; k++) {
        w[k] = 1.0f / (1.0f + (k - 2) * (k - 2));
        weight += w[k];
      }
      s = 0.0f;
      for (k = 0; k < 5; k++)
        if (i + k - 2 >= 0 && i + k - 2 < nx)
          s += w[k] * a[i + k - 2];
      b[i] = s / weight;
    }
  }
};
