// States that decide on each other become one, of which each combination is a value.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --emit=recognised --without-locations --remarks=reductions -- -std=c++17 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
class C {
public:
  virtual ~C() {}
  virtual void Run(const int *a, int n, int *out) {
    kernel1D_Strings(a, n, out);
    kernel1D_Modes(a, n, out);
    kernel1D_Apart(a, n, out);
  }
  // Local variables, which nothing reads behind the loop.
  // REMARK-DAG: 'Strings_escapedAndInString' is a running total of kernel 'kernel1D_Strings', which reads it: a scan by state among 4 values over its grid
  // CHECK-LABEL: vkm.kernel @kernel1D_Strings
  void kernel1D_Strings(const int *a, int n, int *out) {
    bool inString = false, escaped = false;
    // CHECK: vkm.assign %{{.*}}, %{{.*}} : <ui32>
    // CHECK: vkm.grid
    // CHECK: vkm.running add states [0, 1, 2, 3] @Strings_escapedAndInString : ui32
    // CHECK: vkm.binary rem
    // CHECK: %escaped = vkm.var "escaped" : <i1> =
    // CHECK: vkm.binary div
    // CHECK: %inString = vkm.var "inString" : <i1> =
    for (int i = 0; i < n; i++) {
      out[i] = inString;
      if (escaped) {
        escaped = false;
        // CHECK: vkm.assign %escapedAndInString
        // CHECK-NEXT: vkm.continue
        continue;
      }
      if (inString && a[i] == 1)
        escaped = true;
      else if (a[i] == 0)
        inString = !inString;
      // CHECK: vkm.assign %escapedAndInString
    }
    // CHECK-NOT: vkm.once
  }
  // Members get their values behind the loop; the first has one more than statements set.
  // CHECK-LABEL: vkm.kernel @kernel1D_Modes
  void kernel1D_Modes(const int *a, int n, int *out) {
    // CHECK: vkm.running add states [0, 1, 2, 3, 4, 5] @Modes_m_modeAndOn : ui32
    for (int i = 0; i < n; i++) {
      if (m_on)
        m_mode = a[i] > 0 ? 7 : 9;
      else if (m_mode == 7)
        m_on = a[i] < 0;
      out[i] = m_mode;
    }
    // CHECK: vkm.once
    // CHECK: vkm.assign %{{.*}}, %{{.*}} : <si32>
    // CHECK: vkm.assign %{{.*}}, %{{.*}} : <i1>
  }
  // One decides on the other, which does not decide on it.
  // REMARK-DAG: other totals of kernel 'kernel1D_Apart' depend on 'm_on'
  void kernel1D_Apart(const int *a, int n, int *out) {
    for (int i = 0; i < n; i++) {
      if (a[i] == 0)
        m_on = !m_on;
      if (m_on)
        m_mode = m_mode == 3 ? 4 : 3;
      out[i] = m_mode;
    }
  }
  int m_mode = 2;
  bool m_on = false;
};
