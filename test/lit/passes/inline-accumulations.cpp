// Calls that accumulate into a member are written out, so that reductions are found in them.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised -- -std=c++17 | FileCheck %s
struct Pair {
  int a, b;
  Pair operator+(const Pair &other) const { return {a + other.a, b + other.b}; }
};
struct Tally {
  int count, sum;
  void add(int value) {
    ++count;
    sum += value;
  }
};
// Through a local struct, and through another function.
inline Pair twice(Pair p) {
  Pair result = p;
  result.b += p.b;
  return result + p;
}

class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, int n) { kernel1D_k(in, n); }
  // CHECK: vkm.grid
  void kernel1D_k(const int *in, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK-NOT: vkm.call @add
      // CHECK: vkm.reduce add @m_tally["count"]
      // CHECK: vkm.reduce add @m_tally["sum"]
      m_tally.add(in[i]);
      // CHECK: vkm.call @twice
      // CHECK: vkm.reduce add @m_pair["a"]
      // CHECK: vkm.reduce add @m_pair["a"]
      // CHECK: vkm.reduce add @m_pair["b"]
      m_pair = m_pair + twice(Pair{in[i], 1}) + Pair{1, in[i]};
      // CHECK: vkm.reduce add @m_last
      note(in[i]);
      // What stands behind a branch that returns is its other branch.
      // CHECK: vkm.if
      // CHECK-NEXT: %{{.*}} = vkm.constant 0
      // CHECK-NEXT: vkm.reduce add @m_skipped
      // CHECK: } else {
      // CHECK: vkm.reduce add @m_taken
      take(in[i]);
      // CHECK: %isKnownResult = vkm.var "isKnownResult" : <i1>
      // CHECK: vkm.reduce add @m_known
      // CHECK: vkm.constant true
      // CHECK: vkm.assign %isKnownResult
      // CHECK: } else {
      // CHECK: vkm.constant false
      // CHECK: vkm.assign %isKnownResult
      // CHECK: vkm.load %isKnownResult
      if (IsKnown(in[i]))
        m_last += 2;
      // A branch that does nothing but return becomes a condition.
      // CHECK: vkm.unary not
      // CHECK-NEXT: vkm.if
      skip(in[i]);
      // What returns from a loop says so by a variable.
      // CHECK: %seekResult = vkm.var "seekResult" : <i1>
      // CHECK: %seekDone = vkm.var "seekDone" : <i1>
      // CHECK: vkm.for
      // CHECK: vkm.reduce add @m_seen
      // CHECK: vkm.assign %seekDone
      // CHECK: vkm.break
      // CHECK: vkm.load %seekResult
      if (seek(in[i]))
        m_last += 3;
      // Nothing stands in front of 'else' here, either, and nobody asks a variable where nothing follows.
      // CHECK-NOT: vkm.var "scanDone"
      // CHECK: vkm.unary not
      // CHECK-NEXT: vkm.if
      // CHECK-NEXT: vkm.constant 0
      // CHECK: vkm.for
      scan(in[i]);
      // It stays a call where it writes what no other iteration does.
      // CHECK: vkm.call @mark
      mark(i, in[i]);
    }
  }
  void note(int value) {
    if (value > 3)
      m_last += value;
  }
  void take(int value) {
    if (value < 0) {
      m_skipped += 0;
      return;
    }
    m_taken += value;
  }
  bool IsKnown(int value) {
    if (value > 7) {
      m_known++;
      return true;
    }
    m_known--;
    return false;
  }
  void skip(int value) {
    if (value < 0)
      return;
    m_taken += value;
  }
  bool seek(int value) {
    for (int k = 0; k < 4; k++) {
      m_seen++;
      if (value == k)
        return true;
    }
    m_seen += 10;
    return false;
  }
  void scan(int value) {
    if (value < 0)
      return;
    for (int k = 0; k < 4; k++) {
      m_seen++;
      if (value == k)
        return;
    }
  }
  void mark(int i, int value) {
    for (int k = 0; k < 3; k++) {
      if (value < k)
        return;
      m_marks[i] = m_marks[i] + value;
    }
  }
  Tally m_tally{};
  Pair m_pair{};
  int m_last = 0, m_marks[1000] = {}, m_skipped = 0, m_taken = 0, m_known = 0, m_seen = 0;
};
