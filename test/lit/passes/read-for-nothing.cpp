// What a kernel reads for nothing is no argument of it, in any of its forms.
// RUN: vkmorph %s --class Nothing --virtual=switch -o %t.switch -- -std=c++17
// RUN: grep "void SetInOut" %t.switch/read-for-nothing_generated.h | FileCheck %s
// RUN: vkmorph %s --class Nothing --virtual=sort -o %t.sort -- -std=c++17
// RUN: grep "void SetInOut" %t.sort/read-for-nothing_generated.h | FileCheck %s
#include <vector>

struct Step {
  virtual ~Step() = default;
  virtual int Of(int i) const { return i + 1; }
};
struct Jump : Step {
  int Of(int i) const override { return i * 3; }
};
class Nothing {
public:
  virtual ~Nothing() = default;
  // The generated class declares it below, without the first array.
  // CHECK: void SetInOutFor_Go(VkBuffer b, VkDeviceSize bOffset = 0, VkDeviceSize bRange = VK_WHOLE_SIZE);
  virtual void Go(const int *a, int *b, int n) { kernel1D_Go(a, b, n); }
  void kernel1D_Go(const int *a, int *b, int n) {
    for (int i = 0; i < n; ++i) {
      const int nobody = a[i], half = nobody / 2;
      b[i] = m_steps[i & 1]->Of(i);
    }
  }
  std::vector<Step *> m_steps;
};

// Neither is an array that a kernel, or the host, gives to a function which does not use it.
// RUN: vkmorph %s --class Passed -o %t.passed -- -std=c++17
// RUN: grep "void SetInOut" %t.passed/read-for-nothing_generated.h | FileCheck %s --check-prefix=PASSED
static int Free(const int *a, int i) { return i + 2; }
class Passed {
public:
  virtual ~Passed() = default;
  virtual void Go(const int *a, int *b, int n) {
    m_shift = 0;
    kernel1D_Go(a, b, n);
    Note(b, a, n);
  }
  void kernel1D_Go(const int *a, int *b, int n) {
    for (int i = 0; i < n; ++i)
      b[i] += Outer(a, i);
  }

private:
  static int Inner(const int *a, int i) { return Free(a, i) * 3; }
  static int Outer(const int *a, int i) { return Inner(a, i) + 1; }
  void Note(int *b, const int *a, int n) {
    const int half = n / 2;
    if (n > m_limit)
      m_shift = n;
  }
  int m_shift = 0, m_limit = 3;
};

// PASSED: void SetInOutFor_Go(VkBuffer b, VkDeviceSize bOffset = 0,
// PASSED-NOT: VkBuffer a
