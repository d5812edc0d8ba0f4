// References to const travel as values: an error where the function may change what they refer to.
// RUN: not %import %s 2>&1 | FileCheck %s

struct Pair {
  int a, b;
  void addTo(const int &x) {
    a += x;
    b += x;
  }
  int get() const { return a; }
};

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  static void put(const int &x, int &y) { y = x + 1; }
  void count(const int &x) { m_count += x; }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      int x = i, y = 0;
      Pair p{1, 2};
      // CHECK-NOT: error:
      put(x, y);
      put(a[i], y);
      put(p.get(), p.a);
      count(x);
      // Different elements and members are different places.
      put(m_pair[0].a, m_pair[1].a);
      put(m_pair[0].a, m_pair[0].b);
      put(m_pair[i & 1].a, m_pair[i].b);
      int table[2][3] = {{1}};
      put(table[0][i % 3], table[1][i % 3]);
      put(table[i & 1][0], table[n & 1][2]);
      Pair other{3, 4};
      put(p.a, other.a);
      // One place by two names is one parameter.
      put(x, x);
      put(m_pair[1].a, m_pair[1].a);
      // CHECK: errors-alias.cpp:[[@LINE+2]]:13: error: 'C::count' takes this argument by reference to const, and may change it while it runs [vkm1408]
      // CHECK: note: take the parameter by value
      count(m_count);
      // CHECK: errors-alias.cpp:[[@LINE+1]]:15: error: 'Pair::addTo' takes this argument by reference to const
      p.addTo(p.a);
      // CHECK: errors-alias.cpp:[[@LINE+1]]:11: error: 'C::put' takes this argument by reference to const
      put(m_pair[i & 1].a, m_pair[0].a);
      // CHECK: errors-alias.cpp:[[@LINE+1]]:11: error: 'C::put' takes this argument by reference to const
      put(table[1][i % 3], table[1][n % 3]);
      // CHECK-NOT: error:
    }
  }
  int m_count = 0;
  Pair m_pair[2];
};
