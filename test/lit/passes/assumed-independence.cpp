// The comment of a shader says who knows that its iterations are independent: the compiler, or who told it so.
// RUN: vkmorph %s --emit=glsl -- -std=c++17 2>/dev/null | FileCheck %s --check-prefixes=CHECK,UNKNOWN
// RUN: vkmorph %s --emit=glsl --assume-independent=kernel1D_Scatter,Count,Proven -- -std=c++17 2>&1 | FileCheck %s --check-prefixes=CHECK,OPTION --implicit-check-not=warning
// RUN: printf 'functions:\n- function: C::kernel1D_Scatter\n  independent: true\n- function: C::kernel1D_Count\n  independent: true\n' > %t.yaml
// RUN: vkmorph %s --emit=glsl --config=%t.yaml -- -std=c++17 2>&1 | FileCheck %s --check-prefixes=CHECK,CONFIG --implicit-check-not=warning
// RUN: not vkmorph %s --emit=glsl --assume-independent=kernel1D_Scater -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: [[@LINE+2]]:1: error: --assume-independent names 'kernel1D_Scater', and class 'C' has no such kernel [vkm2107]
// NONE: note: its kernels are 'kernel1D_Scatter', 'kernel1D_Count', 'kernel1D_Proven'
class C {
public:
  virtual ~C() = default;
  virtual void Run(const int *at, [[vkmorph::size("n")]] int *a, int n) {
    kernel1D_Scatter(at, a, n);
    kernel1D_Count(at, a, n);
    kernel1D_Proven(a, n);
  }

protected:
  // CHECK-LABEL: //--- shaders/kernel1D_Scatter.comp
  // UNKNOWN: // C::kernel1D_Scatter, from assumed-independence.cpp:[[@LINE+4]]. Iterations not proven to be independent.
  // OPTION: // C::kernel1D_Scatter, {{.*}} Iterations assumed to be independent by --assume-independent.
  // CONFIG: // C::kernel1D_Scatter, {{.*}} Iterations assumed to be independent by the config file.
  void kernel1D_Scatter(const int *at, int *a, int n) {
    for (int i = 0; i < n; i++)
      a[at[i]] = i;
  }
  // Beside a reduction, too.
  // CHECK-LABEL: //--- shaders/kernel1D_Count.comp
  // CHECK: Reduction: m_count (+)
  // UNKNOWN: Iterations not proven to be independent.
  // OPTION: Iterations assumed to be independent by
  // CONFIG: Iterations assumed to be independent by
  void kernel1D_Count(const int *at, int *a, int n) {
    for (int i = 0; i < n; i++) {
      a[at[i]] = i;
      m_count++;
    }
  }
  // CHECK-LABEL: //--- shaders/kernel1D_Proven.comp
  // CHECK: Independent iterations.
  void kernel1D_Proven(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] += m_count;
  }
  int m_count = 0;
};
