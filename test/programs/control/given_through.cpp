// Origin: written with the part of the compiler that it tests.
// Functions of a control function that write what they were given from members, through another one.
// RUN: %check %s --class Through --variants=default -- -std=c++17
class Through {
public:
  virtual ~Through() {}
  virtual void Run(float *a, int n) {
    int x = 0;
    Outer(x);
    float y = 1.0f;
    Twice(y);
    kernel1D_Add(a, n, x, y);
  }
  int m_a = 5;
  float m_gain = 2.5f;

protected:
  void Inner(int &v) const { v = m_a; }
  void Outer(int &v) const {
    Inner(v);
    v += m_a;
  }
  void Scale(float &v) const {
    for (int i = 0; i < 3; i++)
      v *= m_gain;
  }
  void Twice(float &v) const {
    float w = v;
    Scale(w);
    Scale(v);
    v += w;
  }
  void kernel1D_Add(float *a, int n, int x, float y) {
    for (int i = 0; i < n; i++)
      a[i] += float(x) * y;
  }
};
