// Extents of arrays that launches in the cases of a switch use.
// RUN: vkmorph %s --class=Known -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: FileCheck %s --input-file=%t/infer-extents-switch_generated.cpp
// RUN: vkmorph %s --class=Missing -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: FileCheck %s --input-file=%t/infer-extents-switch_generated.cpp --check-prefix=ALL
// NONE-NOT: vkm2110
class Known {
public:
  virtual ~Known() = default;
  // One of the cases happens.
  virtual void All(const int *a, int *b, int n, int mode) {
    switch (mode) {
    case 0:
      kernel1D_K(a, b, n, 1);
      break;
    case 1:
    case 2:
      kernel1D_K(a, b, n, 2);
      kernel1D_K(a, b, n, 4);
      break;
    default:
      kernel1D_K(a, b, n, 3);
    }
  }
  // The second case runs what stands in the third one as well.
  virtual void Through(const int *a, int *b, int n, int mode) {
    switch (mode) {
    case 1:
      kernel1D_K(a, b, n / 2, 2);
      [[fallthrough]];
    case 5:
      kernel1D_K(a, b, n, 5);
      break;
    default:
      kernel1D_K(a, b, n, 3);
    }
  }
  // How far depends on the mode, which callers give. No case falls through, where a block ends one, either.
  // CHECK-LABEL: ::Given(const int *a, int *b, int n, int m, int mode)
  // CHECK: call.InOut("b", b,
  // CHECK-NEXT: std::max<int>(mode >= 0 && mode <= 0 ? std::max<int>(n, 0) : 0,
  // CHECK-NEXT: mode > 6 && mode <= 7 ? std::max<int>(m, 0) : 0)
  virtual void Given(const int *a, int *b, int n, int m, int mode) {
    switch (mode) {
    case 0: {
      kernel1D_K(a, b, n, 1);
      break;
    }
    case 7:
      kernel1D_K(a, b, m, 2);
      break;
    }
  }

protected:
  void kernel1D_K(const int *a, int *b, int n, int k) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] * k;
  }
};

class Missing {
public:
  virtual ~Missing() = default;
  // Nothing says before the call when the default happens.
  // MISSING: the number of elements of 'a' is unknown, so that 'Less' cannot be called with host arrays: a kernel may not be launched
  virtual void Less(const int *a, int *b, int n, int m) {
    kernel1D_Count(n);
    switch (m_mode) {
    case 0:
      kernel1D_K(a, b, n);
      break;
    default:
      kernel1D_K(a, b, m);
    }
  }
  // A condition decides whether the first case falls through.
  // MISSING: the number of elements of 'a' is unknown, so that 'Leaves' cannot be called with host arrays: a kernel may not be launched
  virtual void Leaves(const int *a, int *b, int n, int level) {
    kernel1D_Count(n);
    switch (m_mode) {
    case 1:
      if (level > 3)
        break;
      [[fallthrough]];
    case 2:
      kernel1D_K(a, b, n);
      break;
    default:
      kernel1D_K(a, b, n);
    }
  }

  // What parameters say is counted ahead.
  // ALL: call.In("a", a, elementsOfAInGivenOnHost(level, n, m));
  // ALL: call.InOut("b", b, elementsOfBInGivenOnHost(level, n, m));
  virtual void Given(const int *a, int *b, int n, int m, int level) {
    switch (level) {
    case 0:
      kernel1D_K(a, b, n);
      break;
    default:
      kernel1D_K(a, b, m);
    }
  }

protected:
  void kernel1D_Count(int n) {
    for (int i = 0; i < n; i++)
      m_mode += i & 1;
  }
  void kernel1D_K(const int *a, int *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] = a[i];
  }

  int m_mode = 0;
};
