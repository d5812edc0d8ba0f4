// What control functions throw: in front of their kernels, in both forms; behind them, in the call with host arrays;
// between them, in a call that runs in pieces. Assertions are the call's.
// RUN: vkmorph %s -o %t --remarks=pieces -- -std=c++17 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t/throws_generated.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/throws_generated.h
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/throws_generated.cpp
// RUN: %cxx -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/throws_generated.cpp
// REMARK: throws.cpp:[[@LINE+55]]:{{.*}} remark: control function 'Between' may throw between its kernels
// HEADER: public:
// HEADER: virtual void BeforeCmd(
// HEADER: virtual void BehindCmd(
// HEADER-NOT: BetweenCmd(
#include <cassert>
#include <stdexcept>
#include <string>

class Checked {
public:
  virtual ~Checked() {}

  // CHECK: void Checked_Generated::BeforeCmd(VkCommandBuffer cmd, int n, int k) {
  // CHECK: if (k < 0) {
  // CHECK-NEXT: throw std::invalid_argument("k is " + std::to_string(k));
  // CHECK-NEXT: }
  // CHECK: AddCmd(cmd, n, k);
  // CHECK: void Checked_Generated::Before(int *a, int n, int k) {
  // CHECK-NEXT: vkmorph::DropInCall call(m_vulkan, "Before");
  // CHECK-NEXT: if (k < 0) {
  // CHECK-NEXT: throw std::invalid_argument("k is " + std::to_string(k));
  // CHECK-NEXT: }
  // CHECK-NEXT: const VkBuffer aBuffer = call.InOut("a", a, n);
  virtual void Before([[vkmorph::size("n")]] int *a, int n, int k) {
    if (k < 0)
      throw std::invalid_argument("k is " + std::to_string(k));
    kernel1D_Add(a, n, k);
  }

  // CHECK: int Checked_Generated::Behind(int *a, int n) {
  // CHECK: call.Run(
  // CHECK: if (m_sum < 0) {
  // CHECK-NEXT: throw std::runtime_error("negative");
  // CHECK-NEXT: }
  // CHECK-NEXT: assert((m_sum != 7) && "a sum");
  // CHECK-NEXT: return m_sum;
  virtual int Behind([[vkmorph::size("n")]] int *a, int n) {
    kernel1D_Sum(a, n);
    if (m_sum < 0)
      throw std::runtime_error("negative");
    assert(m_sum != 7 && "a sum");
    return m_sum;
  }

  // CHECK: void Checked_Generated::Between(int *a, int n, int k) {
  // CHECK: call.RunInPieces(
  // CHECK: AddCmd(cmd, n, k);
  // CHECK: if (k == 3) {
  // CHECK-NEXT: throw 3;
  // CHECK-NEXT: }
  // CHECK: AddCmd(cmd, n, 2 * k);
  virtual void Between([[vkmorph::size("n")]] int *a, int n, int k) {
    kernel1D_Add(a, n, k);
    if (k == 3)
      throw 3;
    kernel1D_Add(a, n, 2 * k);
  }

  // CHECK: void Checked_Generated::Cases(int *a, int n, int k) {
  // CHECK: case 1:
  // CHECK-NEXT: throw 1;
  // CHECK-NEXT: case 2:
  virtual void Cases([[vkmorph::size("n")]] int *a, int n, int k) {
    kernel1D_Add(a, n, k);
    switch (k) {
    case 1:
      throw 1;
      [[fallthrough]];
    case 2:
      throw std::out_of_range("two");
    }
  }

protected:
  void kernel1D_Add(int *a, int n, int by) {
    for (int i = 0; i < n; i++)
      a[i] += by;
  }
  void kernel1D_Sum(const int *a, int n) {
    m_sum = 0;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }
  int m_sum = 0;
};
