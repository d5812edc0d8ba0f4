// The class's own object under other names: casts to a derived class (CRTP), variables and methods that are only that.
// RUN: %import %s | FileCheck %s
template <class D> struct Base {
  virtual ~Base() {}
  virtual void Run(int *a, int n) { static_cast<D *>(this)->kernel1D_k(a, n); }
  D &self() { return static_cast<D &>(*this); }
  const D &self() const { return *static_cast<const D *>(this); }
};
struct Derived : Base<Derived> {
  int add(int x) const { return x + self().m_by; }
  void kernel1D_k(int *a, int n) {
    for (int i = 0; i < n; i++) {
      // CHECK: vkm.call @add
      a[i] = self().add(a[i]);
      // CHECK: %[[BY:.*]] = vkm.field_ref @m_by
      // CHECK: vkm.load %[[BY]]
      const Derived &me = self();
      a[i] += me.m_by;
      // CHECK: %[[BY:.*]] = vkm.field_ref @m_by
      // CHECK: vkm.update add %[[BY]]
      auto *pointer = static_cast<Derived *>(this);
      pointer->m_by += 1;
    }
  }
  int m_by = 1;
};
// CHECK: vkm.control @Run(
// CHECK: vkm.call @kernel1D_k(
