// A difference to the element before, of which the first one has none.
class Backward {
public:
  virtual ~Backward() = default;
  virtual void Run(const int *values, int *differences, int n) { kernel1D_Run(values, differences, n); }

private:
  void kernel1D_Run(const int *values, int *differences, int n) {
    for (int i = 0; i < n; i++)
      differences[i] = values[i] - values[i - 1];
  }
};
