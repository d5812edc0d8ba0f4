// How many kernels what a thread does becomes: joined where that is cheap, queues where heavy kernels are skipped, and what is against a way.
// RUN: vkmorph-translate --import-cpp %s --class Rays -- -std=c++17 > %t.mlir
// RUN: vkmorph-opt --vkm-outline-threads --vkm-plan-threads %t.mlir 2> %t.auto | FileCheck --check-prefix=AUTO %s
// RUN: FileCheck --check-prefix=WHY %s < %t.auto
// RUN: vkmorph-opt --vkm-outline-threads --vkm-plan-threads=kernels=wavefront %t.mlir 2> %t.err | FileCheck --check-prefix=ASKED %s
// RUN: FileCheck --check-prefix=REFUSED %s < %t.err
// RUN: not vkmorph-opt --vkm-outline-threads --vkm-plan-threads=kernels=some %t.mlir 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: vkmorph-opt --vkm-plan-threads %t.mlir > %t.same && vkmorph-opt %t.mlir | diff - %t.same
// RUN: vkmorph %s --class Rays --report=%t.json --emit=host -- -std=c++17 > %t.cpp 2> %t.all
// RUN: %python %S/Inputs/print_choices.py %t.json kernels | FileCheck --check-prefix=REPORT %s
// UNKNOWN: error: option kernels has no value 'some'
#include <cmath>

class Rays {
public:
  virtual ~Rays() = default;

  // AUTO: vkm.kernel @Light({{.*}}vkm.threads = "joined"
  // ASKED: vkm.kernel @Light({{.*}}vkm.threads = "wavefront"
  // WHY: remark: kernel 'Light' does all that a thread does: what a thread's steps pass on stays in registers [vkm2028, decisions]
  // REFUSED: remark: what a thread of 'Light' does is 2 kernels: --kernels=wavefront [vkm2029, decisions]
  virtual void LightBlock(float *out, int n) {
    for (int i = 0; i < n; ++i)
      Light(i, out);
  }
  // AUTO: vkm.kernel @Heavy({{.*}}vkm.threads = "wavefront"
  // WHY: remark: what a thread of 'Heavy' does is 2 kernels: threads that are done leave no lanes idle, which is estimated to save more than the queues cost [vkm2029, decisions]
  virtual void HeavyBlock(float *out, int n) {
    for (int i = 0; i < n; ++i)
      Heavy(i, out);
  }
  // Nobody skips a kernel.
  // AUTO: vkm.kernel @Both({{.*}}vkm.threads = "joined"
  // ASKED: vkm.kernel @Both({{.*}}vkm.threads = "joined"
  // REFUSED: warning: kernel 'Both' does all that a thread does, without --kernels=wavefront: no thread skips one of its kernels [vkm2031, kernels-joined]
  virtual void BothBlock(float *out, int n) {
    for (int i = 0; i < n; ++i) {
      kernel_Add(i, out);
      kernel_Add(i, out);
    }
  }
  // ASKED: vkm.kernel @One({{.*}}vkm.threads = "joined"
  // REFUSED: remark: kernel 'One' does all that a thread does: it calls one kernel [vkm2028, decisions]
  virtual void OneBlock(float *out, int n) {
    for (int i = 0; i < n; ++i)
      kernel_Add(i, out);
  }

  void Light(int tid, float *out) {
    if (kernel_IsDone(tid, out))
      return;
    kernel_Add(tid, out);
  }
  void Heavy(int tid, float *out) {
    if (kernel_IsDone(tid, out))
      return;
    kernel_March(tid, out);
  }
  bool kernel_IsDone(int tid, const float *out) { return out[tid] > 1.0f; }
  void kernel_Add(int tid, float *out) { out[tid] += 1.0f; }
  void kernel_March(int tid, float *out) {
    float sum = out[tid];
    for (int step = 0; step < 1000; ++step)
      sum += std::sin(sum);
    out[tid] = sum;
  }
};

// REPORT: 'Light': joined, as what a thread's steps pass on stays in registers; option kernels
// REPORT-NEXT: split {{[0-9]+}} by --kernels=split
// REPORT-NEXT: wavefront {{[0-9]+}} by --kernels=wavefront
// REPORT: 'Heavy': wavefront
// REPORT-NEXT: joined {{[0-9]+}} by --kernels=joined
// REPORT: 'Both': joined
// REPORT-NEXT: split {{[0-9]+}} by --kernels=split
// REPORT-NEXT: wavefront: no thread skips one of its kernels
// REPORT: 'One': joined, as it calls one kernel
// REPORT-NEXT: split: it calls one kernel
// REPORT-NEXT: wavefront: it calls one kernel
