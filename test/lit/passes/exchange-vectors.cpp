// Vectors that control functions exchange: launches take their buffers, and at the end the elements are exchanged where
// an odd number of exchanges has come before.
// RUN: sed -e 's,^ *//.*,,' %s > %t.cpp
// RUN: vkmorph %t.cpp --class C --fusion=never --emit=recognised -- -std=c++17 | FileCheck %s
// RUN: vkmorph %s --class C --fusion=never -o %t.out --force -- -std=c++17 2>&1
// RUN: FileCheck %s --check-prefix=HOST --input-file=%t.out/exchange-vectors_generated.cpp
// RUN: g++ -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I%S -I%src_root/runtime/include %t.out/exchange-vectors_generated.cpp
// RUN: not vkmorph %t.cpp --class Kept --fusion=never --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: not vkmorph %t.cpp --class KeptForSort --fusion=never --emit=recognised -- -std=c++17 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: vkmorph %t.cpp --class Resized --fusion=never --emit=recognised -- -std=c++17 | FileCheck %s --check-prefix=RESIZED
// RUN: vkmorph %t.cpp --class Other --fusion=never --emit=recognised -- -std=c++17 | FileCheck %s --check-prefix=SIZES
// RUN: vkmorph %t.cpp --class Changed --fusion=never --emit=recognised -- -std=c++17 | FileCheck %s --check-prefix=SIZES
// RUN: vkmorph %t.cpp --class Late --fusion=never --emit=recognised -- -std=c++17 | FileCheck %s --check-prefix=SIZES
// RUN: vkmorph %t.cpp --class Maybe --fusion=never --emit=recognised -- -std=c++17 | FileCheck %s --check-prefix=SIZES
#include <algorithm>
#include <utility>
#include <vector>

class Kernels {
public:
  virtual ~Kernels() {}

protected:
  float at(int i) const { return m_now[i]; }
  // What touches the vectors gets their elements; the vector whose elements stay where they are is reached as before.
  // CHECK: vkm.func @at({{.*}}, %m_now: !vkm.ptr<f32> {{.*}})
  // CHECK: vkm.kernel @kernel1D_k(%{{.*}}: f32 {{.*}}, %m_next: !vkm.ptr<f32> {{.*}}, %m_now: !vkm.ptr<f32> {{.*}})
  // CHECK: vkm.call @at(%{{.*}}, %m_now)
  // CHECK: vkm.vector_data @m_weights
  void kernel1D_k(float factor) {
    for (unsigned i = 0; i < m_now.size(); i++)
      m_next[i] = at(i) * factor + m_weights[0];
  }
  std::vector<float> m_now, m_next, m_other, m_weights;
};

class C : public Kernels {
public:
  // CHECK-LABEL: vkm.control @Once
  // CHECK-SAME: vkm.exchanged = {{.*}}"m_now", "m_next"
  // CHECK-DAG: %[[NOW:.*]] = vkm.vector_data @m_now
  // CHECK-DAG: %[[NEXT:.*]] = vkm.vector_data @m_next
  // CHECK: vkm.launch @kernel1D_k(%{{.*}}, %[[NEXT]], %[[NOW]])
  // CHECK: vkm.launch @kernel1D_Exchange(%[[NOW]], %[[NEXT]], %{{.*}})
  // CHECK-NEXT: }
  // HOST-LABEL: C_Generated::OnceCmd(
  // HOST: m_vulkan.WillExchange("m_now", "m_next");
  virtual void Once(float factor) {
    kernel1D_k(factor);
    std::swap(m_now, m_next);
  }

  // Back again: nothing has to be exchanged. The kernel is one, with two sets of buffers.
  // CHECK-LABEL: vkm.control @Twice
  // CHECK-DAG: %[[NOW:.*]] = vkm.vector_data @m_now
  // CHECK-DAG: %[[NEXT:.*]] = vkm.vector_data @m_next
  // CHECK: vkm.launch @kernel1D_k(%{{.*}}, %[[NEXT]], %[[NOW]])
  // CHECK-NEXT: vkm.launch @kernel1D_k(%{{.*}}, %[[NOW]], %[[NEXT]])
  // CHECK-NEXT: }
  // HOST-LABEL: C_Generated::TwiceCmd(
  // HOST: m_kLayout, m_twiceSets[0]
  // HOST: m_kLayout, m_twiceSets[1]
  virtual void Twice(float factor) {
    kernel1D_k(factor);
    m_now.swap(m_next);
    kernel1D_k(factor);
    m_next.swap(m_now);
  }

  // CHECK-LABEL: vkm.control @Many
  // CHECK: %exchanged = vkm.var "exchanged"
  // CHECK-SAME: m_now has the elements of m_next
  // CHECK: vkm.for
  // CHECK: vkm.if
  // CHECK: vkm.launch @kernel1D_k
  // CHECK: } else {
  // CHECK: vkm.launch @kernel1D_k
  // CHECK: vkm.binary sub
  // CHECK: vkm.assign %exchanged
  // CHECK: vkm.if
  // CHECK: vkm.launch @kernel1D_Exchange
  virtual void Many(float factor, int n) {
    for (int i = 0; i < n; i++) {
      kernel1D_k(factor);
      std::swap(m_now, m_next);
    }
  }

  // Three in a circle: two exchanges of elements at the end. In front of a return as well.
  // CHECK-LABEL: vkm.control @Circle
  // CHECK: vkm.if
  // CHECK: vkm.launch @kernel1D_Exchange
  // CHECK-NEXT: vkm.return
  // CHECK: vkm.launch @kernel1D_k
  // CHECK: vkm.launch @kernel1D_Exchange
  // CHECK: vkm.launch @kernel1D_Exchange
  virtual void Circle(float factor, int n) {
    kernel1D_k(factor);
    std::swap(m_now, m_next);
    if (n < 0)
      return;
    std::swap(m_next, m_other);
    kernel1D_k(factor);
  }
};

class Kept : public Kernels {
public:
  // KEPT: error: this kernel is given the elements of 'm_now' by a pointer that was set before 'm_now' was swapped, or outside of the block that swaps it [vkm2138]
  // KEPT: note: pass m_now.data() where the kernel is called
  virtual void Run(int n) {
    float *now = m_now.data();
    kernel1D_k(2);
    std::swap(m_now, m_next);
    kernel1D_Set(now, n);
  }
  void kernel1D_Set(float *a, int n) {
    for (int i = 0; i < n; i++)
      a[i] = 1;
  }
};

class KeptForSort : public Kernels {
public:
  virtual void Run(int n) {
    float *now = m_now.data();
    kernel1D_k(2);
    std::swap(m_now, m_next);
    std::sort(now, now + n);
  }
};

// Both get one size before: the object need not look, and the elements are exchanged by that size.
// RESIZED-LABEL: vkm.control @Run
// RESIZED-NOT: vkm.exchanged
// RESIZED: vkm.reserve @m_now, %[[COUNT:[0-9]+]] : si32 {vkm.resizes}
// RESIZED: vkm.reserve @m_next
// RESIZED: vkm.launch @kernel1D_k
// RESIZED-NOT: vkm.field_ref @m_now_size
// RESIZED: vkm.launch @kernel1D_Exchange
class Resized : public Kernels {
public:
  virtual void Run(int width, int height) {
    m_now.resize(width * height);
    m_next.resize(width * height);
    kernel1D_k(2);
    std::swap(m_now, m_next);
  }
};

// Sizes that are not one number, known before: commands exchange them as well.
// SIZES: vkm.exchange_sizes @m_now, @m_next
// SIZES-LABEL: vkm.control @Run
// SIZES-NOT: vkm.exchanged
class Other : public Kernels {
public:
  virtual void Run(int n) {
    m_now.resize(n);
    m_next.resize(n + 1);
    kernel1D_k(2);
    std::swap(m_now, m_next);
  }
};

// The same expression, and another number.
class Changed : public Kernels {
public:
  virtual void Run(int n) {
    m_now.resize(n);
    n = n + 1;
    m_next.resize(n);
    kernel1D_k(2);
    std::swap(m_now, m_next);
  }
};

// They change behind the exchanges.
class Late : public Kernels {
public:
  virtual void Run(int n) {
    for (int i = 1; i < n; i++) {
      kernel1D_k(2);
      std::swap(m_now, m_next);
    }
    m_now.resize(n);
    m_next.resize(n);
  }
};

// They change in some calls.
class Maybe : public Kernels {
public:
  virtual void Run(int n) {
    if (n > 3) {
      m_now.resize(n);
      m_next.resize(n);
    }
    kernel1D_k(2);
    std::swap(m_now, m_next);
  }
};
