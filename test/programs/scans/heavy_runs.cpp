// Origin: written as a user would.
// Runs are measured beside a sum that takes long.
// RUN: %check %s --size n=1,700
class Readings {
public:
  virtual ~Readings() = default;
  virtual void Measure(const int *values, int *lengths, int n) {
    kernel1D_Measure(values, lengths, n);
  }

protected:
  void kernel1D_Measure(const int *values, int *lengths, int n) {
    int length = 0;
    m_rests = 0;
    for (int i = 0; i < n; i++) {
      if (values[i] % 7 == 0)
        length = 0;
      length++;
      for (int divisor = 3; divisor < 13; divisor++)
        m_rests += values[i] % divisor;
      lengths[i] = length;
    }
  }
  int m_rests = 0;
};
