// Barriers say what the next command needs and who wrote it, in two lines at most; stages of several kernels are one
// word where all kernels have the same; a swap is a swap.
// RUN: vkmorph %s --class=Chain --fusion=never -o %t --explain=barriers -- -std=c++17 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --input-file=%t/barrier-comments_generated.cpp
// RUN: vkmorph %s --class=Long --fusion=never --emit=host -- -std=c++17 2>/dev/null | FileCheck %s --check-prefix=LONG
#include <utility>
#include <vector>

class Kernels {
public:
  virtual ~Kernels() = default;

protected:
  void kernel1D_Make(const float *in, float *first, float *second, int n) {
    for (int i = 0; i < n; i++) {
      first[i] = in[i] + 1.0f;
      second[i] = in[i] * 2.0f;
    }
  }
  void kernel1D_Mix(const float *a, const float *b, float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = a[i] + b[i];
  }
  void kernel1D_Set(float *out, int n) {
    for (int i = 0; i < n; i++)
      out[i] = float(i);
  }
};

class Chain : public Kernels {
public:
  virtual void Run(const float *a, [[vkmorph::size("n")]] float *b, [[vkmorph::size("n")]] float *c,
                   [[vkmorph::size("n")]] float *d, [[vkmorph::size("n")]] float *e, int n) {
    kernel1D_Make(a, b, c, n);
    kernel1D_Mix(b, c, d, n);
    kernel1D_Set(b, n);
    kernel1D_Mix(b, d, e, n);
  }

  virtual void Turn([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] float *b, const float *c, int n, int steps) {
    for (int step = 0; step < steps; step++) {
      kernel1D_Mix(a, c, b, n);
      std::swap(a, b);
    }
  }
  virtual void Rotate([[vkmorph::size("n")]] float *a, [[vkmorph::size("n")]] float *b, [[vkmorph::size("n")]] float *c,
                      int n, int steps) {
    for (int step = 0; step < steps; step++) {
      kernel1D_Mix(a, c, b, n);
      float *const old = a;
      a = b;
      b = c;
      c = old;
    }
  }
};

class Long {
public:
  virtual ~Long() = default;
  virtual void Run(const float *x, int n) {
    kernel1D_Many(x, n);
    kernel1D_Few(n);
  }

protected:
  void kernel1D_Many(const float *x, int n) {
    for (int i = 0; i < n; i++) {
      a_vector_that_has_a_long_name[i] = x[i];
      a_second_vector_with_one[i] = x[i] + 1.0f;
      a_third_vector_of_that_kind[i] = x[i] + 2.0f;
      the_fourth_of_these_vectors[i] = x[i] + 3.0f;
      the_fifth_of_these_vectors[i] = x[i] + 4.0f;
      the_sixth_of_these_vectors[i] = x[i] + 5.0f;
    }
  }
  void kernel1D_Few(int n) {
    for (int i = 0; i < n; i++)
      m_out[i] = a_vector_that_has_a_long_name[i] + a_second_vector_with_one[i] + a_third_vector_of_that_kind[i] +
                 the_fourth_of_these_vectors[i] + the_fifth_of_these_vectors[i] + the_sixth_of_these_vectors[i];
  }
  std::vector<float> a_vector_that_has_a_long_name, a_second_vector_with_one, a_third_vector_of_that_kind,
      the_fourth_of_these_vectors, the_fifth_of_these_vectors, the_sixth_of_these_vectors, m_out;
};

// CHECK-LABEL: void Chain_Generated::RunCmd(
// CHECK: MakeCmd(cmd, n);
// CHECK: // Make wrote b and c, which Mix reads.
// CHECK-NEXT: vkmorph::Barrier(cmd, MakeStages(), AllStages());
// CHECK: // Mix reads b, which Set overwrites.
// CHECK-NEXT: vkmorph::ExecutionBarrier(cmd, MixStages(), SetStages());
// CHECK: // Set wrote b, and Mix d, which Mix reads.
// CHECK-NEXT: vkmorph::Barrier(cmd, AllStages(), MixStages());
// CHECK: call.Run(AllStages(), record, n);
// ALL: d (the caller's array): Mix reads what Mix wrote (RAW)
// CHECK-LABEL: void Chain_Generated::TurnCmd(
// CHECK: MixCmd(cmd, n);
// CHECK-NEXT: std::swap(whichA, whichB);
// CHECK-NEXT: }
// Three of them are no swap.
// CHECK-LABEL: void Chain_Generated::RotateCmd(
// CHECK: MixCmd(cmd, n);
// CHECK-NOT: std::swap
// CHECK: {{^}}}

// LONG-LABEL: void Long_Generated::RunCmd(
// A long list is cut.
// LONG: // Many wrote a_vector_that_has_a_long_name, a_second_vector_with_one, a_third_vector_of_that_kind
// LONG-NEXT: // and 3 more, which Few reads.
// LONG-NEXT: vkmorph::Barrier(
