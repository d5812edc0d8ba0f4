// What keeps a statement from being a minimum with what belongs to it is said beside the error.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: not vkmorph %t.cpp --class C --emit=recognised -- -std=c++17 2>&1 | FileCheck %s
class C {
public:
  virtual ~C() {}
  virtual void run(const float *in, int n) {
    kernel1D_read(in, n);
    kernel1D_ties(in, n);
    kernel1D_sets(in, n);
    kernel1D_directions(in, n);
  }
  // CHECK: error: iterations of kernel 'kernel1D_read'
  // CHECK: 'm_at' is no reduction: the grid also reads 'm_at'
  void kernel1D_read(const float *in, int n) {
    for (int i = 0; i < n; i++)
      if (in[i] < m_least) {
        m_least = in[i];
        m_before = m_at;
        m_at = i;
      }
  }
  // CHECK: error: iterations of kernel 'kernel1D_ties'
  // CHECK: is no reduction: equal values are taken in one statement and left in another
  void kernel1D_ties(const float *in, int n) {
    for (int i = 0; i < n; i++) {
      if (in[i] < m_least) {
        m_least = in[i];
        m_at = i;
      }
      if (in[i] + 1 <= m_least) {
        m_least = in[i] + 1;
        m_at = i;
      }
    }
  }
  // CHECK: error: iterations of kernel 'kernel1D_sets'
  // CHECK: is no reduction: statements that compare it set different members
  void kernel1D_sets(const float *in, int n) {
    for (int i = 0; i < n; i++) {
      if (in[i] < m_least) {
        m_least = in[i];
        m_at = i;
      }
      if (-in[i] < m_least) {
        m_least = -in[i];
        m_before = i;
      }
    }
  }
  // CHECK: error: iterations of kernel 'kernel1D_directions'
  // CHECK: is no reduction: it is compared in both directions
  void kernel1D_directions(const float *in, int n) {
    for (int i = 0; i < n; i++) {
      if (in[i] < m_least) {
        m_least = in[i];
        m_at = i;
      }
      if (in[i] > m_least) {
        m_least = in[i];
        m_at = i;
      }
    }
  }

private:
  float m_least = 0;
  int m_at = 0, m_before = 0;
};
