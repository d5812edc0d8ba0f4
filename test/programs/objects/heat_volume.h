// Heat in a volume.
#pragma once
#include <vector>

// A block of material in which heat spreads.
template <typename T> struct Grid3D {
  int nx, ny, nz;
  std::vector<T> values;

  Grid3D(int nx, int ny, int nz, T value = T()) : nx(nx), ny(ny), nz(nz), values(nx * ny * nz, value) {}

  int index(int x, int y, int z) const { return (z * ny + y) * nx + x; }
  T &operator()(int x, int y, int z) { return values[index(x, y, z)]; }
  const T &operator()(int x, int y, int z) const { return values[index(x, y, z)]; }
  bool isInside(int x, int y, int z) const { return x > 0 && y > 0 && z > 0 && x < nx - 1 && y < ny - 1 && z < nz - 1; }
};

class HeatVolume {
public:
  explicit HeatVolume(int size = 7);
  virtual ~HeatVolume() = default;
  virtual float Step(float dt, int steps);

protected:
  void kernel3D_Spread(float dt);
  void kernel3D_Keep();
  void kernel1D_Total();

private:
  Grid3D<float> now_, next_;
  Grid3D<unsigned char> source_;
  float total_ = 0.0f;
};
