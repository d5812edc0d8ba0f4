// Vectors of pointers to objects stay as the host has them: the device has the objects, and no pointers.
// RUN: not vkmorph %s --emit=imported -- -std=c++17 2>&1 | FileCheck %s
#include <utility>
#include <vector>

struct Shape {
  virtual ~Shape() {}
  virtual int area() const = 0;
};
struct Square : Shape {
  int m_side = 1;
  int area() const override { return m_side; }
};

class Shapes {
public:
  virtual ~Shapes() {}
  virtual void run(int *a, int n) {
    kernel1D_areas(a, n);
    // CHECK: errors-vectors-of-pointers.cpp:[[@LINE+2]]:5: error: 'swap' changes which objects a std::vector of pointers leads to [vkm1458]
    // CHECK: note: call 'swap' outside of the functions that are translated; kernels may change the objects
    std::swap(m_now, m_next);
    kernel1D_areas(a, n);
  }
  void kernel1D_areas(int *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = m_now[i]->area() + m_next[i]->area();
  }
  std::vector<Shape *> m_now, m_next;
};
