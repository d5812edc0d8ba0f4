// A reference that changes before buffers are bound: extents go by what it was when the function was called.
// RUN: rm -rf %t && mkdir -p %t
// RUN: sed -e 's,^ *//.*,,' %s > %t/limited.cpp
// RUN: vkmorph %t/limited.cpp -o %t -- -std=c++17
// RUN: FileCheck %s --input-file=%t/limited_generated.cpp
class Limited {
public:
  virtual ~Limited() = default;

  // CHECK: int Limited_Generated::Run(int *a, int &n) {
  // CHECK-NEXT: vkmorph::DropInCall call(m_vulkan, "Run");
  // CHECK-NEXT: const int nAtEntry = n;
  // CHECK-NEXT: const int all = n;
  // CHECK-NEXT: n -= 20;
  // CHECK-NEXT: if (n <= 0) {
  // CHECK-NEXT: return -1;
  // CHECK-NEXT: }
  // CHECK-NEXT: const VkBuffer aBuffer = call.InOut("a", a, nAtEntry);
  // CHECK: return call.RunInPieces(
  // CHECK: n = round;
  // CHECK-NEXT: return m_sum;
  virtual int Run([[vkmorph::size("n")]] int *a, int &n) {
    const int all = n;
    n -= 20;
    if (n <= 0)
      return -1;
    for (int round = 0; round < 4; round++) {
      kernel1D_Sum(a, all);
      if (m_sum > 100) {
        n = round;
        return m_sum;
      }
      kernel1D_Add(a, all, 3);
    }
    return n;
  }

protected:
  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
  int m_sum = 0;
};
