// Origin: written as a user would, before its first translation.
// Methods that callers call and whose loops are the grid: the config file says that they are kernels.
// RUN: %check %s --class Blas --config=%S/Inputs/saxpy_entry.yaml --size n=1,70 -- -std=c++17

class Blas {
public:
  virtual ~Blas() = default;

  // y = alpha x + y
  virtual void Saxpy(float alpha, const float *x, float *y, int n) {
    for (int i = 0; i < n; ++i)
      y[i] += alpha * x[i];
  }
  virtual void Scale(float alpha, float *x, int n) {
    for (int i = 0; i < n; ++i)
      x[i] *= alpha;
  }
};
