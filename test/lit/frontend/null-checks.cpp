// Control functions that ask whether a pointer to one object is null, and calls of them that give nullptr.
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/null-checks_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/null-checks_generated.cpp
class Optional {
public:
  virtual ~Optional() {}

  // CHECK: vkm.control @Sum({{.*}}%sum: !vkm.ref<f32> {{.*}}, %count: !vkm.ref<si32>
  // CHECK: %[[ASKS:.*]] = vkm.is_set %sum : !vkm.ref<f32>
  // CHECK-NEXT: vkm.if %[[ASKS]]
  // CHECK: %[[COUNT:.*]] = vkm.is_set %count
  // CHECK-NEXT: vkm.unary not %[[COUNT]]
  // HOST: void Optional_Generated::Sum(const float *a, int n, float *sum, int *count) {
  // HOST: call.Run(
  // HOST-NEXT: if (sum != nullptr) {
  // HOST-NEXT: *sum = m_sum;
  // HOST-NEXT: }
  // HOST-NEXT: if (count == nullptr) {
  // HOST-NEXT: return;
  // HOST-NEXT: }
  // HOST-NEXT: *count = n;
  virtual void Sum(const float *a, int n, float *sum, int *count) {
    kernel1D_Sum(a, n);
    if (sum)
      *sum = m_sum;
    if (count == nullptr)
      return;
    *count = n;
  }

  // What is known to be null, or not to be, is not asked.
  // CHECK: vkm.control @Both
  // CHECK: vkm.no_place : !vkm.ref<si32>
  // HOST: float Optional_Generated::Both(const float *a, int n) {
  // HOST-NOT: nullptr
  // HOST: call.Run(
  // HOST-NEXT: sum = m_sum;
  // HOST-NEXT: return sum;
  virtual float Both(const float *a, int n) {
    float sum = 0.0f;
    Sum(a, n, &sum, nullptr);
    return sum;
  }

protected:
  void kernel1D_Sum(const float *a, int n) {
    m_sum = 0.0f;
    for (int i = 0; i < n; i++)
      m_sum += a[i];
  }

  float m_sum = 0.0f;
};
