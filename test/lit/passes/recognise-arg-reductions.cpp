// Minima and maxima with what belongs to them: which of equal values counts, what is carried, and the forms that C++ has
// for them.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: vkmorph %t.cpp --class C --emit=recognised --remarks=reductions -- -std=c++17 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
struct Hit {
  float t;
  int triangle;
  float uv[2];
};
class C {
public:
  virtual ~C() {}
  virtual void run(const int *in, const Hit *hits, int n) {
    kernel1D_first(in, n);
    kernel1D_last(in, n);
    kernel1D_whole(hits, n);
    kernel1D_parts(in, n);
    kernel1D_index(in, n);
    kernel1D_function(in, n);
  }
  // `<` keeps the first of equal values; a condition stays around it.
  // CHECK-LABEL: vkm.kernel @kernel1D_first
  // REMARK: remark: 'm_least' is a reduction of kernel 'kernel1D_first': a minimum, with 'm_at', over its grid
  void kernel1D_first(const int *in, int n) {
    // CHECK: vkm.if
    // CHECK: vkm.arg_reduce min first @m_least, %{{.*}} : si32 {
    // CHECK: vkm.carry @m_at, %{{.*}} : si32
    for (int i = 0; i < n; i++)
      if (in[i] % 2 != 0 && in[i] < m_least) {
        m_least = in[i];
        m_at = i;
      }
  }
  // `<=`, the other way round, keeps the last.
  // CHECK-LABEL: vkm.kernel @kernel1D_last
  void kernel1D_last(const int *in, int n) {
    // CHECK: vkm.arg_reduce max last @m_least, %{{.*}} : si32 {
    for (int i = 0; i < n; i++)
      if (m_least <= in[i]) {
        m_at = i;
        m_least = in[i];
      }
  }
  // A struct is carried number by number.
  // CHECK-LABEL: vkm.kernel @kernel1D_whole
  // REMARK: 'm_hit.t' is a reduction of kernel 'kernel1D_whole': a minimum, with 'm_hit.triangle', 'm_hit.uv[0]', 'm_hit.uv[1]', over its grid
  void kernel1D_whole(const Hit *hits, int n) {
    // CHECK: vkm.arg_reduce min first @m_hit["t"], %{{.*}} : f32 {
    // CHECK: vkm.carry @m_hit["triangle"], %{{.*}} : si32
    // CHECK: vkm.carry @m_hit["uv", 0], %{{.*}} : f32
    // CHECK: vkm.carry @m_hit["uv", 1], %{{.*}} : f32
    for (int i = 0; i < n; i++)
      m_hit = hits[i].t < m_hit.t ? hits[i] : m_hit;
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_parts
  void kernel1D_parts(const int *in, int n) {
    // CHECK: vkm.arg_reduce min first @m_hit["t"], %{{.*}} : f32 {
    // CHECK: vkm.carry @m_hit["triangle"], %{{.*}} : si32
    for (int i = 0; i < n; i++) {
      const float t = 0.5f * in[i];
      if (t < m_hit.t)
        m_hit = {t, i, {t, 1.0f}};
    }
  }
  // Where only the place is remembered, the value gets a member of its own, set before the loop if that runs.
  // CHECK-LABEL: vkm.kernel @kernel1D_index
  void kernel1D_index(const int *in, int n) {
    // CHECK: vkm.once {
    // CHECK: vkm.if
    // CHECK: vkm.assign %{{.*}} : <si32>
    // CHECK: vkm.arg_reduce max first @m_atValue, %{{.*}} : si32 {
    // CHECK: vkm.carry @m_at, %{{.*}} : si32
    m_at = 0;
    for (int i = 1; i < n; i++)
      if (in[i] > in[m_at])
        m_at = i;
  }
  // CHECK-LABEL: vkm.kernel @kernel1D_function
  void kernel1D_function(const int *in, int n) {
    // CHECK: vkm.arg_reduce max first @m_least, %{{.*}} : si32 {
    for (int i = 0; i < n; i++)
      Take(in[i], i);
  }
  void Take(int value, int where) {
    if (value > m_least) {
      m_least = value;
      m_at = where;
    }
  }

private:
  int m_least = 0, m_at = 0;
  Hit m_hit = {};
};
