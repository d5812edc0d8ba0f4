// Pointers and references to bases: parts of the object; and back to what they were made of.
// RUN: %import %s -- -std=c++17 | FileCheck %s
// RUN: not %import %s -- -std=c++17 -DLOST 2>&1 | FileCheck %s --check-prefix=LOST

struct Body {
  float mass;
  void Add(float m) { mass += m; }
};
struct Named {
  int id;
};
struct Planet : Body, Named {
  int moons;
};

class C {
public:
  virtual ~C() {}
  virtual void run(Planet *p, int n) { kernel1D_k(p, n); }
  static void push(Body *body, float by) { body->Add(by); }
  // CHECK: vkm.kernel
  void kernel1D_k(Planet *p, int n) {
    for (int i = 0; i < n; i++) {
      Planet &planet = p[i];
      // CHECK: %[[BODY:.*]] = vkm.member %{{.*}}["Body"]
      // CHECK: vkm.call @push(%[[BODY]], %{{.*}}) : (!vkm.ref<!vkm.record<@Body>>, f32) -> ()
      push(&planet, 0.5f);
      // CHECK: %[[NAMED:.*]] = vkm.member %{{.*}}["Named"]
      Named &named = planet;
      // CHECK: %[[MOONS:.*]] = vkm.member %{{.*}}["moons"]
      // CHECK: vkm.update add %[[MOONS]]
      static_cast<Planet &>(named).moons += 3;
      // CHECK: %[[MOONS:.*]] = vkm.member %{{.*}}["moons"]
      // CHECK: vkm.update mul %[[MOONS]]
      static_cast<Planet *>(&named)->moons *= 2;
#ifdef LOST
      lost(named);
#endif
    }
  }
#ifdef LOST
  static void lost(Named &named) {
    // LOST: derived-objects.cpp:[[@LINE+2]]:5: error: this object is not known to be part of a 'Planet' [vkm1315]
    // LOST: note: convert back what was converted from it in the same function, or pass the 'Planet' itself
    static_cast<Planet &>(named).moons = 1;
    // LOST: derived-objects.cpp:[[@LINE+1]]:5: error: this object is not known to be part of a 'Planet' [vkm1315]
    static_cast<Planet *>(&named)->moons = 2;
  }
#endif
};
