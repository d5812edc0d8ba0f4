// Origin: written with the part of the compiler that it tests.
// Variables of a control function that get what kernels compute, or elements, by assignments, and are read in loops behind.
// RUN: %check %s --class Walk --size n=1,5 -- -std=c++17 -Wno-unknown-attributes
class Walk {
public:
  virtual ~Walk() = default;

  virtual float Spread([[vkmorph::size("n")]] const float *r, [[vkmorph::size("n")]] float *z, int n) {
    float a;
    kernel1D_Sum(r, n);
    a = m_sum;
    for (int k = 0; k < 3; k++)
      kernel1D_Add(z, n, a * k);
    return a;
  }

  virtual float Damp([[vkmorph::size("n")]] const float *r, [[vkmorph::size("n")]] float *z, int n) {
    float a, b = 1.0f;
    a = r[0];
    for (int k = 0; k < 2; k++) {
      b = a * b;
      kernel1D_Sum(r, n);
      a = m_sum + b;
      kernel1D_Add(z, n, a);
    }
    return b;
  }

  virtual int Count([[vkmorph::size("n")]] const float *r, [[vkmorph::size("n")]] float *z, int n) {
    int rounds;
    rounds = int(r[0]) & 3;
    kernel1D_Add(z, n, 1.0f);
    while (rounds > 0) {
      kernel1D_Add(z, n, 0.5f);
      rounds--;
    }
    return rounds;
  }

private:
  void kernel1D_Sum(const float *r, int n) {
    m_sum = 0.0f;
    for (int i = 0; i < n; i++)
      m_sum += r[i];
  }

  void kernel1D_Add(float *z, int n, float x) {
    for (int i = 0; i < n; i++)
      z[i] += x;
  }

  float m_sum = 0;
};
