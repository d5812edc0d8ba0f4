// switch: sections in order, fall-through, labels of one section together, variables before the first label.
// RUN: %import %s | FileCheck %s

enum class Kind { A, B, C };

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }

  // CHECK-LABEL: vkm.func @fall(
  int fall(int x) {
    int r = 0;
    // CHECK: vkm.switch %{{.*}} : si32 {{\[}}[1], [2, 3], [-4], [], [10, 11, 12]] {
    // CHECK: vkm.update add
    // CHECK-NEXT: }, {
    // CHECK: vkm.break
    // CHECK-NEXT: }, {
    // CHECK: vkm.scope {
    // CHECK: vkm.return
    // CHECK-NEXT: }
    // CHECK-NEXT: }, {
    // CHECK: vkm.break
    // CHECK-NEXT: }, {
    switch (x) {
    case 1:
      r += 1;
      [[fallthrough]];
    case 2:
    case 3:
      r += 2;
      break;
    case -4: {
      return 5;
    }
    default:
      r = 9;
      break;
    case 10 ... 12:
      r = 10;
    }
    return r;
  }

  // CHECK-LABEL: vkm.func @kinds(
  int kinds(Kind k, unsigned char c) {
    // CHECK: vkm.scope {
    // CHECK-NEXT: %[[T:.*]] = vkm.var "t" : <si32>{{$}}
    // CHECK: vkm.switch %{{.*}} : si32 {{\[}}[0], []] attributes {vkm.label_names = {{\[}}["Kind_A"], []], vkm.label_spellings = {{\[}}["static_cast<int>(Kind::A)"], []]} {
    switch (k) {
      int t;
    case Kind::A:
      t = 1;
      return t;
    case Kind::B:
    default:
      t = 2;
      m_t = t;
    }
    // Small types are promoted.
    // CHECK: vkm.switch %{{.*}} : si32 {{\[}}[255]] {
    switch (c) {
    case 255:
      // `continue` and `break` of a loop inside belong to the loop.
      // CHECK: vkm.for
      // CHECK: vkm.break
      for (int i = 0; i < 3; i++)
        break;
    }
    return 0;
  }

  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // A `continue` in a switch is the loop's.
      // CHECK-LABEL: vkm.kernel
      // CHECK: vkm.switch
      // CHECK: vkm.continue
      switch (i) {
      case 0:
        continue;
      }
      a[i] = fall(i) + kinds(Kind(i % 3), i);
    }
  }
  int m_t = 0;
};
