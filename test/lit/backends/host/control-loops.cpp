// Loops and branches around launches: the host runs through them while it records.
// RUN: vkmorph %s --class=C --fusion=never --emit=host -- -std=c++17 2>/dev/null | FileCheck %s
// RUN: vkmorph %s --class=Decides --fusion=never --emit=host -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=DECIDES
// RUN: vkmorph %s --class=Between --fusion=never --emit=host -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=BETWEEN
#include <utility>

class Kernels {
public:
  virtual ~Kernels() {}

protected:
  void kernel1D_Step(const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
      y[i] = x[i] * 0.5f + 1.0f;
  }
  void kernel1D_Halve(float *x, int n) {
    for (int i = 0; i < n; i++)
      x[i] *= 0.5f;
  }
  void kernel1D_Sum(const float *x, int n) {
    for (int i = 0; i < n; i++)
      m_sum += int(x[i]);
  }
  int m_sum = 0;
  int m_rounds = 3;
};

class C : public Kernels {
public:
  // One set for the whole loop is bound in front of it; the barrier is that of the back edge.
  // Nothing is copied where the loop has no iterations.
  virtual void Repeat(float *x, int n, int times) {
    for (int i = 0; i < times; i++)
      kernel1D_Halve(x, n);
  }

  // A descriptor set for each combination of arrays; a barrier in front of the branch serves both sides.
  virtual void PingPong(float *a, float *b, int n, int steps) {
    for (int step = 0; step < steps; step++) {
      kernel1D_Step(a, b, n);
      std::swap(a, b);
    }
  }

  // A condition may read a member that kernels leave alone: another value of it is recorded anew.
  virtual void Rounds([[vkmorph::size("n")]] float *x, int n) {
    int left = m_rounds;
    while (left > 0) {
      if (left == 2)
        break;
      kernel1D_Halve(x, n);
      left--;
    }
  }
};

// CHECK: void C_Generated::RepeatCmd(VkCommandBuffer cmd, int n, int times) {
// CHECK: m_vulkan.BindSet(cmd, m_halveLayout, m_repeatSets[0], "SetInOutFor_Repeat");
// CHECK-NEXT: for (int i = 0; i < times; i++) {
// CHECK-NEXT: // Halve wrote x, which the next Halve reads.
// CHECK-NEXT: vkmorph::Barrier(cmd, HalveStages(), HalveStages());
// CHECK-NEXT: HalveCmd(cmd, n);
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: call.InOut("x", x, times > 0 ? std::max<int>(n, 0) : 0);
// CHECK: void C_Generated::PingPongCmd(VkCommandBuffer cmd, int n, int steps) {
// CHECK: // Arrays by number: 0 is a, 1 is b.
// CHECK-NEXT: uint32_t whichA = 0u;
// CHECK: for (int step = 0; step < steps; step++) {
// CHECK-NEXT: // Step wrote a and b, which the next Step reads.
// CHECK-NEXT: vkmorph::Barrier(cmd, StepStages(), StepStages());
// The branches that differ in their buffers are one command.
// CHECK-NEXT: m_vulkan.BindSet(cmd, m_stepLayout, m_pingPongSets[whichA == 0u ? 0 : 1],
// CHECK-NEXT: "SetInOutFor_PingPong");
// CHECK-NEXT: StepCmd(cmd, n);
// CHECK: void C_Generated::RoundsCmd(VkCommandBuffer cmd, int n) {
// The loop counts: its counter belongs to it.
// CHECK: for (int left = m_rounds; left > 0; left--) {
// CHECK-NEXT: if (left == 2)
// CHECK-NEXT: break;
// CHECK: call.Run(HalveStages(), record, n, m_rounds);

// What a kernel computes is looked at where a loop's condition needs it.
class Decides : public Kernels {
public:
  virtual void Run(const float *x, float *y, int n) {
    do {
      kernel1D_Step(x, y, n);
      kernel1D_Sum(y, n);
    } while (m_sum < 100);
    while (m_sum > 50 && n > 3)
      kernel1D_Sum(y, n--);
    for (int i = 0; i < n && m_sum > 9; i++)
      kernel1D_Sum(y, n);
  }
};

// DECIDES: void Decides_Generated::RunCmd(
// DECIDES: while (true) {
// DECIDES: StepCmd(cmd, n);
// DECIDES: SumCmd(cmd, n);
// DECIDES: m_vulkan.ReadMembers(cmd, {{.*}}
// DECIDES-NEXT: if ({{.*}}m_sum{{.*}}100
// DECIDES-NEXT: break;
// DECIDES: while (true) {
// DECIDES: m_vulkan.ReadMembers(cmd, {{.*}}
// DECIDES: if (!({{.*}}m_sum > 50
// DECIDES-NEXT: break;
// DECIDES: for (int i = 0;; i++) {
// DECIDES: m_vulkan.ReadMembers(cmd, {{.*}}
// DECIDES: m_sum > 9
// DECIDES-NEXT: break;

class Between : public Kernels {
public:
  virtual void Run(float *x, int n, int times) {
    for (int i = 0; i < times; i++) {
      if (m_sum > 3)
        kernel1D_Halve(x, n);
      kernel1D_Sum(x, n);
    }
  }
};

// What has been recorded runs before the host looks. Sums of before the call are uploaded.
// BETWEEN: void Between_Generated::RunCmd(
// BETWEEN: for (int i = 0; i < times; i++) {
// BETWEEN-NEXT: // What has been recorded runs, for m_sum.
// BETWEEN-NEXT: m_vulkan.ReadMembers(cmd, AllStages(), {{[{][{]}}0, 4}});
// BETWEEN-NEXT: if (m_sum > 3) {
// BETWEEN: m_vulkan.BindSet(cmd, m_halveLayout
// BETWEEN: m_vulkan.BindSet(cmd, m_sumLayout
// BETWEEN: void Between_Generated::Run(
// BETWEEN: call.UploadMembers({{[{][{]}}0, 4}}); // m_sum
