// Assignments, increments, and their values inside of expressions, in the order in which C++17 evaluates them.
// RUN: %import %s | FileCheck %s

class C {
public:
  virtual ~C() {}
  virtual void run(int *a, int n) { kernel1D_k(a, n); }
  int next() { return m_x++; }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      int x = 0, y;
      // The right side comes first; the value of an assignment is its place, and of a constant this again.
      // CHECK: %[[X:.*]] = vkm.var "x"
      // CHECK: %[[Y:.*]] = vkm.var "y"
      // CHECK: %[[FIVE:.*]] = vkm.constant 5
      // CHECK-NEXT: vkm.assign %[[Y]], %[[FIVE]]
      // CHECK-NEXT: %[[AGAIN:.*]] = vkm.constant 5
      // CHECK-NEXT: vkm.assign %[[X]], %[[AGAIN]]
      x = y = 5;
      // CHECK: vkm.assign %[[Y]], %[[SUM:.*]] : <si32>
      // CHECK-NEXT: %[[READ:.*]] = vkm.load %[[Y]]
      // CHECK-NEXT: vkm.assign %[[X]], %[[READ]]
      x = y = i + 5;
      // CHECK: vkm.update sub %[[X]]
      // CHECK: vkm.update shl %[[X]]
      // CHECK: vkm.update xor %[[X]]
      x -= 1, x <<= 2, x ^= y;
      // CHECK: %[[CALL:.*]] = vkm.call @next
      // CHECK: vkm.load %{{.*}} : <si32>
      // CHECK: vkm.deref
      // CHECK-NEXT: vkm.assign %{{.*}}, %[[CALL]]
      a[x] = next();
      // The old value of x++ is the one before.
      // CHECK: %[[OLD:.*]] = vkm.load %[[X]]
      // CHECK: vkm.update add %[[X]]
      // CHECK: vkm.assign %[[Y]], %[[OLD]]
      y = x++;
      // CHECK: vkm.update sub %[[X]]
      // CHECK: %[[NEW:.*]] = vkm.load %[[X]]
      // CHECK: vkm.assign %[[Y]], %[[NEW]]
      y = --x;
      // CHECK: vkm.update add %[[X]]
      // CHECK: vkm.update mul %[[X]]
      (x += 2) *= 3;
      // The index is evaluated once.
      // CHECK: %[[INDEX:.*]] = vkm.load %[[X]]
      // CHECK: vkm.update add %[[X]]
      // CHECK: %[[PLACE:.*]] = vkm.deref %{{.*}}[%[[INDEX]]]
      // CHECK: vkm.update add %[[PLACE]]
      a[x++] += 7;
      // A conversion in between is spelled out.
      // CHECK: %[[F:.*]] = vkm.var "f"
      // CHECK: vkm.load %[[F]]
      // CHECK: vkm.cast %{{.*}} : f32 to f64
      // CHECK: vkm.binary add %{{.*}} : f64
      // CHECK: vkm.cast %{{.*}} : f64 to f32
      // CHECK: vkm.assign %[[F]]
      float f = 1;
      f += 0.5;
      // CHECK: vkm.update add %[[F]], %{{.*}} : <f32>, f32
      f++;
      unsigned char c = 250;
      // CHECK: %[[C:.*]] = vkm.var "c"
      // CHECK: vkm.cast %{{.*}} : ui8 to si32
      // CHECK: vkm.binary add
      // CHECK: vkm.cast %{{.*}} : si32 to ui8
      // CHECK: vkm.assign %[[C]]
      ++c;
      bool b = false;
      // CHECK: vkm.binary or %{{.*}} : si32
      // CHECK: vkm.cast %{{.*}} : si32 to i1
      b |= x > 3;
      // CHECK: vkm.binary add %{{.*}} : si32
      a[i] = (x = 4, x + c) + b + f;
    }
  }
  int m_x = 0;
};
