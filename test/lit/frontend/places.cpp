// References and pointers: other names for a place, found once, where they are declared.
// RUN: %import %s -- -std=c++17 | FileCheck %s

struct P {
  float v[4];
  int n;
};

class C {
public:
  virtual ~C() {}
  virtual void run(P *a, float *b, int n) { kernel1D_k(a, b, n); }
  void kernel1D_k(P *a, float *b, int n) {
    // CHECK: vkm.kernel @kernel1D_k(%[[A:[a-z0-9]*]]: {{.*}}, %[[B:[a-z0-9]*]]: !vkm.ptr<f32>
    for (int i = 0; i < n; i++) {
      int k = i;
      // CHECK: %[[K:.*]] = vkm.var "k"
      // CHECK: %[[INDEX:.*]] = vkm.load %[[K]]
      // CHECK: %[[P:.*]] = vkm.deref %[[A]][%[[INDEX]]]
      P &p = a[k];
      // CHECK: vkm.update add %[[K]]
      k++;
      // CHECK: %[[V:.*]] = vkm.member %[[P]]["v"]
      // CHECK: %[[ELEMENT:.*]] = vkm.element %[[V]]
      const float &element = p.v[k & 3];
      // CHECK: vkm.load %[[ELEMENT]]
      b[i] = element;
      // A bool counts as the int that it is promoted to.
      // CHECK: %[[FLAG:.*]] = vkm.cast %{{.*}} : i1 to si32
      // CHECK: vkm.element %{{.*}}[%[[FLAG]]]
      b[i] += p.v[k > 3];
      // A reference to a value is a constant.
      // CHECK: vkm.var const "bound" : <f32>
      const float &bound = b[i] * 2;
      // CHECK: %[[FIELD:.*]] = vkm.field_ref @m_total
      // CHECK: vkm.update add %[[FIELD]]
      float &total = m_total;
      total += bound;
      // *b, *(b + i), (b + i)[k], (&a[i])->n
      // CHECK: %[[ZERO:.*]] = vkm.constant 0 : ui32
      // CHECK: vkm.deref %[[B]][%[[ZERO]]]
      *b = 1;
      // CHECK: vkm.deref %[[B]][%{{.*}}] : <f32>, si32
      *(b + i) = 2;
      // CHECK: vkm.binary add %{{.*}} : si32
      // CHECK: vkm.deref %[[B]][%{{.*}}] : <f32>, si32
      (b + i)[k] = 3;
      // CHECK: vkm.deref %[[A]]
      // CHECK: vkm.member %{{.*}}["n"]
      (&a[i])->n = 4;
      // A pointer that is set once.
      // CHECK: %[[ROW:.*]] = vkm.binary mul
      // CHECK: vkm.deref %[[B]][%[[ROW]]]
      const float *row = b + i * n;
      m_total = *row;
      // A local array and its address.
      float w[2][3] = {{1, 2, 3}};
      // CHECK: %[[W:.*]] = vkm.var "w" : <!vkm.array<2 x !vkm.array<3 x f32>>>
      // CHECK: %[[OUTER:.*]] = vkm.element %[[W]]
      // CHECK: vkm.element %[[OUTER]]
      float *inner = w[1];
      inner[2] = b[i];
      // CHECK: vkm.field_ref @m_total
      float *one = &m_total;
      *one = 5;
      // Names of a structured binding stand for the members of what is bound: a copy, or the object itself.
      // CHECK: %[[BOUND:.*]] = vkm.var "bound" : <!vkm.record<@P>>
      // CHECK: vkm.member %[[BOUND]]["n"]
      auto [values, count] = a[i];
      count += 2;
      // CHECK: %[[OBJECT:.*]] = vkm.deref %[[A]]
      // CHECK: vkm.member %[[OBJECT]]["n"]
      auto &[others, number] = a[i];
      number = count;
      // CHECK: vkm.element %[[W]]
      auto &[top, bottom] = w;
      bottom[1] = top[0];
    }
  }
  float m_total = 0;
};
