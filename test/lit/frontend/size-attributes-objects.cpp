// Strings of size attributes name members of objects that hold vectors, which are taken apart; what is wrong is told at the
// attribute.
// RUN: sed '/^class Wrong/,$d' %s > %t.cpp
// RUN: vkmorph %t.cpp --class Weighted --emit=host -- -std=c++17 | FileCheck %s
// RUN: %check %t.cpp --class Weighted --arg n=5 --variants=default,vulkan10 -- -std=c++17
// RUN: not vkmorph %s --class Wrong -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=vkm1154
#include <vector>

struct Counted {
  int count = 5;
};
struct Table : Counted {
  std::vector<float> values = std::vector<float>(5);
};
struct Tables {
  Table first;
};

class Weighted {
public:
  virtual ~Weighted() = default;
  // CHECK: const VkBuffer outBuffer = call.InOut("out", out, m_tables.first.values.size());
  virtual void Values(const float *a, [[vkmorph::size("m_tables.first.values.size()")]] float *out, int n) {
    kernel1D_Weigh(a, out, n);
  }
  // CHECK: const VkBuffer outBuffer = call.InOut("out", out, 2 * m_tables.first.count);
  virtual void Count(const float *a, [[vkmorph::size("2 * m_tables.first.count")]] float *out, int n) {
    kernel1D_Weigh(a, out, n);
  }

protected:
  void kernel1D_Weigh(const float *a, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = a[i] * m_tables.first.values[i];
  }
  Tables m_tables;
};

class Wrong {
public:
  virtual ~Wrong() = default;
  // WRONG: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}'m_tables' is no integer
  virtual void Object(const float *a, [[vkmorph::size("m_tables")]] float *out, int n) { kernel1D_Weigh(a, out, n); }
  // WRONG: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}no member is named 'second'
  virtual void Member(const float *a, [[vkmorph::size("m_tables.second.count")]] float *out, int n) { kernel1D_Weigh(a, out, n); }
  // WRONG: [[@LINE+1]]:{{[0-9]+}}: error: {{.*}}'values' is a std::vector; only its 'size()' is a number
  virtual void Vector(const float *a, [[vkmorph::size("m_tables.first.values")]] float *out, int n) { kernel1D_Weigh(a, out, n); }

protected:
  void kernel1D_Weigh(const float *a, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = a[i] * m_tables.first.values[i];
  }
  Tables m_tables;
};
