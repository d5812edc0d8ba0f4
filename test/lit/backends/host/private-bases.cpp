// Host code names members of private bases through the runtime, others as C++ does.
// RUN: vkmorph %s --emit=host -- -std=c++17 | FileCheck %s
class Limits {
public:
  int m_last = 9;
};

class Meter : private Limits {
public:
  virtual ~Meter() = default;
  virtual int Run(int *a, int n) {
    kernel1D_Clamp(a, n);
    return m_last + m_first + m_step;
  }
  int m_first = 1;

private:
  void kernel1D_Clamp(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = a[i] < m_last ? a[i] : m_last;
  }
  int m_step = 2;
};

// CHECK: template struct vkmorph::MemberTable<Meter_Generated, vkmorph::Member<&Limits::m_last, 0>>;
// CHECK: template struct vkmorph::PrivateMembers<Meter_Generated, &Meter::m_step, &Limits::m_last>;
// CHECK: const auto [kStep, kLast] = vkmorph::kPrivateMembers<Meter_Generated>;
// CHECK: return vkmorph::MemberOf(*this, kLast) + m_first + this->*kStep;
