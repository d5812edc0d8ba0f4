// Scalar fields on a regular 3D grid; x runs fastest.
#pragma once

class Volume
{
public:
  // One explicit step of the heat equation inside; the outermost layer of `next` stays as it is.
  void diffuse(const float *field, float *next, int nx, int ny, int nz, float rate);

  // The smallest, largest and mean value, and how many values are above `level`.
  int count_above(const int *field, int level, int nx, int ny, int nz);

  // Maps the values from lowest() ... highest() to 0 ... 1.
  void normalize(const float *field, float *mapped, int nx, int ny, int nz);

  // Each column along z, added up.
  void project(const int *field, int *sums, int nx, int ny, int nz);

  int lowest_int() const { return lowest_int_; }
  int highest_int() const { return highest_int_; }
  int mean_int() const { return mean_int_; }
  int above() const { return above_; }
  float lowest() const { return lowest_; }
  float highest() const { return highest_; }
  float mass() const { return mass_; }
  int steps() const { return steps_; }

private:
  void kernel3D_diffuse(const float *field, float *next, int nx, int ny, int nz, float rate);
  void kernel3D_count(const int *field, int level, int nx, int ny, int nz);
  void kernel3D_range(const float *field, int nx, int ny, int nz);
  void kernel3D_map(const float *field, float *mapped, int nx, int ny, int nz);
  void kernel2D_project(const int *field __attribute__((size("nx * ny * nz"))), int *sums, int nx,
                        int ny, int nz);

  float mapped(float value) const
  {
    if (scale_ == 0.0f)
      return 0.5f;
    return (value - lowest_) * scale_;
  }

  int lowest_int_ = 0;
  int highest_int_ = 0;
  int mean_int_ = 0;
  int sum_int_ = 0;
  int above_ = 0;
  float lowest_ = 0.0f;
  float highest_ = 0.0f;
  float mass_ = 0.0f;
  float scale_ = 0.0f;
  int steps_ = 0;
};
