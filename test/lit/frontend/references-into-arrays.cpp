// References to elements of one local array that may be the same: the array and their numbers, since shaders copy what they
// are given by reference.
// RUN: %import %s | FileCheck %s
// RUN: vkmorph %s -o %t --force

template <typename T> void exchange(T &a, T &b) {
  T t = a;
  a = b;
  b = t;
}
struct Hand {
  float cards[5];
};

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, float *b, int n) { kernel1D_k(a, b, n); }

  // CHECK: vkm.func @exchange(%[[ARRAY:.*]]: !vkm.ref<!vkm.array<4 x si32>> {vkm.name = "a"}, %[[A:.*]]: si32 {vkm.name = "aIndex"}, %[[B:.*]]: si32 {vkm.name = "bIndex"})
  // CHECK-DAG: vkm.element %[[ARRAY]][%[[A]]]
  // CHECK-DAG: vkm.element %[[ARRAY]][%[[B]]]

  // A reference that is passed on, and one that is a pointer.
  // CHECK: vkm.func @order(%[[CARDS:.*]]: !vkm.ref<!vkm.array<5 x f32>> {{.*}}, %[[X:.*]]: si32 {{.*}}, %[[Y:.*]]: si32 {{.*}})
  // CHECK: vkm.call @[[INNER:.*]](%[[CARDS]], %[[X]], %[[Y]])
  static void order(float &x, float *y) {
    if (*y < x)
      exchange(x, *y);
  }

  // CHECK: vkm.kernel
  void kernel1D_k(int *a, float *b, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: %[[W:.*]] = vkm.var "w"
      int w[4] = {1, 2, 3, 4};
      // CHECK: vkm.call @exchange(%[[W]], %{{.*}}, %{{.*}}) : (!vkm.ref<!vkm.array<4 x si32>>, si32, si32)
      exchange(w[a[i] & 3], w[2]);
      // Two that are known to differ stay two references.
      // CHECK: vkm.call @exchange_{{.*}}(%{{.*}}, %{{.*}}) : (!vkm.ref<si32>, !vkm.ref<si32>)
      exchange(w[0], w[3]);
      // CHECK: %[[HAND:.*]] = vkm.var "hand"
      Hand hand = {{3, 1, 4, 1, 5}};
      for (int x = 0; x < 4; x++)
        // CHECK: vkm.call @order(
        order(hand.cards[x], &hand.cards[x + 1]);
      a[i] = w[0] + w[1] * 10 + w[2] * 100 + w[3] * 1000;
      b[i] = hand.cards[0] + hand.cards[4] * 8;
    }
  }
};
