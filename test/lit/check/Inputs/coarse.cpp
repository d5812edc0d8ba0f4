// Grids of more workgroups than any device runs at once, whose threads take several iterations.
class Coarse {
public:
  virtual ~Coarse() {}
  virtual void Line(int *a, unsigned n) { kernel1D_Line(a, n); }
  virtual void Plane(const unsigned char *in, unsigned char *out, int w, int h) { kernel2D_Plane(in, out, w, h); }
  virtual void Space(int *a, int nx, int ny, int nz) { kernel3D_Space(a, nx, ny, nz); }

protected:
  void kernel1D_Line(int *a, unsigned n) {
    for (unsigned i = 0; i < n; i++)
      a[i] = a[i] * 3 + int(i);
  }

  void kernel2D_Plane(const unsigned char *in, unsigned char *out, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++) {
        const int left = x > 0 ? x - 1 : w - 1;
        out[y * w + x] = (unsigned char)(in[y * w + left] + 2 * in[y * w + x] + (y & 3));
      }
  }

  // Neither begins at 0, and each other plane.
  void kernel3D_Space(int *a, int nx, int ny, int nz) {
    for (int z = 1; z < nz; z += 2)
      for (int y = 2; y < ny; y++)
        for (int x = 1; x < nx; x++)
          a[(z * ny + y) * nx + x] += z * 1000000 + y * 1000 + x;
  }
};
