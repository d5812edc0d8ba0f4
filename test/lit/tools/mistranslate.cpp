// The hidden switch that plants one fault, for tests of what checks translations.

// Of the computation:
// RUN: vkmorph %s --fusion=never --emit=glsl -- -std=c++17 | FileCheck %s --check-prefix=RIGHT
// RIGHT: for its user to read, edit and ship.
// RIGHT-NOT: wrong on purpose
// RIGHT: for (uint i = gl_GlobalInvocationID.x; i < n;
// RIGHT: if (x[i] > 0.5) {
// RIGHT: m_mean = m_sum / float(n);
// RUN: vkmorph %s --fusion=never --emit=glsl --mistranslate=flip-comparison -- -std=c++17 | FileCheck %s --check-prefix=FLIP
// FLIP: // wrong on purpose (--mistranslate=flip-comparison), not to be used
// FLIP-NOT: edit and ship
// FLIP: if (x[i] < 0.5) {
// RUN: vkmorph %s --fusion=never --emit=glsl --mistranslate=read-past-end -- -std=c++17 | FileCheck %s --check-prefix=PAST
// PAST: = x[i + 1u] * 0.5;
// PAST-NEXT: x[i] -=
// RUN: vkmorph %s --fusion=never --emit=glsl --mistranslate=short-loop -- -std=c++17 | FileCheck %s --check-prefix=SHORT
// SHORT: = n - uint(n != 0u);
// RUN: vkmorph %s --fusion=never --emit=glsl --mistranslate=forget-epilogue -- -std=c++17 | FileCheck %s --check-prefix=EPILOGUE
// EPILOGUE-NOT: m_mean =

// Of commands and transfers:
// RUN: vkmorph %s --fusion=never --emit=host -- -std=c++17 | FileCheck %s --check-prefix=HOST
// HOST-NOT: wrong on purpose
// HOST: {{[{][{]}}x, xOffset, xRange}, {y, yOffset, yRange}
// HOST: vkmorph::Barrier(cmd, AllStages(), SumStages());
// HOST: call.InOut("x",
// HOST-NEXT: call.InOut("y",
// HOST-NEXT: call.DownloadMembers(
// RUN: vkmorph %s --fusion=never --emit=host --mistranslate=drop-barrier -- -std=c++17 | FileCheck %s --check-prefix=BARRIER
// BARRIER: // decisions: wrong on purpose (--mistranslate=drop-barrier), not to be used
// BARRIER: ShareCmd(cmd, n);
// BARRIER-NOT: vkmorph::Barrier(
// BARRIER: SumCmd(cmd, n);
// RUN: vkmorph %s --fusion=never --emit=host --mistranslate=swap-bindings -- -std=c++17 | FileCheck %s --check-prefix=SWAP
// SWAP: {{[{][{]}}y, yOffset, yRange}, {x, xOffset, xRange}
// RUN: vkmorph %s --fusion=never --emit=host --mistranslate=lose-upload -- -std=c++17 | FileCheck %s --check-prefix=UPLOAD
// UPLOAD: call.Out("x",
// UPLOAD-NEXT: call.InOut("y",
// RUN: vkmorph %s --fusion=never --emit=host --mistranslate=lose-readback -- -std=c++17 | FileCheck %s --check-prefix=READBACK
// READBACK: call.In("x",
// READBACK-NEXT: call.InOut("y",

// The program with the fault compiles, shaders included; its description says what it is.
// RUN: vkmorph %s --fusion=never -o %t --mistranslate=drop-barrier -- -std=c++17
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json
// JSON: wrong on purpose (--mistranslate=drop-barrier), not to be used

// An unknown kind, or one that the class has no place for, is wrong usage; no help lists the switch.
// RUN: %python %S/status.py 2 vkmorph %s --fusion=never --emit=host --mistranslate=none -- -std=c++17 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: vkmorph: --mistranslate has no value 'none'; it takes flip-comparison,
// RUN: %python %S/status.py 2 vkmorph %samples/array_sum/numbers.cpp --emit=host --mistranslate=drop-barrier -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NOWHERE
// NOWHERE: error: class 'linalg::Numbers' has no operation to which the fault 'drop-barrier' applies [vkm2401]
// RUN: vkmorph --help | FileCheck %s --check-prefix=HELP
// RUN: vkmorph --help-hidden | FileCheck %s --check-prefix=HELP
// HELP-NOT: mistranslate

class Shares {
public:
  virtual ~Shares() = default;
  virtual void Run(float *x, float *y, unsigned n) {
    kernel1D_Share(x, y, n);
    kernel1D_Sum(x, n);
  }

protected:
  void kernel1D_Share(float *x, float *y, unsigned n) {
    for (unsigned i = 0; i < n; ++i) {
      const float half = x[i] * 0.5f;
      x[i] -= half;
      y[i] += half;
    }
  }
  void kernel1D_Sum(const float *x, unsigned n) {
    m_sum = 0.0f;
    for (unsigned i = 0; i < n; ++i)
      if (x[i] > 0.5f)
        m_sum += x[i];
    m_mean = m_sum / float(n);
  }

  float m_sum = 0.0f;
  float m_mean = 0.0f;
};
