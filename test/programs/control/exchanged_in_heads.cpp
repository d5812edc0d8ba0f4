// Origin: written as a user would.
// Pointers that heads of loops and parts of expressions exchange.
// RUN: %check %s --size n=1,70 --arg rounds=0..7 --arg odd=0..1
#include <utility>

class Ping {
public:
  virtual ~Ping() = default;
  virtual int Step(int *a, int *b, int n, int rounds) {
    int *from = a, *to = b;
    for (int k = 0; k < rounds; std::swap(from, to), k++)
      kernel1D_Step(from, to, n, k);
    return rounds;
  }
  virtual int Condition(int *a, int *b, int n, int rounds) {
    int *from = a, *to = b;
    int k = 0;
    while (std::swap(from, to), k++ < rounds)
      kernel1D_Step(from, to, n, k);
    do
      kernel1D_Step(to, from, n, 5);
    while (std::swap(from, to), ++k < rounds + 3);
    return k;
  }
  virtual void Assigned(int *a, int *b, int n, int rounds) {
    int *from = a, *to = b;
    for (int k = 0; k < rounds; from = b, to = a, k++)
      kernel1D_Step(from, to, n, k);
  }
  virtual void Chosen(int *a, int *b, int n, int rounds, int odd) {
    int *from = a, *to = b;
    for (int k = 0; k < rounds; k++, odd ? std::swap(from, to) : (void)0)
      kernel1D_Step(from, to, n, k);
  }

protected:
  void kernel1D_Step(const int *from, int *to, int n, int k) {
    for (int i = 0; i < n; i++)
      to[i] = from[i] * 3 + k;
  }
};
