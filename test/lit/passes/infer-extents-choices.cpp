// Bounds of grids that are a choice between numbers which do not vary: the extent makes the same choice.
// RUN: vkmorph %s -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WARN --allow-empty
// RUN: FileCheck %s --input-file=%t/infer-extents-choices_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/infer-extents-choices_generated.cpp
// WARN-NOT: no extent
class Choices {
public:
  virtual ~Choices() {}

  // The host chooses, and passes one number.
  // CHECK: Choices_Generated::Passed(
  // CHECK: call.Out("c", c, std::max<int>(m > n ? n : m, 0));
  virtual void Passed(float *c, int n, int m) { kernel1D_Set(c, m > n ? n : m); }

  // The kernel chooses.
  // CHECK: Choices_Generated::Chosen(
  // CHECK: call.InOut("c", c, 2ull * uint64_t(std::max<int>(n > 4 ? n : 2 * m, 0)));
  virtual void Chosen(float *c, int n, int m) { kernel1D_Odd(c, n, m); }

  // So does a function.
  // CHECK: Choices_Generated::Returned(
  // CHECK: call.Out("c", c, n < m ? n : m + 1u);
  virtual void Returned(float *c, unsigned n, unsigned m) { kernel1D_To(c, n, m); }

protected:
  void kernel1D_Set(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = 1;
  }
  void kernel1D_Odd(float *a, int n, int m) {
    for (int i = 0; i < (n > 4 ? n : m * 2); i++)
      a[2 * i + 1] = 1;
  }
  unsigned last(unsigned n, unsigned m) const {
    if (n < m)
      return n;
    return m + 1;
  }
  void kernel1D_To(float *a, unsigned n, unsigned m) {
    for (unsigned i = 0; i < last(n, m); i++)
      a[i] = 1;
  }
};
