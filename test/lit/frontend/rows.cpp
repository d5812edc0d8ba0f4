// Pointers to rows of one local array that may be the same: the array and the rows' numbers.
// RUN: %import %s -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s -o %t --force -- -std=c++17

class C {
public:
  virtual ~C() {}
  virtual void run(float *a, int n) { kernel1D_k(a, n); }

  // CHECK: vkm.func @subtract(%[[ROWS:.*]]: !vkm.ref<!vkm.array<3 x !vkm.array<4 x f32>>> {{.*}}, %[[TO:.*]]: si32 {{.*}}, %[[FROM:.*]]: si32 {{.*}}, %{{.*}}: si32 {{.*}}, %{{.*}}: f32
  // CHECK-DAG: vkm.element %[[ROWS]][%[[TO]]]
  // CHECK-DAG: vkm.element %[[ROWS]][%[[FROM]]]
  static void subtract(float *row, const float *other, float factor) {
    for (int k = 0; k < 3; k++)
      row[k] -= factor * other[k];
  }
  // Rows that are only read.
  // CHECK: vkm.func @product(%{{.*}}: !vkm.ref<!vkm.array<3 x !vkm.array<4 x f32>>> {{.*}}, %{{.*}}: si32 {{.*}}, %{{.*}}: si32 {{.*}})
  static float product(const float *x, const float *y) { return x[0] * y[0] + x[1] * y[1]; }

  // CHECK: vkm.kernel
  void kernel1D_k(float *a, int n) {
    for (int i = 0; i < n; i++) {
      float m[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {a[i], 0, 1, 2}};
      // CHECK: vkm.for
      for (int r = 0; r < 3; r++)
        // The second one begins with another element than the first.
        // CHECK: vkm.call @subtract(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!vkm.ref<!vkm.array<3 x !vkm.array<4 x f32>>>, si32, si32, si32, f32) -> ()
        subtract(m[r], m[i % 3] + 1, 0.5f);
      // Rows that are known to differ stay two arrays.
      // CHECK: vkm.call @subtract_{{.*}}(%{{.*}}, %{{.*}}, %{{.*}}) : (!vkm.ref<!vkm.array<4 x f32>>, !vkm.ref<!vkm.array<4 x f32>>, f32) -> ()
      subtract(m[0], m[2], 2.0f);
      // CHECK: vkm.call @product(
      a[i] = product(m[i % 3], m[(i + 1) % 3]);
    }
  }
};
