// The generated files include the file that declares the class: what a program may define only once does not link then.
// Nothing is said where all is inline, internal, or an instance of a template.
// RUN: split-file %s %t
// RUN: cd %t && vkmorph whole.cpp --class Whole -o out/whole -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WHOLE
// RUN: cd %t && not vkmorph-check whole.cpp --class Whole -- -std=c++17 2>&1 | FileCheck %s --check-prefix=CHECK-WHOLE
// RUN: cd %t && vkmorph includes.cpp --class Included -o out/includes -- -std=c++17 2>&1 | FileCheck %s --check-prefix=INCLUDES
// RUN: cd %t && vkmorph fine.cpp --class Fine -o out/fine -- -std=c++17 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=defined-again
// RUN: cd %t && vkmorph apart.cpp --class Apart -o out/apart -- -std=c++17 2>&1 | FileCheck %s --check-prefix=APART --allow-empty --implicit-check-not=defined-again
// RUN: cd %t && vkmorph whole.cpp --class Whole --emit=lowered -- -std=c++17 2>&1 | FileCheck %s --check-prefix=FINE --implicit-check-not=defined-again

// A class in a source, with its methods, a global variable and a main function. Definitions come in the order of the file.
// WHOLE: whole.cpp:2:5: warning: 'calls' is defined in 'whole.cpp', which declares class 'Whole': the generated files include that file, and programs that link them have the definition several times [vkm1907, defined-again]
// WHOLE: note: declare the class in a header of its own, or make the definition inline
// WHOLE: whole.cpp:4:7: note: so is 'Twice'
// WHOLE: whole.cpp:17:12: note: so is 's_most'
// WHOLE: whole.cpp:18:13: note: so is 'Whole::kernel1D_K'
// WHOLE-NOT: so is
// CHECK-WHOLE: whole.cpp:2:5: error: 'calls' is defined in 'whole.cpp'
// CHECK-WHOLE-NOT: multiple definition

// One in a header that the class's header includes.
// INCLUDES: helper.h:1:7: warning: 'Half' is defined in 'includes.h', which declares class 'Included'

// FINE: {{warning|vkm.class}}
// APART-NOT: defined-again

//--- whole.cpp
#include <vector>
int calls = 0;
extern "C" {
float Twice(float x) { return 2.0f * x; }
}
class Whole {
public:
  virtual ~Whole() {}
  virtual void Run(const float *a, float *b, int n);

private:
  void kernel1D_K(const float *a, float *b, int n);
  static int s_most;
  float m_factor = 2.0f;
};

int Whole::s_most = 7;
void Whole::kernel1D_K(const float *a, float *b, int n) {
  for (int i = 0; i < n; i++)
    b[i] = a[i] * m_factor;
}
void Whole::Run(const float *a, float *b, int n) { kernel1D_K(a, b, n); }
int main() { return calls; }

//--- helper.h
float Half(float x) { return x / 2.0f; }

//--- includes.h
#pragma once
#include "helper.h"
class Included {
public:
  virtual ~Included() {}
  virtual void Run(float *a, int n) { kernel1D_K(a, n); }
  void kernel1D_K(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = Half(a[i]);
  }
};

//--- includes.cpp
#include "includes.h"

//--- fine.cpp
namespace {
float Half(float x) { return x / 2.0f; }
int calls = 0;
} // namespace
static float Twice(float x) { return 2.0f * x; }
const int kOffset = 4;
constexpr float kFactor = 3.0f;
inline float shared = 1.0f;
extern int elsewhere;
float Declared(float x);
template <class T> T Thrice(T x) { return 3 * x; }
template <> inline double Thrice<double>(double x) { return 3.0 * x; }
template float Thrice<float>(float);
__attribute__((weak)) void Hook() {}
template <class T> class Sum {
public:
  T Add(T a, T b);
};
template <class T> T Sum<T>::Add(T a, T b) { return a + b; }

class Fine {
public:
  virtual ~Fine() {}
  void Run(float *a, int n);
  static inline int s_most = 7;

private:
  void kernel1D_K(float *a, int n) {
    Sum<float> sum;
    for (int i = 0; i < n; i++)
      a[i] = sum.Add(Half(a[i]), Twice(a[i])) + Thrice(a[i]) * kFactor + kOffset;
  }
};
inline void Fine::Run(float *a, int n) { kernel1D_K(a, n); }

//--- apart.h
#pragma once
class Apart {
public:
  virtual ~Apart() {}
  virtual void Run(float *a, int n);

private:
  void kernel1D_K(float *a, int n);
};

//--- apart.cpp
#include "apart.h"
int calls = 0;
void Apart::kernel1D_K(float *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] += 1.0f;
}
void Apart::Run(float *a, int n) { kernel1D_K(a, n); }
