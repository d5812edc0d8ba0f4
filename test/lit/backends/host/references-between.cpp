// What a reference is given between two kernels, and the second one changes: the host reads it in between.
// RUN: vkmorph %s -o %t --remarks=pieces -- -std=c++17 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/references-between_generated.cpp
class Counter {
public:
  virtual ~Counter() {}
  virtual void Run(const float *x, const float *y, int n, int &first) {
    kernel1D_Count(x, n);
    // CHECK: references-between.cpp:[[@LINE+2]]:13: remark: control function 'Run' reads 'm_count' after kernel 'Count' has written it on the device
    // CHECK: note: compute with it in a kernel, or read it after the last kernel
    first = m_count;
    kernel1D_Count(y, n);
  }

  // HOST: void Counter_Generated::Run(const float *x, const float *y, int n, int &first) {
  // HOST: call.RunInPieces(CountStages(), [&](VkCommandBuffer cmd) {
  // HOST: CountCmd(cmd, n);
  // HOST-NEXT: // What has been recorded runs, for m_count.
  // HOST-NEXT: m_vulkan.ReadMembers(cmd, CountStages(), {{[{][{]0, 4[}][}]}});
  // HOST: first = m_count;
  // HOST: CountCmd(cmd, n);
  // HOST-NEXT: });

protected:
  void kernel1D_Count(const float *x, int n) {
    m_count = 0;
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        m_count++;
  }
  int m_count = 0;
};
