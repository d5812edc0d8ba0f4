// Reference parameters of kernels: places that calls give. References to const numbers are values.
// RUN: vkmorph-translate --import-cpp --no-comments %s -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s -o %t -- -std=c++17
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t/kernel-references_generated.cpp
// RUN: FileCheck %s --check-prefix=HEADER --input-file=%t/kernel-references_generated.h
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/vkmorph.json
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t/kernel-references_generated.cpp
#include <vector>

struct Point {
  float x, y;
};

class References {
public:
  virtual ~References() {}

  // CHECK: vkm.kernel @kernel1D_Sum({{.*}}, %factor: f32 {{.*}}, %offset: !vkm.ref<!vkm.record<@Point>> {{.*}}, %sum: !vkm.ref<f32>
  void kernel1D_Sum(const float *a, int n, const float &factor, const Point &offset, float &sum) {
    for (int i = 0; i < n; i++)
      sum += factor * a[i] + offset.x;
  }

  // CHECK: vkm.control @Members
  // CHECK: %[[POINT:.*]] = vkm.field_ref @m_point
  // CHECK: %[[SUMS:.*]] = vkm.vector_data @m_sums
  // CHECK: %[[SUM:.*]] = vkm.deref %[[SUMS]]
  // CHECK: vkm.call @kernel1D_Sum(%a, %n, %{{.*}}, %[[POINT]], %[[SUM]])
  virtual void Members(const float *a, int n) { kernel1D_Sum(a, n, 2.0f, m_point, m_sums[1]); }

  // A value that a reference to const is bound to has a variable.
  // CHECK: vkm.control @Local
  // CHECK: %[[TEMPORARY:.*]] = vkm.var "temporary" : <!vkm.record<@Point>>
  // CHECK: vkm.call @kernel1D_Sum(%a, %n, %{{.*}}, %[[TEMPORARY]], %sum)
  // HOST: float References_Generated::Local(const float *a, int n) {
  // HOST: call.DownloadMembers({{.*}}); // m_localSum
  // HOST: return m_localSum * 0.5f;
  // HEADER: float m_localSum = {};{{ *}}///< of Local, while kernels use it
  // JSON: "name": "m_localSum"
  // JSON: "temporary": true
  virtual float Local(const float *a, int n) {
    float sum = 1.0f;
    kernel1D_Sum(a, n, m_point.y, Point{1.0f, 2.0f}, sum);
    return sum * 0.5f;
  }

  Point m_point = {0.0f, 0.0f};
  std::vector<float> m_sums = {0.0f, 0.0f};
};
