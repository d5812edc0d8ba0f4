// Messages name algorithms of control functions as the source does, not the kernels that are made of them, and options take those names.
// RUN: not vkmorph %s --class=Marks -o %t -- -std=c++17 2>&1 | FileCheck %s --implicit-check-not=kernel1D_Run
// RUN: vkmorph %s --class=Marks -o %t --assume-independent='std::for_each of Marks::Run' -- -std=c++17 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: not vkmorph %s --class=Marks -o %t --assume-independent=kernel1D_Other -- -std=c++17 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not vkmorph %s --class=Sized -o %t -- -std=c++17 2>&1 | FileCheck %s --check-prefix=SIZED
// NONE-NOT: vkm2104
// OTHER: 'std::for_each of Marks::Run'
#include <algorithm>
#include <vector>
class Marks {
public:
  virtual ~Marks() = default;
  virtual void Run(int *b, [[vkmorph::size("n")]] int *c, const int *idx, int n) {
    kernel1D_Step(b, n);
    // CHECK: warning: cannot prove that iterations of kernel 'std::for_each of Marks::Run' are independent
    // CHECK: note: if no two iterations access the same element, specify --assume-independent='std::for_each of Marks::Run'
    std::for_each(idx, idx + n, [c](int k) { c[k] = k; });
    // CHECK: error: {{.*}}kernel 'std::for_each of Marks::Run' write the same element of 'm_seen' here where their indices have the same remainder
    std::for_each(idx, idx + n, [this](int k) { m_seen[k & 15] = k; });
  }

protected:
  int m_seen[16] = {};
  void kernel1D_Step(int *b, int n) {
    for (int i = 0; i < n; i++)
      b[i] += 1;
  }
};

struct Half {
  int x = 0, y = 0;
};
class Sized {
public:
  virtual ~Sized() = default;
  virtual void Run([[vkmorph::size("n")]] const int *a, int n) {
    kernel1D_Count(a, n);
    // SIZED: error: the new size of 'm_v' depends on 'm_half.x', which this control function or a kernel assigns
    m_v.resize(m_half.x);
    kernel1D_Fill();
  }

protected:
  Half m_half;
  std::vector<int> m_v;
  void kernel1D_Count(const int *a, int n) {
    m_half.x = 0;
    for (int i = 0; i < n; i++)
      m_half.x += a[i] & 1;
  }
  void kernel1D_Fill() {
    for (int i = 0; i < int(m_v.size()); i++)
      m_v[i] = i;
  }
};
