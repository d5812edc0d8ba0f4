// Origin: written for claims of docs/Semantics.md.
// Which operand comes first, where C++17 says it: the right side before the place of an assignment, the left operand of a
// shift and of a subscript before the right one, a condition before what it chooses.
// Clang builds the original: g++ 12 takes another order in some of these.
// RUN: env CXX=%cxx %check %s --class Operands --variants=default,vulkan10 -- -std=c++17 -Wno-unsequenced
class Operands {
public:
  virtual ~Operands() {}
  virtual void Assign(int *out, int n) { kernel1D_Assign(out, n); }
  virtual void Others(int *out, int n) { kernel1D_Others(out, n); }

private:
  static int Log(int &log, int digit, int value) {
    log = log * 10 + digit;
    return value;
  }
  static int Sum(int a, int b) { return a * 3 + b; }
  static int &Same(int &v, int &log, int digit) {
    log = log * 10 + digit;
    return v;
  }

  void kernel1D_Assign(int *out, int n) {
    for (int i = 0; i < n; ++i) {
      int a[4] = {i, i + 1, i + 2, i + 3}, k = 1, log = 0;
      a[k] = k++;                                   // the value is 1, the place a[2]
      a[k++] += k;                                  // k is 2 on the right, then a[2]
      a[--k] = a[k] + (k = 1);                      // k is 1 when --k is looked at: a[0]
      k = k++ + 5;                                  // the assignment comes last
      k += k++ * 2;
      k -= k--;
      a[Log(log, 2, 1)] = Log(log, 1, 40);
      a[Log(log, 4, 3)] -= Log(log, 3, 2);
      a[Log(log, 6, 2)] <<= Log(log, 5, 3);
      Same(a[0], log, 8) = Log(log, 7, i);
      int b = k = a[1] = a[2] % 100;
      (b += 3) -= b;                                // the right side is read before 3 is added
      out[i] = a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + k * 11 + b * 13 + log;
    }
  }
  void kernel1D_Others(int *out, int n) {
    for (int i = 0; i < n; ++i) {
      int x = i % 5, log = 0, a[3] = {2, 7, 1};
      const int shifted = x++ << x;
      const int back = (x += 2, 4096 + i) >> x++ % 5;
      const int element = a[Log(log, 1, x % 3)] + (Log(log, 2, 0) ? Log(log, 3, 5) : Log(log, 4, 6));
      // Initialisers in braces go from left to right, and so does a comma.
      const int list[4] = {x++, x++ * 2, (x--, x), x};
      bool both = Log(log, 5, i & 1) && Log(log, 6, i & 2), either = Log(log, 7, i & 1) || Log(log, 8, i & 2);
      // Each declarator and each statement is complete before the next one.
      int p = x++, q = x + p, r = Sum(p++, q++) + p * q;
      int loops = 0;
      for (int k = x % 4; k-- > 0;)
        loops = loops * 4 + k;
      // Post-increments have happened before the function runs; each argument has one variable.
      r += Sum(p++, x++) + p + x;
      out[i] = shifted + back * 3 + element * 5 + list[0] + list[1] * 7 + list[2] * 11 + list[3] * 13 + both + either * 2;
      out[i] += p + q + r + loops + log % 1000003;
    }
  }
};
