// What a minimum with what belongs to it becomes: the source's statement on variables of the thread, and one comparison
// between threads, in which the number of the iteration decides among equal values.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=glsl -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class D --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=LAST
class C {
public:
  virtual ~C() {}
  virtual void run(const float *in, int n) { kernel1D_k(in, n); }
  // The number of the iteration is carried anyway.
  // CHECK: void combineWorkgroup(inout float m_leastLocal, inout int m_atLocal) {
  // CHECK: if (m_leastShared[lid + offset] < m_leastShared[lid] ||
  // CHECK-NEXT: (m_leastShared[lid + offset] == m_leastShared[lid] && m_atShared[lid + offset] < m_atShared[lid])) {
  // CHECK-NEXT: m_leastShared[lid] = m_leastShared[lid + offset];
  // CHECK-NEXT: m_atShared[lid] = m_atShared[lid + offset];
  // CHECK: void main() {
  // CHECK: float m_leastLocal = uintBitsToFloat(0x7f800000u);
  // CHECK: if (inValue < m_leastLocal) {
  // CHECK-NEXT: m_leastLocal = inValue;
  // CHECK-NEXT: m_atLocal = i;
  // CHECK: if (m_leastLocal < m_least) {
  // CHECK-NEXT: m_least = m_leastLocal;
  // CHECK-NEXT: m_at = m_atLocal;
  void kernel1D_k(const float *in, int n) {
    for (int i = 0; i < n; i++)
      if (in[i] < m_least) {
        m_least = in[i];
        m_at = i;
      }
  }
  float m_least = 0;
  int m_at = 0;
};

// Of two dimensions each has a number, here counted from 1: 0 says that the thread took no value.
class D {
public:
  virtual ~D() {}
  virtual void run(const int *in, int w, int h) { kernel2D_k(in, w, h); }
  // LAST: m_mostIteration_yShared[lid + offset] > m_mostIteration_yShared[lid] ||
  // LAST-NEXT: (m_mostIteration_yShared[lid + offset] == m_mostIteration_yShared[lid] &&
  // LAST-NEXT: m_mostIteration_xShared[lid + offset] > m_mostIteration_xShared[lid])
  // LAST: m_mostIteration_yLocal = y + 1;
  // LAST-NEXT: m_mostIteration_xLocal = x + 1;
  // LAST: if (m_mostIteration_yLocal != 0 && m_mostLocal >= m_most) {
  void kernel2D_k(const int *in, int w, int h) {
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        if (in[y * w + x] % 5 >= m_most) {
          m_most = in[y * w + x] % 5;
          m_at = y * w + x;
        }
  }
  int m_most = 0, m_at = 0;
};
