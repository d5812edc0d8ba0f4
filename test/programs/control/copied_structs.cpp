// Origin: written with the part of the compiler that it tests.
// Structs with copy constructors and assignment operators of the user's, as parameters and members.
// RUN: %check %s --class Amp --size n=1,33 -- -std=c++17
struct Gain {
  float left = 1, right = 2;
  Gain() = default;
  Gain(float l, float r) : left(l), right(r) {}
  Gain(const Gain &o) : left(o.left), right(o.right) {}
  Gain &operator=(const Gain &o) {
    left = o.left;
    right = o.right;
    return *this;
  }
  float mean() const { return (left + right) / 2; }
};
class Amp {
public:
  virtual ~Amp() = default;
  virtual void Run(float *x, int n, const Gain &gain) { kernel1D_Scale(x, n, gain.mean() + gain.left); m_gain = gain; }
  virtual void Value(float *x, int n, Gain gain) { Gain other = gain; other.left *= 2; kernel1D_Scale(x, n, other.mean()); }

protected:
  void kernel1D_Scale(float *x, int n, float g) {
    for (int i = 0; i < n; ++i)
      x[i] *= g + m_gain.right;
  }
  Gain m_gain;
};
