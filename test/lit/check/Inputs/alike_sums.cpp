// Sums of terms that may be alike; with PLANTED, the last one is left out.
#ifndef PLANTED
#define PLANTED 0
#endif

class AlikeSums {
public:
  virtual ~AlikeSums() = default;
  virtual void Rows(const float *a, float *sums, int rows, int columns) { kernel1D_Rows(a, sums, rows, columns); }
  virtual void Repeated(const float *a, float *sums, int rows, int columns) {
    kernel1D_Repeated(a, sums, rows, columns);
  }
  virtual void Whole(const float *a, int n) { kernel1D_Whole(a, n); }
  virtual void Steps(int n) { kernel1D_Steps(n); }
  virtual void Doubles(const double *a, double *sums, int rows, int columns) {
    kernel1D_Doubles(a, sums, rows, columns);
  }

  float total = 0, step = 0.1f;

protected:
  void kernel1D_Rows(const float *a, float *sums, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
      float sum = 0;
      for (int column = 0; column < columns - PLANTED; column++)
        sum += a[row * columns + column];
      sums[row] = sum;
    }
  }
  void kernel1D_Repeated(const float *a, float *sums, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
      float sum = 0;
      for (int column = 0; column < columns - PLANTED; column++)
        sum += a[row];
      sums[row] = sum;
    }
  }
  void kernel1D_Whole(const float *a, int n) {
    total = 0;
    for (int i = 0; i < n - PLANTED; i++)
      total += a[i];
  }
  void kernel1D_Steps(int n) {
    total = 0;
    for (int i = 0; i < n - PLANTED; i++)
      total += step;
  }
  void kernel1D_Doubles(const double *a, double *sums, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
      double sum = 0;
      for (int column = 0; column < columns - PLANTED; column++)
        sum += a[row * columns + column];
      sums[row] = sum;
    }
  }
};
