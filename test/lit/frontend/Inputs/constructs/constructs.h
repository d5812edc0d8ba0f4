// A bit of everything that kernels may say.
#pragma once
#include <cstdint>

namespace cons {

struct Vec {
  float x, y;
  Vec() : x(0.0f), y(0.0f) {}
  Vec(float a, float b) : x(a), y(b) {}
  explicit Vec(float a) : Vec(a, a) {}
  Vec &operator+=(const Vec &o) {
    x += o.x;
    y += o.y;
    return *this;
  }
  Vec operator-() const { return Vec(-x, -y); }
  float operator[](int i) const { return i == 0 ? x : y; }
  void Scale(float s) {
    x *= s;
    y *= s;
  }
  float Dot(const Vec &o) const { return x * o.x + y * o.y; }
  bool operator==(const Vec &o) const { return x == o.x && y == o.y; }
};

struct Base {
  int id = 3;
  int Twice() const { return 2 * id; }
};
struct Derived : Base {
  int extra[3] = {1, 2, 3};
  int Sum() const {
    int s = Twice();
    for (int e : extra)
      s += e;
    return s;
  }
};

enum class Shape : uint8_t { Circle = 1, Square = 4, Line = 9 };

class Constructs {
public:
  virtual ~Constructs() = default;
  virtual void Statements(const int *in, int *out, int n);
  virtual void Expressions(const int *in, int *out, int n);
  virtual void Records(const int *in, float *out, Vec *vecs, int n);
  virtual void Small(const int *in, int *out, int n, bool flag, uint8_t byte);
  virtual void Wide(const int *in, int *out, int n, int64_t big);
  virtual void Functions(const int *in, int *out, int n);
  virtual void Doubles(const int *in, double *out, int n);

protected:
  void kernel1D_Statements(const int *in, int *out, int n);
  void kernel1D_Expressions(const int *in, int *out, int n);
  void kernel1D_Records(const int *in, float *out, Vec *vecs, int n);
  void kernel1D_Small(const int *in, int *out, int n, bool flag, uint8_t byte);
  void kernel1D_Wide(const int *in, int *out, int n, int64_t big);
  void kernel1D_Functions(const int *in, int *out, int n);
  void kernel1D_Doubles(const int *in, double *out, int n);

private:
  int Member(int x) const { return x * m_factor + kTable[x & 3]; }
  static void Split(int x, int &hi, int &lo, int by = 7) {
    hi = x / by;
    lo = x % by;
  }
  int Classify(int x) const;
  int m_factor = 3;
  float m_weights[4] = {0.5f, 0.25f, 2.0f, 1.0f};
  static constexpr int kTable[4] = {11, 22, 33, 44};
};

} // namespace cons
