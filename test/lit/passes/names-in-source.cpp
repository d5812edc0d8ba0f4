// Errors and warnings name parts of objects, local variables and copies of kernels as the source does, in their remedies and notes, too.
// RUN: not vkmorph %s --class Names -o %t -- -std=c++17 2>&1 | FileCheck %s
// RUN: vkmorph %s --class Local -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=LOCAL --input-file=%t/shaders/kernel1D_Last.comp
#include <vector>

struct Image {
  int width = 0;
  std::vector<float> data;
};

class Names {
public:
  virtual ~Names() {}

  virtual void Run(float *a, int n) {
    kernel1D_Image(n);
    kernel1D_Turn(a + 2, n);
    kernel1D_Turn(a, n);
  }

private:
  // CHECK: error: iterations of kernel 'kernel1D_Image' depend on each other: one writes 'm_image.data' here
  // CHECK: note: 'm_image.data' is no reduction
  void kernel1D_Image(int n) {
    for (int i = 1; i < n; i++)
      m_image.data[i] = m_image.data[i - 1] + m_image.data[i / 2];
  }
  // CHECK: error: iterations of kernel 'kernel1D_Turn' depend on each other
  // CHECK-NOT: _part
  void kernel1D_Turn(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = a[n - i];
  }

  Image m_image;
};

class Local {
public:
  virtual ~Local() {}
  virtual void Run(const int *a, int n) { kernel1D_Last(a, n); }

private:
  // LOCAL: int tLocal = 0;
  // LOCAL-NOT: Last_tLocal
  void kernel1D_Last(const int *a, int n) {
    int t = 0;
    for (int i = 0; i < n; i++)
      t = a[i] * 2;
    m_last = t;
  }

  int m_last = 0;
};
