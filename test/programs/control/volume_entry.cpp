// Origin: written as a user would, before its first translation.
// Overloads as entries: in place and from one volume to another; settings by value, a count by reference.
// RUN: %check %s --class Volume --config=%S/Inputs/volume_entry.yaml --size nx=1,6 --size ny=1,5 --size nz=1,4 -- -std=c++17

struct Levels {
  float low = -0.25f, high = 0.25f;
};

class Volume {
public:
  virtual ~Volume() = default;

  virtual void Clip(float *v, int nx, int ny, int nz, Levels levels) {
    for (int z = 0; z < nz; z++)
      for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
          float &cell = v[(z * ny + y) * nx + x];
          cell = cell < levels.low ? levels.low : cell > levels.high ? levels.high : cell;
        }
  }
  virtual void Clip(const float *in, float *out, int n, float limit = 0.5f) {
    for (int i = 0; i < n; i++)
      out[i] = in[i] < limit ? in[i] : limit;
  }
  virtual void Count(const float *v, int n, int &above, float limit) {
    above = 0;
    for (int i = 0; i < n; i++)
      if (v[i] > limit)
        above++;
  }
};
