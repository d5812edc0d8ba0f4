// Functions that return references and pointers: their bodies become parts of the callers. A place that is chosen while
// the program runs is a vkm.choose.
// RUN: %import %s | FileCheck %s
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class=C --emit=glsl | FileCheck %s --check-prefix=GLSL

struct Account {
  int moves;
  int history[4];
  int &last() { return history[moves & 3]; }
  int &next() {
    moves++;
    return last();
  }
};
struct Axis {
  float x, y, z;
  float &operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  float &at(int i) {
    switch (i) {
    case 0:
      return x;
    case 1:
    case 2:
      return y;
    default:
      return z;
    }
  }
};
template <typename T> static T &larger(T &a, T &b) { return a < b ? b : a; }

class C {
public:
  virtual ~C() {}
  virtual void run(Account *accounts, Axis *axes, int n) { kernel1D_k(accounts, axes, n); }
  int *row(int y) { return m_table + 4 * y; }
  void kernel1D_k(Account *accounts, Axis *axes, int n) {
    for (int i = 0; i < n; i++) {
      Account a = accounts[i];
      // CHECK: vkm.member %a["history"]
      // CHECK: vkm.binary and
      // CHECK: vkm.update sub
      // GLSL: a.history[a.moves & 3] -= 2;
      a.last() -= 2;
      // The statements before the place run once, before it is found; the right side before them.
      // GLSL: a.moves++;
      // GLSL: a.history[a.moves & 3] =
      a.next() = a.moves * 10;
      Axis axis = axes[i];
      // CHECK: vkm.choose
      // CHECK: vkm.choose
      // GLSL: if (i == 0) {
      // GLSL-NEXT: axis.x = 1.0;
      // GLSL-NEXT: } else if (i == 1) {
      // GLSL-NEXT: axis.y = 1.0;
      // GLSL-NEXT: } else {
      // GLSL-NEXT: axis.z = 1.0;
      axis[i] = 1.0f;
      // GLSL: i == 1 || i == 2
      axis.at(i) += 2.0f;
      // GLSL: a.moves < a.history[0] ? a.history[0] : a.moves
      axis.x = float(larger(a.moves, a.history[0]));
      // GLSL: m_table[4 * (i & 1) + 3]
      axis.y = float(row(i & 1)[3]);
      accounts[i] = a;
      axes[i] = axis;
    }
  }
  int m_table[8] = {};
};
