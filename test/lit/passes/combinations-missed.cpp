// What keeps a statement from combining by a function, and what to do about it.
// RUN: not vkmorph %s --class C --emit=recognised -- -std=c++17 2>&1 | FileCheck %s
struct Turn {
  int a, b;
};
struct Long {
  int values[65];
};
[[vkmorph::associative]] Turn then(Turn f, const Turn &g) { return {g.a * f.a, g.a * f.b + g.b}; }
[[vkmorph::associative]] Long longest(const Long &a, const Long &b) { return a.values[0] < b.values[0] ? b : a; }
[[vkmorph::associative]] int modulo(int a, int b) { return a * b % 7; }
int unmarked(int a, int b) { return a * b % 97; }
class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, const Long *arrays, int n) { kernel1D_missed(in, arrays, n); }
  void kernel1D_missed(const int *in, const Long *arrays, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: [[#@LINE+2]]:7: error: iterations of kernel 'kernel1D_missed' depend on each other: one writes 'm_product'
      // CHECK: note: 'm_product' is no reduction: the statement does not combine it with a value by + - * min max & | ^ && ||, nor by a function that is said to be associative
      m_product = unmarked(m_product, in[i]);
      // CHECK: [[#@LINE+1]]:7: error: iterations of kernel 'kernel1D_missed' may update the same element of 'm_which' at the same time
      m_which[i & 3] = modulo(m_which[i & 3], in[i]);
      // CHECK: note: 'm_both' is no reduction: it is combined by different operations
      m_both = then(m_both, Turn{i, i});
      m_both = then(Turn{i, i}, m_both);
      // CHECK: note: 'm_long' is no reduction: each thread would keep 65 numbers; 64 are the most
      m_long = longest(m_long, arrays[i]);
      // CHECK: note: 'm_turn' is no reduction: the loop reads the running total, and no scan computes it: a function combines it with a value
      m_seen += m_turn.a;
      m_turn = then(m_turn, Turn{i, i});
    }
  }
  int m_product = 1, m_which[4] = {}, m_seen = 0;
  Turn m_turn{}, m_both{};
  Long m_long{};
};
