// A sparse matrix in compressed rows, for docs/Reductions.md.
class Sparse {
public:
  virtual ~Sparse() = default;
  virtual void Multiply(const int *rows, const int *columns, const float *values, const float *x, float *y, int n) {
    kernel1D_Multiply(rows, columns, values, x, y, n);
  }

protected:
  void kernel1D_Multiply(const int *rows, const int *columns, const float *values, const float *x, float *y, int n) {
    for (int i = 0; i < n; i++) {
      float sum = 0.0f;
      for (int k = rows[i]; k < rows[i + 1]; k++)
        sum += values[k] * x[columns[k]];
      y[i] = sum;
    }
  }
};
