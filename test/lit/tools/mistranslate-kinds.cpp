// Each kind of fault that is planted in the computation, at a place that is named.

// RUN: vkmorph %s --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=RIGHT
// RIGHT: if (points[i].x < m_low) {
// RIGHT: points[i].y = (points[i].x - m_low) * 0.5;
// RIGHT: int m_countLocal = 0;
// RIGHT: if (int(steps[k]) == 3) {
// RIGHT-NEXT: break;
// RUN: vkmorph %s --emit=glsl --mistranslate=change-strictness -- -std=c++17 | FileCheck %s --check-prefix=STRICT
// STRICT: if (points[i].x <= m_low) {
// RUN: vkmorph %s --emit=glsl --mistranslate=negate-condition -- -std=c++17 | FileCheck %s --check-prefix=NEGATE
// NEGATE: if (!(points[i].x < m_low)) {
// RUN: vkmorph %s --emit=glsl --mistranslate=wrong-operator@2 -- -std=c++17 | FileCheck %s --check-prefix=OPERATOR
// OPERATOR: points[i].y = points[i].x - m_low + 0.5;
// RUN: vkmorph %s --emit=glsl --mistranslate=swap-operands -- -std=c++17 | FileCheck %s --check-prefix=OPERANDS
// OPERANDS: points[i].y = (m_low - points[i].x) * 0.5;
// RUN: vkmorph %s --emit=glsl --mistranslate=wrong-constant -- -std=c++17 | FileCheck %s --check-prefix=CONSTANT
// CONSTANT: points[i].y = (points[i].x - m_low) * 0.625;
// RUN: vkmorph %s --emit=glsl --mistranslate=wrong-member -- -std=c++17 | FileCheck %s --check-prefix=MEMBER
// MEMBER: if (points[i].y < m_low) {
// RUN: vkmorph %s --emit=glsl --mistranslate=wrong-member@2 -- -std=c++17 | FileCheck %s --check-prefix=FIELD
// FIELD: if (points[i].x < m_high) {
// RUN: vkmorph %s --emit=glsl --mistranslate=wrong-conversion -- -std=c++17 | FileCheck %s --check-prefix=CONVERSION
// CONVERSION: uint({{.*}}steps[k]
// RUN: vkmorph %s --emit=glsl --mistranslate=store-seven -- -std=c++17 | FileCheck %s --check-prefix=SEVEN
// SEVEN: points[i].y = 7.0;
// RUN: vkmorph %s --emit=glsl --mistranslate=negate-stored -- -std=c++17 | FileCheck %s --check-prefix=NEGATED
// NEGATED: points[i].y = -((points[i].x - m_low) * 0.5);
// RUN: vkmorph %s --emit=glsl --mistranslate=lose-statement -- -std=c++17 | FileCheck %s --check-prefix=LOSE
// LOSE-NOT: points[i].y =
// RUN: vkmorph %s --emit=glsl --mistranslate=lose-jump -- -std=c++17 | FileCheck %s --check-prefix=JUMP
// JUMP-NOT: break;
// RUN: vkmorph %s --emit=glsl --mistranslate=write-past-end -- -std=c++17 | FileCheck %s --check-prefix=WRITE
// WRITE: points[i + 1u].y =
// RUN: vkmorph %s --emit=glsl --mistranslate=wrong-identity -- -std=c++17 | FileCheck %s --check-prefix=IDENTITY
// IDENTITY: int m_countLocal = 1;

// A place that there is not is an error.
// RUN: %python %S/status.py 2 vkmorph %s --emit=glsl --mistranslate=lose-jump@2 -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: class 'Steps' has no operation to which the fault 'lose-jump@2' applies [vkm2401]

// All of some kinds at once, for vkmorph-check: a folder for each with what differs, and a list.
// RUN: rm -rf %t && vkmorph %s -o %t --mistranslations=lose-jump,short-loop,swap-arguments,lose-argument@3 -- -std=c++17
// RUN: FileCheck %s --check-prefix=LIST --input-file=%t/faults.json
// LIST: "function": "kernel1D_Count",
// LIST-NEXT: "line": [[# @LINE + 46]],
// LIST-NEXT: "name": "lose-jump@1",
// LIST-NEXT: "outcome": "differs",
// LIST-NEXT: "what": "'break' lost"
// LIST: "name": "short-loop@1",
// LIST: "name": "lose-argument@3",
// LIST: "what": "push constant 1 not set"
// LIST: "possible": {{[0-9]+}}
// RUN: ls %t/lose-jump@1 %t/lose-jump@1/shaders %t/lose-argument@3 | FileCheck %s --check-prefix=FILES
// FILES: lose-argument@3:
// FILES-NEXT: mistranslate-kinds_generated.cpp
// FILES: lose-jump@1:
// FILES-NEXT: shaders
// FILES: lose-jump@1/shaders:
// FILES-NEXT: kernel1D_Count.spv
// A sample has of each kind what comes first.
// RUN: rm -rf %t && vkmorph %s -o %t --mistranslations=12 -- -std=c++17
// RUN: grep -c '"name"' %t/faults.json | FileCheck %s --check-prefix=SAMPLE
// SAMPLE: 12
// RUN: %python %S/status.py 2 vkmorph %s -o %t --mistranslations=none -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: vkmorph: --mistranslations takes all, a number, or kinds of faults: flip-comparison,

struct Point {
  float x, y;
};

class Steps {
public:
  virtual ~Steps() = default;
  virtual void Run(Point *points, [[vkmorph::size("m")]] const short *steps, unsigned n, unsigned m) {
    kernel1D_Move(points, n);
    kernel1D_Count(steps, n, m);
  }

protected:
  void kernel1D_Move(Point *points, unsigned n) {
    for (unsigned i = 0; i < n; ++i)
      if (points[i].x < m_low)
        points[i].y = (points[i].x - m_low) * 0.5f;
  }
  void kernel1D_Count(const short *steps, unsigned n, unsigned m) {
    m_count = 0;
    for (unsigned i = 0; i < n; ++i) {
      int last = 0;
      for (unsigned k = 0; k < m; ++k) {
        if (steps[k] == 3)
          break;
        last = steps[k];
      }
      m_count += last;
    }
    m_high = m_count > 0 ? float(m_count) : m_high;
  }

  float m_low = 0.25f, m_high = 1.0f;
  int m_count = 0;
};
