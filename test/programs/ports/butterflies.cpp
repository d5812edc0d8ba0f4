// Origin: written as a user would, before its first translation.
// Butterflies: the Walsh-Hadamard transform in place by blocks, and a bitonic sort whose partners lie in blocks as well.
// RUN: %check %s --class Butterflies --size n=1,2,32 -- -std=c++17

class Butterflies {
public:
  virtual ~Butterflies() = default;

  /// n is a power of two.
  virtual void Transform([[vkmorph::size("n")]] int *data, int n) {
    for (int half = 1; half < n; half *= 2)
      kernel2D_Pass(data, n, half);
  }

  /// Sorts n elements, a power of two.
  virtual void Sort([[vkmorph::size("n")]] float *keys, int n) {
    for (int size = 2; size <= n; size *= 2)
      for (int half = size / 2; half > 0; half /= 2)
        kernel2D_Exchange(keys, n, size, half);
  }

protected:
  void kernel2D_Pass(int *data, int n, int half) {
    for (int block = 0; block < n; block += 2 * half)
      for (int i = 0; i < half; ++i) {
        const int a = data[block + i], b = data[block + i + half];
        data[block + i] = a + b;
        data[block + i + half] = a - b;
      }
  }
  void kernel2D_Exchange(float *keys, int n, int size, int half) {
    for (int block = 0; block < n; block += 2 * half)
      for (int i = 0; i < half; ++i) {
        const bool ascends = (block & size) == 0;
        const float a = keys[block + i], b = keys[block + i + half];
        if ((a > b) == ascends) {
          keys[block + i] = b;
          keys[block + i + half] = a;
        }
      }
  }
};
