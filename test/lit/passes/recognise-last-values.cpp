// Members that keep what the last iteration gives, and what only looks like one.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class C --emit=recognised --remarks=reductions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
struct Hit {
  float t;
  int triangle;
};
class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, const Hit *hits, int n) {
    kernel1D_two(in, n);
    kernel1D_whole(hits, n);
    kernel1D_states(in, n);
    kernel1D_alike(in, n);
    kernel1D_least(in, n);
    kernel1D_called(in, n);
  }
  // Places that one statement list sets are one each.
  // CHECK-LABEL: vkm.kernel @kernel1D_two
  // REMARK: remark: 'm_value' is a reduction of kernel 'kernel1D_two': a last value over its grid
  // REMARK: remark: 'm_part.t' is a reduction of kernel 'kernel1D_two': a last value over its grid
  void kernel1D_two(const int *in, int n) {
    for (int i = 0; i < n; i++)
      // CHECK: vkm.if
      if (in[i] > 3) {
        // CHECK: vkm.last @m_value, %{{.*}} : si32
        m_value = in[i];
        // CHECK: vkm.last @m_part["t"], %{{.*}} : f32
        m_part.t = in[i] * 0.5f;
      }
  }
  // A struct as a whole.
  // CHECK-LABEL: vkm.kernel @kernel1D_whole
  void kernel1D_whole(const Hit *hits, int n) {
    for (int i = 0; i < n; i++)
      if (hits[i].t < 1)
        // CHECK: vkm.last @m_part, %{{.*}} : !vkm.record<@Hit>
        m_part = hits[i];
  }
  // Different constants: the order decides between them.
  // CHECK-LABEL: vkm.kernel @kernel1D_states
  void kernel1D_states(const int *in, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.last @m_value, %{{.*}} : si32
      if (in[i] == 1)
        m_value = 1;
      // CHECK: vkm.last @m_value, %{{.*}} : si32
      if (in[i] == 2)
        m_value = 2;
    }
  }
  // One value, whoever writes it.
  // CHECK-LABEL: vkm.kernel @kernel1D_alike
  void kernel1D_alike(const int *in, int n) {
    for (int i = 0; i < n; i++)
      if (in[i] == 1)
        // CHECK: vkm.assign
        m_value = n;
  }
  // What is read decides which value is taken.
  // CHECK-LABEL: vkm.kernel @kernel1D_least
  // CHECK-NOT: vkm.last
  void kernel1D_least(const int *in, int n) {
    for (int i = 0; i < n; i++)
      if (in[i] < m_value)
        m_value = in[i];
  }
  // A function that only writes is written out, too.
  // CHECK-LABEL: vkm.kernel @kernel1D_called
  // CHECK-NOT: vkm.call @Keep
  // CHECK: vkm.last @m_value, %{{.*}} : si32
  void kernel1D_called(const int *in, int n) {
    for (int i = 0; i < n; i++)
      Keep(in[i]);
  }
  void Keep(int x) {
    if (x < 0)
      return;
    m_value = x;
  }
  int m_value = 0;
  Hit m_part;
};
