// std::vector members are resources of their own: a binding each, hazards between their uses only, dependent iterations.
// RUN: vkmorph %s --class=Fine --fusion=never --emit=lowered --without-locations -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class=Asked --fusion=never --emit=lowered --without-locations -- -std=c++17 | FileCheck %s --check-prefix=ASKED
// RUN: not vkmorph %s --class=Dependent --fusion=never --emit=planned --without-locations -- -std=c++17 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not vkmorph %s --class=Bound --fusion=never --emit=planned --without-locations -- -std=c++17 2>&1 | FileCheck %s --check-prefix=BOUND

#include <cstddef>
#include <vector>

class Fine {
public:
  // Sizes that shaders ask for are in the class data, those of the bounds of grids too.
  // CHECK: vkm.class @Fine
  // CHECK-NEXT: vkm.field @m_a : !vkm.dynarray<si32> access private
  // CHECK-NEXT: vkm.field @m_a_size : ui32 size_of @m_a offset 0
  // CHECK: vkm.field @m_b_size : ui32 size_of @m_b{{$}}
  virtual ~Fine() {}
  // CHECK: vkm.commands @kernel1D_First_commands
  // CHECK-SAME: bindings = [#vkm.binding<0, class_data "ClassData" : none, read>, #vkm.binding<1, vector "m_a" : si32, write>]
  // CHECK-SAME: fields = {m_a = #vkm.access<write>, m_a_size = #vkm.access<read>}
  void kernel1D_First() {
    for (std::size_t i = 0; i < m_a.size(); i++)
      m_a[i] = int(i);
  }
  // CHECK: vkm.commands @kernel1D_Second_commands
  // CHECK-SAME: bindings = [#vkm.binding<0, vector "m_b" : si32, write>]
  void kernel1D_Second(int n) {
    for (int i = 0; i < n; i++)
      m_b[i] = i;
  }
  // CHECK: vkm.commands @kernel1D_Third_commands
  void kernel1D_Third(int n) {
    for (int i = 0; i < n; i++)
      m_b[i] += m_a[i];
  }
  virtual void run(int n) {
    kernel1D_First();
    kernel1D_Second(n);
    kernel1D_Third(n);
  }

private:
  std::vector<int> m_a, m_b;
};
// Nothing is between the first two, which use different vectors.
// CHECK: vkm.control @run
// CHECK: vkm.cmd.run @kernel1D_First_commands
// CHECK-NOT: vkm.cmd.barrier
// CHECK: vkm.cmd.run @kernel1D_Second_commands
// CHECK-NEXT: vkm.cmd.barrier from [@kernel1D_First_commands, @kernel1D_Second_commands] to [@kernel1D_Third_commands]
// CHECK-SAME: #vkm.hazard<read_after_write "m_a" from "First" to "Third">
// CHECK-SAME: #vkm.hazard<read_after_write "m_b" from "Second" to "Third">


// A vector of which nothing but the size is asked for has no binding.
class Asked {
public:
  virtual ~Asked() {}
  // ASKED: vkm.commands @kernel1D_k_commands
  // ASKED-SAME: #vkm.binding<1, class_data "ClassData" : none, read>], display = "k"
  void kernel1D_k(int *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = count(m_a);
  }
  virtual void run(int *out, int n) { kernel1D_k(out, n); }

private:
  static int count(const std::vector<int> &v) { return int(v.size()); }
  std::vector<int> m_a;
};

class Dependent {
public:
  virtual ~Dependent() {}
  void kernel1D_k(const int *a, int n) {
    for (int i = 1; i < n; i++) {
      // ERROR: std-vectors.cpp:[[@LINE+1]]:{{[0-9]+}}: error: {{.*}}'m_v'
      m_v[i] = 2 / m_v[i - 1] + a[i];
    }
    for (int i = 0; i < n; i++) {
      // An element is no member that products with sums are known of.
      // ERROR: std-vectors.cpp:[[@LINE+2]]:{{[0-9]+}}: error: {{.*}}'m_v'
      // ERROR: 'm_v' is no reduction: the statement does not combine it with a value
      m_v[0] = 2 * m_v[0] + a[i];
    }
  }
  virtual void run(const int *a, int n) { kernel1D_k(a, n); }

private:
  std::vector<int> m_v;
};

class Bound {
public:
  virtual ~Bound() {}
  void kernel1D_k() {
    // A bound is what the host knows, too.
    // BOUND: std-vectors.cpp:[[@LINE+1]]:5: error: the bound of this loop of kernel 'kernel1D_k' depends on 'm_counts'
    for (int i = 0; i < m_counts[3]; i++)
      m_w[i] = 1;
  }
  virtual void run() { kernel1D_k(); }

private:
  std::vector<int> m_counts, m_w;
};
