// Origin: written as a user would, before its first translation.
// Sums by halving: of an even number and of any number of elements, and of the rows of a matrix at once.
// RUN: %check %s --class HalvingSums --size n=1,2,33 --size rows=3 -- -std=c++17

class HalvingSums {
public:
  virtual ~HalvingSums() = default;

  virtual void Sum([[vkmorph::size("n")]] int *data, unsigned n) {
    while (n > 1) {
      const unsigned half = (n + 1) / 2;
      kernel1D_Fold(data, n - half, half);
      n = half;
    }
  }

  virtual void Largest(int *data, int n) {
    int left = n;
    while (left > 1) {
      const int half = left / 2;
      if (half > 0)
        kernel1D_Larger(data, half, left);
      left -= half;
    }
  }

  virtual void Rows(int *data, int rows, int n) {
    for (int left = n; left > 1; left = (left + 1) / 2)
      kernel2D_FoldRows(data, rows, n, left, (left + 1) / 2);
  }

protected:
  void kernel1D_Fold(int *data, unsigned n, unsigned half) {
    for (unsigned i = 0; i < n; ++i)
      data[i] += data[i + half];
  }
  void kernel1D_Larger(int *data, int half, int left) {
    for (int i = 0; i < half; ++i)
      if (data[left - 1 - i] > data[i])
        data[i] = data[left - 1 - i];
  }
  void kernel2D_FoldRows(int *data, int rows, int n, int left, int half) {
    for (int y = 0; y < rows; ++y)
      for (int x = 0; x < left - half; ++x)
        data[y * n + x] += data[y * n + x + half];
  }
};
